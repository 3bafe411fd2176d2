// A load file as a handler is one, made of nothing but its header, one hunk of code and its end.
#pragma once

#include "hardfiles/bytes.h"

#include <string>

namespace uaescope::hardfiles::testing {

// With so many longs of code, at least enough for the text, which stands at their end.
inline Bytes handlerFile(std::size_t longs, const std::string& text) {
    longs = std::max(longs, (text.size() + 7) / 4);
    Bytes file(4 * (longs + 9));
    const auto size = static_cast<std::uint32_t>(longs);
    // Header: no names, one hunk, from 0 to 0, of this size. Then the hunk: code of this size, and its end.
    const std::uint32_t header[] = {0x3f3, 0, 1, 0, 0, size, 0x3e9, size};
    for (std::size_t i = 0; i < 8; ++i) putLong(file, 4 * i, header[i]);
    for (std::size_t i = 0; i < longs; ++i) putLong(file, 32 + 4 * i, static_cast<std::uint32_t>(0x4e710000 + i));
    if (!text.empty()) putText(file, file.size() - 8 - (text.size() + 3) / 4 * 4, text + '\0');
    putLong(file, file.size() - 4, 0x3f2);
    return file;
}

} // namespace uaescope::hardfiles::testing
