#include "analyzer/cli/import_text.h"

#include "analyzer/cli/figures.h"
#include "analyzer/cli/text_table.h"

#include <algorithm>

namespace uaescope::cli {
namespace {

using Results = std::vector<const core::ImportedResult*>;

constexpr std::size_t mostColumns = 5;

// Only the same work compares: that of one suite, or of one program that no suite is like.
std::vector<Results> groupsOf(const std::vector<core::ImportedResult>& results) {
    const auto work = [](const core::ImportedResult& result) {
        return result.suite.empty() ? " " + result.benchmark : result.suite;
    };
    std::vector<Results> groups;
    for (const core::ImportedResult& result : results) {
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const Results& group) {
            return work(*group.front()) == work(result) && group.size() < mostColumns;
        });
        if (same == groups.end())
            groups.push_back({&result});
        else
            same->push_back(&result);
    }
    return groups;
}

const core::ImportedFigure* find(const core::ImportedResult& result, const std::string& test) {
    const auto at = std::find_if(result.figures.begin(), result.figures.end(),
                                 [&](const auto& figure) { return figure.test == test; });
    return at == result.figures.end() ? nullptr : &*at;
}

// What of the CPU the benchmark found left over.
std::string cpuText(const core::ImportedFigure& figure) {
    return figure.cpuAvailable ? ", " + std::to_string(*figure.cpuAvailable) + " % CPU left" : "";
}

std::string cellOf(const core::ImportedFigure* figure) {
    if (!figure) return "";
    switch (figure->state) {
    case core::FigureState::measured: return rateText(figure->value, figure->unit) + cpuText(*figure);
    case core::FigureState::notMeasured: return "not measured";
    case core::FigureState::belowResolution: return "too short";
    case core::FigureState::invalid: return "invalid";
    }
    return "";
}

std::vector<std::string> testsOf(const Results& group) {
    std::vector<std::string> tests;
    for (const core::ImportedResult* result : group)
        for (const core::ImportedFigure& figure : result->figures)
            if (std::find(tests.begin(), tests.end(), figure.test) == tests.end()) tests.push_back(figure.test);
    return tests;
}

std::string titleOf(const core::ImportedResult& result) {
    if (!result.suite.empty()) return result.suite + ", as in " + result.benchmark;
    return result.benchmark + ", whose work is that of no suite";
}

std::string tableOf(const Results& group) {
    std::vector<Align> columns(group.size() + 1, Align::right);
    columns.front() = Align::left;
    TextTable table(columns);
    std::vector<std::string> header = {"test"};
    std::string legend;
    for (std::size_t i = 0; i < group.size(); ++i) {
        const std::string number = "[" + std::to_string(i + 1) + "]";
        header.push_back(number);
        legend += number + " " + group[i]->file;
        for (const auto& [key, value] : group[i]->facts)
            if (key == "volume" || key == "drive" || key == "device" || key == "fault") legend += ", " + value;
        legend += "\n";
    }
    table.addRow(header);
    table.addRule();
    for (const std::string& test : testsOf(group)) {
        std::vector<std::string> row = {test};
        for (const core::ImportedResult* result : group) row.push_back(cellOf(find(*result, test)));
        table.addRow(row);
    }
    return titleOf(*group.front()) + "\n" + legend + "\n" + table.text();
}

} // namespace

std::string importText(const std::vector<core::ImportedResult>& results) {
    std::string text;
    for (const Results& group : groupsOf(results)) text += (text.empty() ? "" : "\n") + tableOf(group);
    return text;
}

std::string unreadText(const std::string& file, const core::UnreadLines& unread) {
    std::string text = file + ": unread lines: " + std::to_string(unread.count) + ", the first of them:\n";
    for (const std::string& line : unread.first) text += "    " + line + "\n";
    return text;
}

} // namespace uaescope::cli
