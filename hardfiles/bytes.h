// Bounds-checked writing of big-endian values, and the sum that most Amiga blocks carry. Reading is ByteCursor's.
#pragma once

#include "uaeplugin/capture/byte_cursor.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace uaescope::hardfiles {

using Bytes = std::vector<std::uint8_t>;
using ConstBytes = std::span<const std::uint8_t>;
using MutableBytes = std::span<std::uint8_t>;

using capture::longAt;
using capture::wordAt;

// They throw capture::OutOfBounds and then leave the bytes as they were.
void putWord(MutableBytes bytes, std::size_t offset, std::uint16_t value);
void putLong(MutableBytes bytes, std::size_t offset, std::uint32_t value);
void putText(MutableBytes bytes, std::size_t offset, std::string_view text);

// A length byte and that many characters; the caller has checked that the text fits its field.
void putBstr(MutableBytes bytes, std::size_t offset, std::string_view text);

// The text of a BSTR in a field of capacity bytes, length byte included; a longer length is cut to the field.
std::string_view bstrAt(ConstBytes bytes, std::size_t offset, std::size_t capacity);

// The sum of the first count longs, modulo 2^32. Blocks with a checksum have a sum of 0.
std::uint32_t sumOfLongs(ConstBytes bytes, std::size_t count);

// Puts into the long at offset what makes the sum of the first count longs 0.
void putChecksum(MutableBytes bytes, std::size_t offset, std::size_t count);

} // namespace uaescope::hardfiles
