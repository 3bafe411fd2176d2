// An image in memory that remembers only the sectors that were written, so that tests can be as large as they like and
// see what was touched.
#pragma once

#include "hardfiles/image.h"

#include <cstdint>
#include <map>
#include <string>

namespace uaescope::hardfiles::testing {

class SparseImage : public Image {
public:
    // Every byte that was never written reads as fill.
    explicit SparseImage(std::uint64_t size, std::uint8_t fill = 0) : m_size(size), m_fill(fill) {}

    const std::string& name() const override { return m_name; }
    std::uint64_t size() const override { return m_size; }
    void read(std::uint64_t offset, MutableBytes into) const override;
    void write(std::uint64_t offset, ConstBytes bytes) override;

    void resize(std::uint64_t size) { m_size = size; }
    // By their numbers, in sectors of 512 bytes.
    const std::map<std::uint64_t, Bytes>& writtenSectors() const { return m_sectors; }

private:
    std::string m_name = "memory";
    std::uint64_t m_size;
    std::uint8_t m_fill;
    std::map<std::uint64_t, Bytes> m_sectors;
};

} // namespace uaescope::hardfiles::testing
