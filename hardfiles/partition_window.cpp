#include "hardfiles/partition_window.h"

#include "hardfiles/error.h"

namespace uaescope::hardfiles {

PartitionWindow::PartitionWindow(BlockDevice device, BlockRange range, std::uint32_t blockSize, std::string partition)
    : m_device(device), m_first(range.first), m_blocks(0), m_blockSize(blockSize), m_partition(std::move(partition)) {
    if (blockSize == 0 || blockSize % device.blockSize() != 0)
        throw FormatError(device.name() + ": expected a multiple of " + std::to_string(device.blockSize()) +
                          " as block size, found " + std::to_string(blockSize));
    if (range.first > device.blocks() || range.count > device.blocks() - range.first)
        throw FormatError(device.where(range.first) + ": expected room for " + std::to_string(range.count) +
                          " blocks, but the image has only " + std::to_string(device.blocks()) +
                          " in all; it may be cut off");
    m_blocks = range.count / (blockSize / device.blockSize());
}

std::uint64_t PartitionWindow::offsetOf(std::uint64_t block) const {
    return m_device.offsetOf(m_first) + block * m_blockSize;
}

std::uint64_t PartitionWindow::deviceBlock(std::uint64_t block, std::size_t bytes) const {
    const std::uint64_t count = (bytes + m_blockSize - 1) / m_blockSize;
    if (block > m_blocks || count > m_blocks - block)
        throw FormatError(where(block) + ": expected a block below " + std::to_string(m_blocks));
    return m_first + block * (m_blockSize / m_device.blockSize());
}

void PartitionWindow::read(std::uint64_t block, MutableBytes into) const {
    m_device.read(deviceBlock(block, into.size()), into);
}

void PartitionWindow::write(std::uint64_t block, ConstBytes bytes) {
    m_device.write(deviceBlock(block, bytes.size()), bytes);
}

Bytes PartitionWindow::read(std::uint64_t block) const {
    Bytes bytes(m_blockSize);
    read(block, bytes);
    return bytes;
}

std::size_t PartitionWindow::runAt(std::span<const std::uint32_t> blocks, std::size_t place) const {
    std::size_t count = 1;
    while (place + count < blocks.size() && blocks[place + count] == blocks[place] + count &&
           (count + 1) * m_blockSize <= batchBytes)
        ++count;
    return count;
}

std::string PartitionWindow::where(std::uint64_t block) const {
    const std::string prefix = m_device.name() + ": " + (m_partition.empty() ? "" : m_partition + ": ");
    return prefix + "block " + std::to_string(block);
}

} // namespace uaescope::hardfiles
