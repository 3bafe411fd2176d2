#include "hardfiles/size_text.h"

#include "hardfiles/error.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <limits>

namespace uaescope::hardfiles {

namespace {

constexpr std::string_view units = "KMGT";

[[noreturn]] void refuse(std::string_view text, const char* why) {
    throw UsageError("size '" + std::string(text) + "': " + why +
                     "; give bytes, or a number with K, M, G or T like 64M");
}

// The shift of a unit at the start of the text, which it is cut off; 0 when there is none.
int takeUnit(std::string_view& text) {
    if (text.empty()) return 0;
    const auto unit = units.find(static_cast<char>(std::toupper(static_cast<unsigned char>(text.front()))));
    if (unit == std::string_view::npos) return 0;
    text.remove_prefix(1);
    if (text == "B" || text == "b" || text == "iB" || text == "ib") text = {};
    return 10 * static_cast<int>(unit + 1);
}

// The digits after the point as thousandths; at most three of them.
std::uint64_t takeThousandths(std::string_view& rest, std::string_view text) {
    std::uint64_t thousandths = 0;
    std::uint64_t weight = 100;
    while (!rest.empty() && rest.front() >= '0' && rest.front() <= '9') {
        if (weight == 0) refuse(text, "more than three digits after the point");
        thousandths += weight * static_cast<std::uint64_t>(rest.front() - '0');
        weight /= 10;
        rest.remove_prefix(1);
    }
    return thousandths;
}

} // namespace

std::uint64_t parseSize(std::string_view text) {
    std::uint64_t whole = 0;
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
    if (error == std::errc::invalid_argument) refuse(text, "not a size");
    if (error == std::errc::result_out_of_range) refuse(text, "too large");
    std::string_view rest = text.substr(static_cast<std::size_t>(stopped - text.data()));
    std::uint64_t thousandths = 0;
    const bool fraction = !rest.empty() && rest.front() == '.';
    if (fraction) {
        rest.remove_prefix(1);
        thousandths = takeThousandths(rest, text);
    }
    const int shift = takeUnit(rest);
    if (!rest.empty()) refuse(text, "not a size");
    if (fraction && shift == 0) refuse(text, "a fraction of a byte");
    if (whole > (std::numeric_limits<std::uint64_t>::max() >> shift)) refuse(text, "too large");
    const std::uint64_t bytes = (whole << shift) + (thousandths << shift) / 1000;
    if (bytes == 0) refuse(text, "nothing fits into 0 bytes");
    return bytes;
}

std::string sizeText(std::uint64_t bytes) {
    if (bytes < 1024) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
    int shift = 10;
    while (shift < 40 && bytes >> (shift + 10) != 0) shift += 10;
    const char unit = units[static_cast<std::size_t>(shift / 10 - 1)];
    const std::uint64_t whole = bytes >> shift;
    const auto tenths = static_cast<unsigned>(((bytes & ((std::uint64_t{1} << shift) - 1)) * 10) >> shift);
    std::array<char, 48> text{};
    if (tenths == 0)
        std::snprintf(text.data(), text.size(), "%llu %ciB", static_cast<unsigned long long>(whole), unit);
    else
        std::snprintf(text.data(), text.size(), "%llu.%u %ciB", static_cast<unsigned long long>(whole), tenths, unit);
    return text.data();
}

} // namespace uaescope::hardfiles
