#include "uaeplugin/capture/columns.h"

#include <algorithm>

namespace uaescope::capture {

void appendVarint(Bytes& bytes, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<std::uint8_t>(value | 0x80));
    bytes.push_back(static_cast<std::uint8_t>(value));
}

void appendZigzag(Bytes& bytes, std::int64_t value) {
    appendVarint(bytes, toZigzag(static_cast<std::uint64_t>(value)));
}

void ColumnWriter::begin(std::size_t count) {
    m_coded.clear();
    m_coded.reserve(count);
}

void ColumnWriter::end() {
    const auto zeros = static_cast<std::size_t>(std::count(m_coded.begin(), m_coded.end(), 0));
    if (zeros == m_coded.size()) {
        m_out.push_back(columnPredicted);
    } else if (zeros > m_coded.size() / 2) {
        m_out.push_back(columnSparse);
        std::uint64_t run = 0;
        for (const std::uint64_t coded : m_coded) {
            if (coded == 0) {
                ++run;
                continue;
            }
            appendVarint(m_out, run);
            appendVarint(m_out, coded);
            run = 0;
        }
        appendVarint(m_out, run);
    } else {
        m_out.push_back(columnDense);
        for (const std::uint64_t coded : m_coded) appendVarint(m_out, coded);
    }
}

void ColumnReader::begin(std::size_t count) {
    m_zeros = 0;
    m_sparse = false;
    switch (const std::uint8_t kind = m_in.byte()) {
    case columnPredicted: m_zeros = count; break;
    case columnDense: break;
    case columnSparse:
        m_sparse = true;
        m_zeros = m_in.varint();
        break;
    default: throw OutOfBounds("expected a column of kind 0, 1 or 2, found kind " + std::to_string(kind));
    }
}

} // namespace uaescope::capture
