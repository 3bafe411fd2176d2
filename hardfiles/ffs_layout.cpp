#include "hardfiles/ffs_layout.h"

#include <algorithm>

namespace uaescope::hardfiles::ffs {

std::uint8_t upperCase(std::uint8_t letter, DosType type) {
    constexpr std::uint8_t divisionSign = 0xf7; // the one sign among the accented letters
    const bool ascii = letter >= 'a' && letter <= 'z';
    const bool accented = letter >= 0xe0 && letter <= 0xfe && letter != divisionSign;
    return ascii || (accented && type.isInternational()) ? letter - 0x20 : letter;
}

bool sameName(std::string_view left, std::string_view right, DosType type) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), [type](char a, char b) {
        return upperCase(static_cast<std::uint8_t>(a), type) == upperCase(static_cast<std::uint8_t>(b), type);
    });
}

std::uint32_t hashSlot(std::string_view name, DosType type, std::uint32_t slots) {
    auto hash = static_cast<std::uint32_t>(name.size());
    for (const char c : name) hash = (hash * 13 + upperCase(static_cast<std::uint8_t>(c), type)) & 0x7ff;
    return hash % slots;
}

bool isName(std::string_view name, std::size_t longest) {
    const auto allowed = [](char c) {
        const auto byte = static_cast<std::uint8_t>(c);
        return byte >= 0x20 && (byte & 0xe0) != 0x80 && byte != 0x7f && c != ':' && c != '/';
    };
    return !name.empty() && name.size() <= longest && std::all_of(name.begin(), name.end(), allowed);
}

} // namespace uaescope::hardfiles::ffs
