#include "hardfiles/bytes.h"

#include <algorithm>
#include <string>

namespace uaescope::hardfiles {

namespace {

MutableBytes rangeAt(MutableBytes bytes, std::size_t offset, std::size_t count) {
    if (offset > bytes.size() || count > bytes.size() - offset)
        throw capture::OutOfBounds("offset " + std::to_string(offset) + ": no room for " + std::to_string(count) +
                                   " bytes in a block of " + std::to_string(bytes.size()));
    return bytes.subspan(offset, count);
}

} // namespace

void putWord(MutableBytes bytes, std::size_t offset, std::uint16_t value) {
    const auto at = rangeAt(bytes, offset, 2);
    at[0] = static_cast<std::uint8_t>(value >> 8);
    at[1] = static_cast<std::uint8_t>(value);
}

void putLong(MutableBytes bytes, std::size_t offset, std::uint32_t value) {
    const auto at = rangeAt(bytes, offset, 4);
    for (std::size_t i = 0; i < 4; ++i) at[i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}

void putText(MutableBytes bytes, std::size_t offset, std::string_view text) {
    std::copy(text.begin(), text.end(), rangeAt(bytes, offset, text.size()).begin());
}

void putBstr(MutableBytes bytes, std::size_t offset, std::string_view text) {
    const auto at = rangeAt(bytes, offset, text.size() + 1);
    at[0] = static_cast<std::uint8_t>(text.size());
    std::copy(text.begin(), text.end(), at.begin() + 1);
}

std::string_view bstrAt(ConstBytes bytes, std::size_t offset, std::size_t capacity) {
    capture::ByteCursor cursor(bytes);
    cursor.take(offset);
    const std::size_t length = cursor.byte();
    return cursor.text(std::min(length, capacity - 1));
}

std::uint32_t sumOfLongs(ConstBytes bytes, std::size_t count) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += longAt(bytes, 4 * i);
    return sum;
}

void putChecksum(MutableBytes bytes, std::size_t offset, std::size_t count) {
    putLong(bytes, offset, 0);
    putLong(bytes, offset, 0u - sumOfLongs(bytes, count));
}

} // namespace uaescope::hardfiles
