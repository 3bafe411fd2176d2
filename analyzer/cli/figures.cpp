#include "analyzer/cli/figures.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace uaescope::cli {
namespace {

// Three significant digits, none after the point from 100 on.
std::string threeDigits(double value) {
    const double size = std::fabs(value);
    const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

struct Scaled {
    double value;
    const char* prefix;
};

Scaled scaled(double value) {
    constexpr std::array prefixes = {"", "k", "M", "G", "T"};
    std::size_t step = 0;
    while (std::fabs(value) >= 999.5 && step + 1 < prefixes.size()) {
        value /= 1000;
        ++step;
    }
    return {value, prefixes[step]};
}

std::string wholeWithGroups(double value) {
    return value >= 999.5 ? countText(static_cast<std::uint64_t>(std::llround(value))) : threeDigits(value);
}

} // namespace

std::string rateText(double rate, std::string_view unit) {
    if (unit != "bytes/s") return wholeWithGroups(rate) + " " + std::string(unit);
    return shortRateText(rate, unit);
}

std::string shortRateText(double rate, std::string_view unit) {
    if (unit != "bytes/s") return wholeWithGroups(rate) + "/s";
    const Scaled text = scaled(rate);
    return threeDigits(text.value) + " " + text.prefix + "B/s";
}

std::string bytesText(std::uint64_t bytes) {
    if (bytes < 1000) return std::to_string(bytes) + " B";
    const Scaled text = scaled(static_cast<double>(bytes));
    return threeDigits(text.value) + " " + text.prefix + "B";
}

std::string durationText(std::int64_t nanoseconds) {
    const double ns = static_cast<double>(nanoseconds);
    if (ns < 1e3) return std::to_string(nanoseconds) + " ns";
    if (ns < 999.5e3) return threeDigits(ns / 1e3) + " us";
    if (ns < 999.5e6) return threeDigits(ns / 1e6) + " ms";
    return threeDigits(ns / 1e9) + " s";
}

std::string percentText(double share) {
    const double percent = share * 100;
    std::array<char, 32> text{};
    const int decimals = percent > 0 && percent < 9.95 ? 1 : 0;
    std::snprintf(text.data(), text.size(), "%.*f %%", decimals, percent);
    if (percent > 0 && percent < 0.05) return "<0.1 %";
    return text.data();
}

std::string countText(std::uint64_t count) {
    std::string digits = std::to_string(count);
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, " ");
    }
    return digits;
}

} // namespace uaescope::cli
