#include "uaeplugin/capture/byte_cursor.h"

#include <string>

namespace uaescope::capture {

namespace {

std::span<const std::uint8_t> rangeAt(std::span<const std::uint8_t> bytes, std::size_t offset, std::size_t count) {
    if (offset > bytes.size() || count > bytes.size() - offset)
        throw OutOfBounds("offset " + std::to_string(offset) + ": expected " + std::to_string(count) +
                          " more bytes, found the end at " + std::to_string(bytes.size()));
    return bytes.subspan(offset, count);
}

template <typename Value>
Value littleEndian(std::span<const std::uint8_t> bytes) {
    Value value = 0;
    for (std::size_t i = 0; i < sizeof(Value); ++i) value |= static_cast<Value>(bytes[i]) << (8 * i);
    return value;
}

} // namespace

std::uint16_t wordAt(std::span<const std::uint8_t> bytes, std::size_t offset) {
    const auto b = rangeAt(bytes, offset, 2);
    return static_cast<std::uint16_t>(b[0] << 8 | b[1]);
}

std::uint32_t longAt(std::span<const std::uint8_t> bytes, std::size_t offset) {
    const auto b = rangeAt(bytes, offset, 4);
    return std::uint32_t{b[0]} << 24 | std::uint32_t{b[1]} << 16 | std::uint32_t{b[2]} << 8 | b[3];
}

std::uint32_t ByteCursor::littleLong() { return littleEndian<std::uint32_t>(take(4)); }

std::uint64_t ByteCursor::littleQuad() { return littleEndian<std::uint64_t>(take(8)); }

std::uint64_t ByteCursor::longVarint() {
    constexpr int maxShift = 63;
    std::uint64_t value = 0;
    std::size_t at = m_position;
    for (int shift = 0; shift <= maxShift; shift += 7, ++at) {
        const std::uint8_t next = rangeAt(m_bytes, at, 1)[0];
        if (shift == maxShift && next > 1) break;
        value |= std::uint64_t{next & 0x7fu} << shift;
        if ((next & 0x80) == 0) {
            m_position = at + 1;
            return value;
        }
    }
    throw OutOfBounds("offset " + std::to_string(m_position) +
                      ": expected a number of at most 64 bits, found a longer one");
}

std::int64_t ByteCursor::zigzag() {
    const std::uint64_t value = varint();
    return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

std::span<const std::uint8_t> ByteCursor::take(std::size_t count) {
    const auto taken = rangeAt(m_bytes, m_position, count);
    m_position += count;
    return taken;
}

std::string_view ByteCursor::text(std::size_t count) {
    const auto taken = take(count);
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
}

} // namespace uaescope::capture
