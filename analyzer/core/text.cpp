#include "analyzer/core/text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace uaescope::core {
namespace {

std::string fixed(double value, int digits) {
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
    return buffer.data();
}

} // namespace

std::string counted(std::uint64_t count, const char* one, const char* many) {
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

std::string numberText(double value) {
    const bool whole = std::abs(value) >= 9.95 || std::abs(value - std::round(value)) < 0.05;
    return fixed(value, whole ? 0 : 1);
}

std::string amountText(double amount, const char* one, const char* many) {
    const std::string number = numberText(amount);
    return number + ' ' + (number == "1" ? one : many);
}

std::string listText(std::span<const std::string> items) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
        text += items[i];
    }
    return text;
}

std::string bytesText(double bytes) {
    if (bytes < 1024) return amountText(bytes, "byte", "bytes");
    double value = bytes / 1024;
    const char* unit = " KiB";
    for (const char* larger : {" MiB", " GiB"})
        if (value >= 1024) value /= 1024, unit = larger;
    return numberText(value) + unit;
}

std::string secondsText(std::int64_t ns) { return fixed(static_cast<double>(ns) / 1e9, 3) + " s"; }

std::string percentText(double share) {
    const double percent = share * 100;
    return fixed(percent, percent != 0 && std::abs(percent) < 1 ? 1 : 0) + " %";
}

std::string factorText(double value) { return fixed(value, value < 10 ? 2 : value < 100 ? 1 : 0); }

} // namespace uaescope::core
