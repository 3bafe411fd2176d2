#include "analyzer/cli/text_table.h"

#include <algorithm>

namespace uaescope::cli {

std::size_t shownWidth(std::string_view utf8) {
    return static_cast<std::size_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(std::string_view text, std::size_t width, Align align) {
    const std::size_t shown = shownWidth(text);
    const std::string blanks(width > shown ? width - shown : 0, ' ');
    return align == Align::left ? std::string(text) + blanks : blanks + std::string(text);
}

void TextTable::addRow(std::vector<std::string> cells) {
    cells.resize(m_columns.size());
    m_rows.push_back(std::move(cells));
}

void TextTable::addRule() { m_rows.emplace_back(); }

std::string TextTable::text(std::string_view gap) const {
    std::vector<std::size_t> widths(m_columns.size(), 0);
    for (const auto& row : m_rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], shownWidth(row[i]));
    std::size_t whole = gap.size() * (m_columns.empty() ? 0 : m_columns.size() - 1);
    for (const std::size_t width : widths) whole += width;
    std::string out;
    for (const auto& row : m_rows) {
        std::string line = row.empty() ? std::string(whole, '-') : "";
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) line += gap;
            line += padded(row[i], widths[i], m_columns[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view first, std::string_view rest) {
    std::string out;
    std::string line(first);
    bool fresh = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) continue;
        if (!fresh && shownWidth(line) + 1 + shownWidth(word) > width) {
            out += line + "\n";
            line = rest;
            fresh = true;
        }
        if (!fresh) line += ' ';
        line += word;
        fresh = false;
    }
    return out + line + "\n";
}

} // namespace uaescope::cli
