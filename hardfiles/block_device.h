// An image seen as numbered blocks of one size. Knows nothing of what is in them.
#pragma once

#include "hardfiles/image.h"

#include <cstdint>
#include <string>

namespace uaescope::hardfiles {

constexpr std::uint32_t sectorSize = 512;

// Does not own the image, which must outlive it. A tail shorter than a block is out of reach.
class BlockDevice {
public:
    explicit BlockDevice(Image& image, std::uint32_t blockSize = sectorSize)
        : m_image(&image), m_blockSize(blockSize) {}

    std::uint32_t blockSize() const { return m_blockSize; }
    std::uint64_t blocks() const { return m_image->size() / m_blockSize; }
    const std::string& name() const { return m_image->name(); }

    // One block or several in a row, as many as the bytes hold.
    void read(std::uint64_t block, MutableBytes into) const { m_image->read(block * m_blockSize, into); }
    void write(std::uint64_t block, ConstBytes bytes) { m_image->write(block * m_blockSize, bytes); }
    Bytes read(std::uint64_t block) const;

    // "work.hdf: block 3", for messages.
    std::string where(std::uint64_t block) const { return name() + ": block " + std::to_string(block); }

private:
    Image* m_image;
    std::uint32_t m_blockSize;
};

} // namespace uaescope::hardfiles
