#include "analyzer/core/import.h"

#include "analyzer/core/import_collector.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>

namespace uaescope::core {
namespace {

constexpr std::string_view resultsFile = "uaebench results ";

// Of a mail or a terminal: quotation marks in front, colours, carriage returns.
std::string plain(std::string_view raw) {
    while (raw.starts_with('>') || raw.starts_with("\xef\xbb\xbf")) {
        raw.remove_prefix(raw.starts_with('>') ? 1 : 3);
        if (raw.starts_with(' ')) raw.remove_prefix(1);
    }
    std::string text;
    for (std::size_t at = 0; at < raw.size(); ++at) {
        const bool escape = raw[at] == '\x1b' && at + 1 < raw.size() && raw[at + 1] == '[';
        if (raw[at] == '\x9b' || escape) {
            while (at < raw.size() && raw[at] != 'm') ++at;
        } else if (raw[at] != '\r') {
            text += raw[at];
        }
    }
    return text;
}

constexpr std::size_t longestLine = 1000; // no benchmark's is longer
constexpr std::size_t mostExamples = 3;
constexpr std::size_t longestExample = 60;

bool isTaken(ImportCollector& collector, const std::string& line) {
    if (line.size() >= longestLine) return false;
    for (const auto take : {importDiskspeed13, importDiskperf, importDiskspeed4, importOthers, importOwn})
        if (take(collector, line)) return true;
    return false;
}

void addUnread(UnreadLines& unread, const std::string& line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos) return;
    ++unread.count;
    if (unread.first.size() == mostExamples) return;
    std::string text = line.substr(begin);
    if (text.size() > longestExample) text = text.substr(0, longestExample) + "...";
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c >= 0 && (c < ' ' || c == 0x7f); }, ' ');
    unread.first.push_back(std::move(text));
}

struct Reading {
    ImportCollector collector;
    UnreadLines unread;
    std::string begun; // a line that may go on with the next
};

void takeLine(Reading& reading, const std::string& line) {
    const std::string before = std::exchange(reading.begun, "");
    if (!before.empty()) {
        const std::string both = before + " " + line;
        if (both.size() < longestLine &&
            (importOthers(reading.collector, both) || importTwoColumns(reading.collector, both)))
            return;
        addUnread(reading.unread, before);
    }
    if (isTaken(reading.collector, line)) return;
    if (line.size() < longestLine && (beginsFigureOfHdparm(line) || beginsTwoColumns(line)))
        reading.begun = line;
    else
        addUnread(reading.unread, line);
}

} // namespace

ImportedResult& ImportCollector::begin(const std::string& benchmark, const std::string& suite) {
    const bool same = !results.empty() && results.back().benchmark == benchmark && results.back().suite == suite;
    if (!same || !results.back().figures.empty()) results.push_back({"", benchmark, suite, {}, {}});
    return results.back();
}

ImportedResult& ImportCollector::of(const std::string& benchmark, const std::string& suite) {
    if (results.empty() || results.back().benchmark != benchmark) return begin(benchmark, suite);
    return results.back();
}

ImportedFigure& ImportCollector::add(const std::string& benchmark, const std::string& suite, ImportedFigure figure) {
    ImportedResult* result = &of(benchmark, suite);
    const auto& figures = result->figures;
    if (std::any_of(figures.begin(), figures.end(), [&](const auto& one) { return one.test == figure.test; }))
        result = &begin(benchmark, suite);
    result->figures.push_back(std::move(figure));
    return result->figures.back();
}

ImportedFigure printedFigure(std::string test, std::string unit, const std::string& number, double factor) {
    ImportedFigure figure{std::move(test), std::move(unit), 0, FigureState::measured, "", std::nullopt};
    std::string digits = number;
    std::erase(digits, ',');
    if (digits.empty() || digits == "below resolution") {
        figure.state = FigureState::belowResolution;
        figure.note = "the benchmark's clock showed no time";
    } else if (digits.front() == '<') {
        figure.state = FigureState::belowResolution;
        figure.note = "the benchmark printed '" + number + "'";
    } else {
        double value = 0;
        const char* const end = digits.data() + digits.size();
        const auto read = std::from_chars(digits.data(), end, value, std::chars_format::fixed);
        if (read.ec == std::errc() && read.ptr == end && value >= 0 && std::isfinite(value)) {
            figure.value = factor * value;
        } else {
            figure.state = FigureState::invalid;
            figure.note = "the benchmark printed '" + number + "', which is no rate";
        }
    }
    return figure;
}

ImportedText importText(std::string_view text) {
    if (text.starts_with(resultsFile)) return {{importResultsFile(text)}, {}};
    Reading reading;
    std::vector<ImportedResult>& results = reading.collector.results;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        takeLine(reading, plain(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    addUnread(reading.unread, reading.begun);
    std::move(reading.collector.columns.begin(), reading.collector.columns.end(), std::back_inserter(results));
    std::erase_if(results, [](const ImportedResult& result) { return result.figures.empty(); });
    for (ImportedResult& result : results) // what only the lines after it needed
        std::erase_if(result.facts, [](const auto& fact) { return fact.first == "section" || fact.first == "drive"; });
    if (results.empty())
        throw ImportError(
            "no result of a benchmark was found in it; known are Diskspeed 1.x, DiskPerf 1 to 3, DevSpeed, "
            "DiskSpeed 2 to 4, ScsiSpeed, xSysInfo, hdparm, and what uaebench prints or writes");
    for (ImportedResult& result : results) nameDiskperf(result);
    return {std::move(results), std::move(reading.unread)};
}

ImportedResult importReport(const Report& report) {
    ImportedResult result;
    const auto suite = report.facts.find("guest.suite");
    result.suite = suite == report.facts.end() ? "" : suite->second;
    result.benchmark = "uaescope";
    for (const TestReport& test : report.tests)
        result.figures.push_back(
            {test.name, test.unit, test.state == FigureState::measured ? test.rate : 0, test.state, test.note, {}});
    if (result.figures.empty()) throw ImportError("no test was recorded in it");
    if (!report.finished)
        result.facts.emplace_back("fault", "the recording has no end: it was cut off, and tests may be missing");
    return result;
}

} // namespace uaescope::core
