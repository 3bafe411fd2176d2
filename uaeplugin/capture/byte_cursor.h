// Bounds-checked reading of bytes that came from outside. The one way in for every parser of the project.
//
// A cursor never owns its bytes. Every read past the end throws OutOfBounds; no state changes when it does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>

namespace uaescope::capture {

struct OutOfBounds : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Big-endian 16 and 32-bit values at a byte offset, as the Amiga stores them.
std::uint16_t wordAt(std::span<const std::uint8_t> bytes, std::size_t offset);
std::uint32_t longAt(std::span<const std::uint8_t> bytes, std::size_t offset);

class ByteCursor {
public:
    explicit ByteCursor(std::span<const std::uint8_t> bytes) : m_bytes(bytes) {}

    std::size_t position() const { return m_position; }
    std::size_t remaining() const { return m_bytes.size() - m_position; }
    bool atEnd() const { return remaining() == 0; }

    std::uint8_t byte() {
        if (m_position < m_bytes.size()) return m_bytes[m_position++];
        return take(1)[0];
    }
    std::uint32_t littleLong(); // 32 bits, little-endian
    std::uint64_t littleQuad(); // 64 bits, little-endian
    std::uint64_t varint() {    // LEB128, at most 10 bytes
        if (m_position < m_bytes.size() && m_bytes[m_position] < 0x80) return m_bytes[m_position++];
        return longVarint();
    }
    std::int64_t zigzag();                                 // signed varint
    std::span<const std::uint8_t> take(std::size_t count); // the next count bytes
    std::string_view text(std::size_t count);              // the same, as characters

private:
    std::uint64_t longVarint();

    std::span<const std::uint8_t> m_bytes;
    std::size_t m_position = 0;
};

} // namespace uaescope::capture
