#include "hardfiles/dos_type.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>

namespace uaescope::hardfiles {

namespace {

std::optional<DosType> parseNumber(std::string_view hex) {
    std::uint32_t value = 0;
    const auto end = hex.data() + hex.size();
    const auto [stopped, error] = std::from_chars(hex.data(), end, value, 16);
    if (hex.empty() || error != std::errc() || stopped != end) return std::nullopt;
    return DosType(value);
}

} // namespace

std::optional<DosType> DosType::parse(std::string_view text) {
    if (text.starts_with("0x") || text.starts_with("0X")) return parseNumber(text.substr(2));
    if (text.size() < 4 || text.size() > 5) return std::nullopt;
    std::uint32_t value = 0;
    for (const char c : text.substr(0, 3))
        value = value << 8 | static_cast<std::uint32_t>(std::toupper(static_cast<unsigned char>(c)));
    const char digit = text.back();
    if ((text.size() == 5 && text[3] != '\\') || digit < '0' || digit > '9') return std::nullopt;
    return DosType(value << 8 | static_cast<std::uint32_t>(digit - '0'));
}

std::string DosType::text() const {
    std::string text;
    for (int shift = 24; shift >= 0; shift -= 8) {
        const unsigned byte = m_value >> shift & 0xff;
        if (byte > ' ' && byte < 0x7f)
            text += static_cast<char>(byte);
        else
            text += '\\' + std::to_string(byte);
    }
    return text;
}

std::string DosType::word() const {
    std::string letters;
    for (int shift = 24; shift > 0; shift -= 8) letters += static_cast<char>(m_value >> shift & 0xff);
    letters += static_cast<char>('0' + (m_value & 0xff));
    const auto isPlain = [](unsigned char c) { return std::isalnum(c) != 0; };
    if (std::all_of(letters.begin(), letters.end(), isPlain) && parse(letters) == *this) return letters;
    std::array<char, 11> hex{};
    std::snprintf(hex.data(), hex.size(), "0x%08X", m_value);
    return hex.data();
}

std::string DosType::description() const {
    if (isSfs()) return "SFS";
    if (isPfs()) return "PFS3";
    if (!isDos()) return "";
    std::string text = isFfs() ? "FFS" : "OFS";
    if (isInternational()) text += ", international";
    if (hasDirectoryCache()) text += ", directory cache";
    if (hasLongNames()) text += ", long names";
    return text;
}

} // namespace uaescope::hardfiles
