// The bitmap of a volume as a place to take blocks from. Nothing is written before write().
#pragma once

#include "hardfiles/ffs_volume.h"

#include <cstdint>
#include <map>
#include <vector>

namespace uaescope::hardfiles {

struct FreeRun {
    std::uint32_t first = 0, count = 0;
};

class FreeBlocks {
public:
    // Reads where the bitmap lies; its pages are read when they are needed. The volume must outlive it.
    explicit FreeBlocks(const FfsVolume& volume);

    // So many blocks, in as few pieces as come first from the block near on. Throws Error when there are not so many;
    // nothing is taken then.
    std::vector<FreeRun> take(std::uint64_t count, std::uint32_t near);
    void give(std::uint32_t block);

    // Forgets what was taken and given since the last write: the change that needed it came to nothing.
    void discard();

    // Writes the pages that changed.
    void write(PartitionWindow& window);

private:
    Bytes& page(std::uint64_t index);
    bool isFree(std::uint64_t block);
    void mark(std::uint64_t block, bool free);
    // The first free block from one on, before the end; the end when there is none.
    std::uint64_t nextFree(std::uint64_t from, std::uint64_t end);
    void collect(std::uint64_t from, std::uint64_t end, std::uint64_t& missing, std::vector<FreeRun>& runs);

    const FfsVolume& m_volume;
    std::uint32_t m_covered; // blocks of a page
    std::vector<std::uint32_t> m_numbers;
    std::map<std::uint64_t, Bytes> m_changed;
    Bytes m_page; // one that did not change, read last
    std::uint64_t m_pageIndex;
};

} // namespace uaescope::hardfiles
