// What only uaebench prints, and its RESULTS files.
#include "analyzer/core/figure.h"
#include "analyzer/core/import_collector.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <regex>

extern "C" {
#include "guest/suites/suite.h"
}

namespace uaescope::core {
namespace {

constexpr const char* own = "uaebench";

// Of versions that emptied the guest's caches alone and said "cold".
std::string labelOfToday(std::string label) { return label.ends_with(", cold") ? label + " guest" : label; }

bool hasTest(const us_suite& suite, const std::string& label) {
    for (const char* const* test = suite.tests; *test; ++test)
        if (*test == label) return true;
    return false;
}

// The suite that has this test beside all of the result's others; of the truth family only, which prints its labels.
std::string suiteWith(const ImportedResult* result, const std::string& label) {
    for (const us_suite* const* suite = us_suites; *suite; ++suite) {
        if (!std::string_view((*suite)->name).starts_with("truth") || !hasTest(**suite, label)) continue;
        const bool fits = !result || std::all_of(result->figures.begin(), result->figures.end(),
                                                 [&](const auto& figure) { return hasTest(**suite, figure.test); });
        if (fits) return (*suite)->name;
    }
    return "";
}

void addOfTruth(ImportCollector& collector, ImportedFigure figure) {
    const bool begun = !collector.results.empty() && collector.results.back().benchmark == own;
    std::string suite = suiteWith(begun ? &collector.results.back() : nullptr, figure.test);
    if (suite.empty()) { // another one of the family begins
        suite = suiteWith(nullptr, figure.test);
        collector.begin(own, suite);
    }
    collector.add(own, suite, std::move(figure));
    collector.results.back().suite = suite;
}

bool takeTruth(ImportCollector& collector, const std::string& line) {
    static const std::regex measured(R"(^(\S.*?)\s+(\d+|below resolution) (files/s|entries/s|seeks/s|bytes/s)\s*$)");
    static const std::regex left(R"(^(\S.*?) not measured: (.+)$)");
    std::smatch m;
    const bool isLeft = std::regex_search(line, m, left);
    if (!isLeft && !std::regex_search(line, m, measured)) return false;
    const std::string label = labelOfToday(m[1]);
    if (suiteWith(nullptr, label).empty()) return false;
    if (isLeft)
        addOfTruth(collector, {label, "", 0, FigureState::notMeasured, m[2], std::nullopt});
    else
        addOfTruth(collector, printedFigure(label, m[3], m[2]));
    return true;
}

bool takeTrees(ImportCollector& collector, const std::string& line) {
    static const std::regex bytes(
        R"(^(Copy tree|Read files):\s+\d+ files, (\d+) bytes, (\d+|below resolution) byte/sec)");
    static const std::regex entries(
        R"(^(List tree|Delete copy):\s+(?:.*\s)?(\d+|below resolution) (entries|files)/sec)");
    std::smatch m;
    if (std::regex_search(line, m, bytes)) {
        const bool copies = m[1] == "Copy tree";
        const std::string suite = !copies              ? "readtree"
                                  : m[2] == "19083695" ? "treecopy"
                                  : m[2] == "1908369"  ? "treecopy-small"
                                                       : "treecopy-found";
        collector.add(copies ? "uaebench treecopy" : "uaebench readtree", suite, printedFigure(m[1], "bytes/s", m[3]));
        return true;
    }
    if (!std::regex_search(line, m, entries)) return false;
    const bool lists = m[1] == "List tree";
    collector.add(lists ? "uaebench readtree" : "uaebench treecopy", lists ? "readtree" : "treecopy-found",
                  printedFigure(m[1], m[3].str() + "/s", m[2]));
    return true;
}

[[noreturn]] void damaged(std::size_t line, const std::string& what) {
    throw ImportError("line " + std::to_string(line) + " of this RESULTS file: " + what +
                      "; was it changed by hand, or cut off?");
}

} // namespace

bool importOwn(ImportCollector& collector, const std::string& line) {
    return takeTruth(collector, line) || takeTrees(collector, line);
}

ImportedResult importResultsFile(std::string_view text) {
    ImportedResult result{"", own, "", {}, {}};
    std::map<std::uint16_t, std::string> labels;
    std::size_t number = 0;
    bool ended = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t space = std::min(line.find(' '), line.size());
        const std::string_view word = line.substr(0, space);
        const std::string_view rest = line.substr(std::min(space + 1, line.size()));
        if (++number == 1) {
            if (line != "uaebench results 1") damaged(number, "expected 'uaebench results 1', the only format known");
        } else if (word == "fact") {
            const std::size_t equals = std::min(rest.find('='), rest.size());
            const std::string_view value = rest.substr(std::min(equals + 1, rest.size()));
            if (rest.substr(0, equals) == "suite") result.suite = value;
            result.facts.emplace_back(rest.substr(0, equals), value);
        } else if (word == "test") {
            std::uint16_t test = 0;
            const auto [after, error] = std::from_chars(rest.data(), rest.data() + rest.size(), test);
            if (error != std::errc()) damaged(number, "expected a test's number");
            labels[test] =
                labelOfToday(std::string(rest.substr(std::min<std::size_t>(after - rest.data() + 1, rest.size()))));
        } else if (word == "figure") {
            const auto figure = parseFigure(rest);
            if (!figure || !labels.contains(figure->test)) damaged(number, "expected a figure of a test before it");
            const std::string& label = labels.at(figure->test);
            if (!figure->whyNot.empty())
                result.figures.push_back({label, "", 0, FigureState::notMeasured, figure->whyNot, {}});
            else if (figure->guestUs == 0)
                result.figures.push_back(printedFigure(label, figure->unit, ""));
            else
                result.figures.push_back(
                    {label,
                     figure->unit,
                     1e6 * static_cast<double>(figure->count) / static_cast<double>(figure->guestUs),
                     FigureState::measured,
                     "",
                     {}});
        } else if (word == "end") {
            ended = true;
        }
    }
    if (!ended) result.facts.emplace_back("fault", "the file has no end: the run was not finished");
    if (result.figures.empty()) damaged(number, "expected figures, found none");
    return result;
}

} // namespace uaescope::core
