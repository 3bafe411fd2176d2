// A column of numbers, each coded as its difference from a prediction. Writer and reader have the same interface, so
// that one template (record_codec.h) describes a record for both directions.
//
//   column = 0                                    every number is as predicted
//          | 1 zigzag*count                       one difference for each number
//          | 2 (run:varint zigzag)*n end:varint   differences that are not zero, each after a run of zeros; the last
//                                                 run reaches the end of the column
#pragma once

#include "uaeplugin/capture/byte_cursor.h"

#include <cstdint>
#include <vector>

namespace uaescope::capture {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t columnPredicted = 0;
constexpr std::uint8_t columnDense = 1;
constexpr std::uint8_t columnSparse = 2;

constexpr std::uint64_t toZigzag(std::uint64_t difference) { return difference << 1 ^ (~(difference >> 63) + 1); }
constexpr std::uint64_t fromZigzag(std::uint64_t coded) { return coded >> 1 ^ (~(coded & 1) + 1); }

void appendVarint(Bytes& bytes, std::uint64_t value);
void appendZigzag(Bytes& bytes, std::int64_t value);

class ColumnWriter {
public:
    static constexpr bool writes = true;
    explicit ColumnWriter(Bytes& out) : m_out(out) {}

    void number(std::uint64_t value) { appendVarint(m_out, value); }
    std::uint64_t count(std::uint64_t value) {
        number(value);
        return value;
    }
    void begin(std::size_t count);
    template <typename Field>
    void code(Field& field, std::uint64_t predicted) {
        m_coded.push_back(toZigzag(static_cast<std::uint64_t>(field) - predicted));
    }
    void end();

private:
    Bytes& m_out;
    std::vector<std::uint64_t> m_coded;
};

// Throws OutOfBounds on a column that its bytes do not fill.
class ColumnReader {
public:
    static constexpr bool writes = false;
    explicit ColumnReader(ByteCursor& in) : m_in(in) {}

    std::uint64_t count(std::uint64_t) { return m_in.varint(); }
    void begin(std::size_t count);
    template <typename Field>
    void code(Field& field, std::uint64_t predicted) {
        field = static_cast<Field>(predicted + difference());
    }
    void end() {}

private:
    std::uint64_t difference() {
        if (m_zeros > 0) {
            --m_zeros;
            return 0;
        }
        const std::uint64_t value = fromZigzag(m_in.varint());
        if (m_sparse) m_zeros = m_in.varint();
        return value;
    }

    ByteCursor& m_in;
    std::uint64_t m_zeros = 0; // differences of zero still to hand out
    bool m_sparse = false;
};

} // namespace uaescope::capture
