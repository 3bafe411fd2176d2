#include "analyzer/core/figure.h"

#include <charconv>

namespace uaescope::core {
namespace {

template <typename T>
bool readNumber(std::string_view text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

} // namespace

std::optional<Figure> parseFigure(std::string_view line) {
    Figure figure;
    bool hasTest = false;
    bool hasCount = false;
    while (!line.empty()) {
        if (line.starts_with("why=")) {
            figure.whyNot = line.substr(4);
            break;
        }
        const std::size_t space = line.find(' ');
        const std::string_view word = line.substr(0, space);
        line = space == std::string_view::npos ? std::string_view() : line.substr(space + 1);
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos) continue;
        const std::string_view key = word.substr(0, equals);
        const std::string_view value = word.substr(equals + 1);
        bool good = true;
        if (key == "test") good = hasTest = readNumber(value, figure.test);
        if (key == "count") good = hasCount = readNumber(value, figure.count);
        if (key == "guest_us") good = readNumber(value, figure.guestUs);
        if (key == "step_ns") good = readNumber(value, figure.guestStepNs);
        if (key == "unit") figure.unit = value;
        if (!good) return std::nullopt;
    }
    if (hasTest && !figure.whyNot.empty()) return figure;
    if (!hasTest || !hasCount || figure.unit.empty()) return std::nullopt;
    return figure;
}

} // namespace uaescope::core
