// Columns of text, aligned. Widths count characters as a terminal shows them (UTF-8, no wide ones).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace uaescope::cli {

enum class Align { left, right };

class TextTable {
public:
    explicit TextTable(std::vector<Align> columns) : m_columns(std::move(columns)) {}

    void addRow(std::vector<std::string> cells);
    void addRule(); // a line of dashes over the whole width
    std::string text(std::string_view gap = "  ") const;

private:
    std::vector<Align> m_columns;
    std::vector<std::vector<std::string>> m_rows; // an empty row is a rule
};

std::size_t shownWidth(std::string_view utf8);
std::string padded(std::string_view text, std::size_t width, Align align);

// Breaks at blanks; the first line is indented by first, further ones by rest.
std::string wrapped(std::string_view text, std::size_t width, std::string_view first, std::string_view rest);

} // namespace uaescope::cli
