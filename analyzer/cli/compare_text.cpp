#include "analyzer/cli/compare_text.h"

#include "analyzer/cli/figures.h"
#include "analyzer/cli/text_table.h"

#include <algorithm>

namespace uaescope::cli {
namespace {

const char* stateMark(core::FigureState state) {
    switch (state) {
    case core::FigureState::measured: return "";
    case core::FigureState::notMeasured: return "-";
    case core::FigureState::belowResolution: return "too short";
    case core::FigureState::invalid: return "invalid";
    }
    return "";
}

std::string rateOf(const core::Cell& cell, const std::string& unit) {
    if (cell.state != core::FigureState::measured) return stateMark(cell.state);
    return (cell.wideSpread ? "~" : "") + shortRateText(cell.median, unit);
}

std::string shareOfHost(const core::Cell& cell) {
    return cell.passThrough ? percentText(*cell.passThrough) : std::string();
}

double widestSpread(const core::Row& row) {
    double widest = 0;
    for (const core::Cell& cell : row.cells) widest = std::max(widest, cell.spread);
    return widest;
}

bool repeated(const core::Comparison& comparison) {
    return std::any_of(comparison.runCounts.begin(), comparison.runCounts.end(), [](std::size_t n) { return n > 1; });
}

// The table for setups [first, last): name; for each setup its rate and its share of the host's; host; spread.
std::string table(const core::Comparison& comparison, std::size_t first, std::size_t last) {
    const bool host = !comparison.hostMode.empty();
    const bool spread = repeated(comparison);
    std::vector<Align> columns{Align::left};
    std::vector<std::string> names{""};
    std::vector<std::string> heads{"test"};
    for (std::size_t i = first; i < last; ++i) {
        columns.insert(columns.end(), {Align::right, Align::right});
        names.insert(names.end(), {comparison.setups[i], ""});
        heads.insert(heads.end(), {"rate", host ? "of host" : ""});
    }
    columns.insert(columns.end(), {Align::right, Align::right});
    names.insert(names.end(), {host ? "host" : "", ""});
    heads.insert(heads.end(), {host ? comparison.hostMode : "", spread ? "spread" : ""});
    TextTable text(columns);
    text.addRow(names);
    text.addRow(heads);
    text.addRule();
    for (const core::Row& row : comparison.rows) {
        std::vector<std::string> cells{row.name};
        for (std::size_t i = first; i < last; ++i)
            cells.insert(cells.end(), {rateOf(row.cells[i], row.unit), shareOfHost(row.cells[i])});
        cells.push_back(row.host ? rateOf(*row.host, row.unit) : "");
        cells.push_back(spread ? percentText(widestSpread(row)) : "");
        text.addRow(cells);
    }
    return text.text();
}

std::size_t widthOf(const std::string& text) {
    std::size_t widest = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        widest = std::max(widest, shownWidth(std::string_view(text).substr(begin, end - begin)));
        begin = end + 1;
    }
    return widest;
}

// As many setups beside each other as the width takes, the rest in further tables.
std::string tables(const core::Comparison& comparison, std::size_t width) {
    std::string out;
    for (std::size_t first = 0; first < comparison.setups.size();) {
        std::size_t last = comparison.setups.size();
        std::string text = table(comparison, first, last);
        while (last > first + 1 && widthOf(text) > width) text = table(comparison, first, --last);
        out += (out.empty() ? "" : "\n") + text;
        first = last;
    }
    return out;
}

std::string heading(const char* text, const Look& look) {
    return "\n" + painted(text, Colour::bold, look.paint) + "\n";
}

std::string repeatsText(const core::Comparison& comparison) {
    if (comparison.runCounts.empty()) return "";
    const auto [least, most] = std::minmax_element(comparison.runCounts.begin(), comparison.runCounts.end());
    const std::string runs =
        *least == *most ? std::to_string(*most) : std::to_string(*least) + " to " + std::to_string(*most);
    return *most == 1 ? "one run of each setup" : "medians of " + runs + " runs of each setup";
}

std::string legend(const core::Comparison& comparison, const Look& look) {
    std::string text;
    if (!comparison.hostMode.empty())
        text += "host: the same work without an emulator (" + comparison.hostMode +
                "); of host: the share of it that the guest reaches. ";
    if (repeated(comparison)) text += "spread: slowest to fastest run, the widest of the row; ~ over 10 %. ";
    if (text.empty()) return "";
    return painted(wrapped(text, look.width, "", ""), Colour::dim, look.paint);
}

std::string notes(const core::Comparison& comparison, const Look& look) {
    std::string out;
    for (const core::Row& row : comparison.rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            if (row.cells[i].state != core::FigureState::measured && !row.cells[i].note.empty())
                out += wrapped(row.name + " on " + comparison.setups[i] + ": " + row.cells[i].note, look.width, "  ",
                               "    ");
    return out;
}

std::string bullets(const std::vector<std::string>& sentences, const Look& look) {
    std::string out;
    for (const std::string& sentence : sentences) out += wrapped(sentence, look.width, "  - ", "    ");
    return out;
}

} // namespace

std::string compareText(const core::Comparison& comparison, const Look& look) {
    std::string out = painted(comparison.suite, Colour::bold, look.paint) + ", " + repeatsText(comparison) + "\n\n";
    out += tables(comparison, look.width) + legend(comparison, look) + notes(comparison, look);
    std::vector<std::string> reasons;
    for (const core::Reason& reason : comparison.reasons) reasons.push_back(reason.text);
    if (!reasons.empty()) out += heading("Why", look) + bullets(reasons, look);
    std::vector<std::string> verdicts;
    for (const core::Verdict& verdict : comparison.verdicts) verdicts.push_back(verdict.text);
    if (!verdicts.empty()) out += heading("Verdict", look) + bullets(verdicts, look);
    if (!comparison.warnings.empty()) out += heading("Mind", look) + bullets(comparison.warnings, look);
    return out;
}

} // namespace uaescope::cli
