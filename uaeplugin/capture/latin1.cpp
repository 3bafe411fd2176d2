#include "uaeplugin/capture/latin1.h"

namespace uaescope::capture {

std::string utf8FromLatin1(std::span<const std::uint8_t> text) {
    std::string utf8;
    utf8.reserve(text.size());
    for (const std::uint8_t character : text) {
        if (character < 0x80) {
            utf8.push_back(static_cast<char>(character));
        } else {
            utf8.push_back(static_cast<char>(0xc0 | character >> 6));
            utf8.push_back(static_cast<char>(0x80 | (character & 0x3f)));
        }
    }
    return utf8;
}

} // namespace uaescope::capture
