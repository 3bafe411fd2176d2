// An image seen as numbered blocks of one size. Knows nothing of what is in them.
#pragma once

#include "hardfiles/image.h"

#include <cstdint>
#include <string>

namespace uaescope::hardfiles {

constexpr std::uint32_t sectorSize = 512;

// A run of blocks.
struct BlockRange {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
};

// Does not own the image, which must outlive it. A tail shorter than a block is out of reach.
class BlockDevice {
public:
    explicit BlockDevice(Image& image, std::uint32_t blockSize = sectorSize)
        : m_image(&image), m_blockSize(blockSize), m_blocks(image.size() / blockSize) {}

    // A part of it, which is inside, as a device of its own.
    BlockDevice part(const BlockRange& range) const {
        BlockDevice device = *this;
        device.m_first += range.first;
        device.m_blocks = range.count;
        return device;
    }

    std::uint32_t blockSize() const { return m_blockSize; }
    std::uint64_t blocks() const { return m_blocks; }
    const std::string& name() const { return m_image->name(); }
    // Of a block in the image, in bytes.
    std::uint64_t offsetOf(std::uint64_t block) const { return (m_first + block) * m_blockSize; }

    // One block or several in a row, as many as the bytes hold.
    void read(std::uint64_t block, MutableBytes into) const { m_image->read(offsetOf(block), into); }
    void write(std::uint64_t block, ConstBytes bytes) { m_image->write(offsetOf(block), bytes); }
    Bytes read(std::uint64_t block) const;
    void sync() { m_image->sync(); }

    // "work.hdf: block 3", for messages.
    std::string where(std::uint64_t block) const { return name() + ": block " + std::to_string(block); }

private:
    Image* m_image;
    std::uint32_t m_blockSize;
    std::uint64_t m_first = 0, m_blocks;
};

} // namespace uaescope::hardfiles
