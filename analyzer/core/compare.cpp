#include "analyzer/core/compare.h"

#include "analyzer/core/text.h"
#include "analyzer/core/verdict.h"

#include <algorithm>
#include <utility>

namespace uaescope::core {
namespace {

constexpr double wideSpreadFrom = 0.1;
constexpr double unattributedFrom = 0.01;

// Tests are told apart by name; where a suite repeats a name, by their order.
using TestKey = std::pair<std::string, std::size_t>;

std::vector<TestKey> keysOf(const Report& run) {
    std::vector<TestKey> keys;
    for (const TestReport& test : run.tests) {
        const auto same =
            std::count_if(keys.begin(), keys.end(), [&](const TestKey& key) { return key.first == test.name; });
        keys.emplace_back(test.name, static_cast<std::size_t>(same));
    }
    return keys;
}

const TestReport* find(const Report& run, const TestKey& wanted) {
    std::size_t before = 0;
    for (const TestReport& test : run.tests)
        if (test.name == wanted.first && before++ == wanted.second) return &test;
    return nullptr;
}

Counts countsOf(const TestReport& test) {
    return {test.operations, test.hostCalls,     test.sideFileCalls,   test.hostReads,
            test.hostWrites, test.hostBytesRead, test.hostBytesWritten};
}

std::string fact(const Report& run, const std::string& key) {
    const auto found = run.facts.find(key);
    return found == run.facts.end() ? std::string() : found->second;
}

// The classic form runs for a time, so that its counts differ from run to run.
bool hasFixedCounts(const Report& run) { return fact(run, "guest.form") != "classic"; }

std::vector<std::string> differences(const std::vector<const TestReport*>& tests) {
    struct Field {
        const char* name;
        std::uint64_t Counts::*value;
    };
    constexpr Field fields[] = {{"operations", &Counts::operations},
                                {"host calls", &Counts::hostCalls},
                                {"side file calls", &Counts::sideFileCalls},
                                {"host reads", &Counts::hostReads},
                                {"host writes", &Counts::hostWrites},
                                {"host bytes read", &Counts::hostBytesRead},
                                {"host bytes written", &Counts::hostBytesWritten}};
    std::vector<std::string> texts;
    for (const Field& field : fields) {
        std::uint64_t least = ~std::uint64_t{0};
        std::uint64_t most = 0;
        for (const TestReport* test : tests) {
            const std::uint64_t value = countsOf(*test).*field.value;
            least = std::min(least, value);
            most = std::max(most, value);
        }
        if (least < most)
            texts.push_back(std::string(field.name) + " " + std::to_string(least) + " to " + std::to_string(most));
    }
    return texts;
}

// The run whose operations took the median time in all; the faster of two in the middle.
const Report* middleRun(const SetupRuns& setup) {
    std::vector<const Report*> runs;
    for (const Report& run : setup.runs)
        if (run.finished) runs.push_back(&run);
    if (runs.empty())
        for (const Report& run : setup.runs) runs.push_back(&run);
    if (runs.empty()) return nullptr;
    std::stable_sort(runs.begin(), runs.end(),
                     [](const Report* a, const Report* b) { return a->owners.total() < b->owners.total(); });
    return runs[(runs.size() - 1) / 2];
}

Cell cellOf(const SetupRuns& setup, const TestKey& key) {
    Cell cell;
    std::vector<const TestReport*> tests;
    std::vector<double> guestRates;
    bool fixedCounts = true;
    for (const Report& run : setup.runs) {
        const TestReport* test = find(run, key);
        if (!test) continue;
        tests.push_back(test);
        fixedCounts = fixedCounts && hasFixedCounts(run);
        if (test->guestRate > 0) guestRates.push_back(test->guestRate);
        if (test->state == FigureState::measured) cell.rates.push_back(test->rate);
    }
    if (tests.empty()) {
        cell.note = "no run has this test";
        return cell;
    }
    cell.state = cell.rates.empty() ? tests.front()->state : FigureState::measured;
    if (cell.rates.empty()) cell.note = tests.front()->note;
    cell.median = median(cell.rates);
    cell.spread = relativeSpread(cell.rates);
    cell.wideSpread = cell.spread > wideSpreadFrom;
    cell.guestRate = median(guestRates);
    cell.counts = countsOf(*tests.front());
    if (fixedCounts) cell.countsDiffer = differences(tests);
    if (const Report* run = middleRun(setup))
        if (const TestReport* test = find(*run, key)) cell.owners = test->owners;
    return cell;
}

Row rowOf(std::span<const SetupRuns> setups, const SetupRuns* twin, const TestKey& key) {
    Row row;
    row.name = key.first;
    for (const SetupRuns& setup : setups) {
        row.cells.push_back(cellOf(setup, key));
        for (const Report& run : setup.runs)
            if (const TestReport* test = find(run, key); test && row.unit.empty()) {
                row.unit = test->unit;
                row.work = test->work;
            }
    }
    if (twin) row.host = cellOf(*twin, key);
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        Cell& cell = row.cells[i];
        if (i > 0) cell.ratio = ratioOf(cell.rates, row.cells.front().rates);
        if (row.host && row.host->median > 0 && cell.median > 0) cell.passThrough = cell.median / row.host->median;
    }
    return row;
}

std::vector<Row> rowsOf(std::span<const SetupRuns> setups, const SetupRuns* twin) {
    std::vector<TestKey> keys;
    for (const SetupRuns& setup : setups)
        for (const Report& run : setup.runs)
            for (const TestKey& key : keysOf(run))
                if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    std::vector<Row> rows;
    rows.reserve(keys.size());
    for (const TestKey& key : keys) rows.push_back(rowOf(setups, twin, key));
    return rows;
}

void warnAboutRuns(std::vector<std::string>& warnings, const SetupRuns& setup) {
    if (setup.runs.empty()) warnings.push_back(setup.name + " has no run.");
    if (setup.runs.size() == 1)
        warnings.push_back(setup.name + " was run once: nothing can be said about chance; use --repeat.");
    for (std::size_t i = 0; i < setup.runs.size(); ++i) {
        const Report& run = setup.runs[i];
        const std::string name = setup.name + " run " + std::to_string(i + 1);
        if (!run.finished) warnings.push_back(name + " did not finish.");
        for (const Loss& loss : run.losses) warnings.push_back(name + " lost in a full log: " + lossText(loss) + ".");
        if (static_cast<double>(run.unattributed) > unattributedFrom * static_cast<double>(run.hostCalls))
            warnings.push_back(name + ": " + std::to_string(run.unattributed) + " of " + std::to_string(run.hostCalls) +
                               " host calls could not be attributed to an operation.");
        if (!hasFixedCounts(run) && i == 0)
            warnings.push_back(setup.name + " was run in the classic form, for a time: its counts do not repeat.");
    }
}

void warnAboutCounts(std::vector<std::string>& warnings, const std::string& setup, const Row& row, const Cell& cell) {
    if (cell.countsDiffer.empty()) return;
    std::string text = row.name + " on " + setup + " does not repeat exactly:";
    for (const std::string& difference : cell.countsDiffer) text += (text.back() == ':' ? " " : ", ") + difference;
    warnings.push_back(text + ".");
}

struct CellInRow {
    const Row* row = nullptr;
    const Cell* cell = nullptr;
};

void warnAboutSpread(std::vector<std::string>& warnings, const std::string& setup,
                     const std::vector<CellInRow>& column) {
    std::vector<CellInRow> wide;
    for (const CellInRow& place : column)
        if (place.cell->wideSpread) wide.push_back(place);
    if (wide.empty()) return;
    const CellInRow& most = *std::max_element(wide.begin(), wide.end(), [](const CellInRow& a, const CellInRow& b) {
        return a.cell->spread < b.cell->spread;
    });
    warnings.push_back(setup + " varies by more than " + percentText(wideSpreadFrom) + " from run to run in " +
                       std::to_string(wide.size()) + " of " + counted(column.size(), "test", "tests") + ", most in " +
                       most.row->name + " (" + percentText(most.cell->spread) + "): its times are unsure.");
}

void warnAboutColumn(std::vector<std::string>& warnings, const std::string& setup,
                     const std::vector<CellInRow>& column) {
    warnAboutSpread(warnings, setup, column);
    for (const CellInRow& place : column) warnAboutCounts(warnings, setup, *place.row, *place.cell);
}

std::vector<std::string> warningsOf(const Comparison& comparison, std::span<const SetupRuns> setups) {
    std::vector<std::string> warnings;
    for (const SetupRuns& setup : setups) warnAboutRuns(warnings, setup);
    for (std::size_t i = 0; i < comparison.setups.size(); ++i) {
        std::vector<CellInRow> column;
        column.reserve(comparison.rows.size());
        for (const Row& row : comparison.rows) column.push_back({&row, &row.cells[i]});
        warnAboutColumn(warnings, comparison.setups[i], column);
    }
    std::vector<CellInRow> host;
    for (const Row& row : comparison.rows)
        if (row.host) host.push_back({&row, &*row.host});
    warnAboutColumn(warnings, "The host", host);
    return warnings;
}

} // namespace

Comparison compare(std::span<const SetupRuns> setups, const SetupRuns* twin) {
    Comparison comparison;
    std::vector<SetupView> views;
    for (const SetupRuns& setup : setups) {
        comparison.setups.push_back(setup.name);
        comparison.runCounts.push_back(setup.runs.size());
        if (const Report* run = middleRun(setup)) {
            views.push_back({setup.name, run});
            if (comparison.suite.empty()) comparison.suite = fact(*run, "guest.suite");
            if (comparison.suite.empty()) comparison.suite = fact(*run, "suite");
        }
    }
    if (twin && !twin->runs.empty()) comparison.hostMode = fact(twin->runs.front(), "host.mode");
    comparison.rows = rowsOf(setups, twin);
    comparison.reasons = reasonsFor(views);
    comparison.verdicts = verdictsFor(setups);
    comparison.warnings = warningsOf(comparison, setups);
    return comparison;
}

} // namespace uaescope::core
