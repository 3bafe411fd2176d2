// A run of a device's blocks, seen as a disk of its own with the block size of its file system.
#pragma once

#include "hardfiles/block_device.h"

#include <cstdint>
#include <span>
#include <string>

namespace uaescope::hardfiles {

constexpr std::size_t batchBytes = std::size_t{256} << 10; // what one call of the host moves at most

// Copies are cheap and refer to the same device, whose image must outlive them.
class PartitionWindow {
public:
    // Throws FormatError when the range leaves the device, or when the block size is not a multiple of the device's.
    PartitionWindow(BlockDevice device, BlockRange range, std::uint32_t blockSize, std::string partition = "");

    std::uint32_t blockSize() const { return m_blockSize; }
    // Whole blocks only; device blocks at the end that do not fill one are out of reach.
    std::uint64_t blocks() const { return m_blocks; }
    const std::string& partition() const { return m_partition; }
    // Of the block in the image, in bytes.
    std::uint64_t offsetOf(std::uint64_t block) const;

    // One block or several in a row. Throw FormatError outside the window.
    void read(std::uint64_t block, MutableBytes into) const;
    void write(std::uint64_t block, ConstBytes bytes);
    Bytes read(std::uint64_t block) const;
    // For a list of blocks and a place in it: how many of them from there on one call can move.
    std::size_t runAt(std::span<const std::uint32_t> blocks, std::size_t place) const;
    // Returns when what was written is on the medium.
    void sync() { m_device.sync(); }

    // "work.hdf: DH0: block 880", for messages.
    std::string where(std::uint64_t block) const;

private:
    std::uint64_t deviceBlock(std::uint64_t block, std::size_t bytes) const;

    BlockDevice m_device;
    std::uint64_t m_first;
    std::uint64_t m_blocks;
    std::uint32_t m_blockSize;
    std::string m_partition;
};

} // namespace uaescope::hardfiles
