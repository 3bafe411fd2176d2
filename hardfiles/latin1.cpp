#include "hardfiles/latin1.h"

#include "hardfiles/error.h"

#include <cstddef>
#include <cstdint>

namespace uaescope::hardfiles {

namespace {

struct Sequence {
    std::size_t length = 0; // 0: not UTF-8
    std::uint32_t character = 0;
};

// The character at the start of the text: the shortest form only, no surrogates.
Sequence decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80) return {1, first};
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length) return {};
    std::uint32_t character = first & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return {};
        character = character << 6 | (byte(i) & 0x3fu);
    }
    const bool tooLong = (length == 3 && character < 0x800) || (length == 4 && character < 0x10000);
    if (tooLong || character > 0x10ffff || (character >= 0xd800 && character <= 0xdfff)) return {};
    return {length, character};
}

std::string escaped(std::uint8_t byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    return {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
}

} // namespace

std::string utf8FromLatin1(std::string_view text) {
    std::string utf8;
    for (const char c : text) {
        const auto byte = static_cast<std::uint8_t>(c);
        if (byte >= 0x80) utf8 += static_cast<char>(0xc0 | byte >> 6);
        utf8 += byte < 0x80 ? c : static_cast<char>(0x80 | (byte & 0x3f));
    }
    return utf8;
}

std::string printable(std::string_view utf8) {
    std::string text;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto byte = static_cast<std::uint8_t>(utf8[i]);
        const auto next = i + 1 < utf8.size() ? static_cast<std::uint8_t>(utf8[i + 1]) : std::uint8_t{0};
        if (byte < 0x20 || byte == 0x7f) {
            text += escaped(byte);
        } else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {
            text += escaped(next);
            ++i;
        } else {
            text += utf8[i];
        }
    }
    return text;
}

std::string pathPart(std::string_view name) {
    std::string part;
    for (const char c : name) {
        if (c == '/' || c == ':')
            part += escaped(static_cast<std::uint8_t>(c));
        else
            part += c;
    }
    return part;
}

std::string latin1FromUtf8(std::string_view text) {
    std::string latin1;
    for (std::string_view rest = text; !rest.empty();) {
        const Sequence next = decode(rest);
        if (next.length == 0 || next.character > 0xff)
            throw UsageError("'" + validUtf8(text) + "': a name on an Amiga volume has only the letters of Latin-1");
        latin1 += static_cast<char>(next.character);
        rest.remove_prefix(next.length);
    }
    return latin1;
}

std::string validUtf8(std::string_view text) {
    std::string valid;
    while (!text.empty()) {
        const std::size_t length = decode(text).length;
        if (length == 0)
            valid += "\xef\xbf\xbd";
        else
            valid += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return valid;
}

} // namespace uaescope::hardfiles
