// The part of FfsVolume that reads the bitmap.
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_volume.h"
#include "hardfiles/finding_log.h"

#include <algorithm>
#include <bit>
#include <unordered_set>
#include <utility>

namespace uaescope::hardfiles {

namespace {

// Free blocks among the first count of a page.
std::uint64_t freeIn(ConstBytes page, std::uint64_t count) {
    std::uint64_t free = 0;
    for (std::size_t offset = 4; count != 0; offset += 4) {
        const auto bits = static_cast<unsigned>(std::min<std::uint64_t>(count, 32));
        const std::uint32_t mask = bits == 32 ? 0xffffffffu : (1u << bits) - 1;
        free += static_cast<std::uint64_t>(std::popcount(longAt(page, offset) & mask));
        count -= bits;
    }
    return free;
}

} // namespace

BitmapBlocks FfsVolume::bitmapBlocks(Findings& findings) const {
    const std::uint64_t count = ffs::bitmapPages(m_info.blocks, m_info.reserved, m_info.blockSize);
    const Bytes root = m_window.read(m_info.root);
    BitmapBlocks found;
    const auto take = [&](ConstBytes block, std::size_t offset, std::uint32_t slots) {
        for (std::uint32_t slot = 0; slot < slots && found.pages.size() < count; ++slot)
            found.pages.push_back(longAt(block, offset + 4 * std::size_t{slot}));
    };
    take(root, root.size() - ffs::fromEnd::bitmapPages, ffs::rootBitmapPages);
    std::unordered_set<std::uint32_t> seen;
    std::uint32_t extension = longAt(root, root.size() - ffs::fromEnd::bitmapExtension);
    while (found.pages.size() < count) {
        if (!inRange(extension) || !seen.insert(extension).second) {
            findings.push_back(finding(inRange(extension) ? "loop" : "out-of-range", extension,
                                       "expected the next bitmap extension block here, with " +
                                           std::to_string(count - found.pages.size()) + " pages still to name"));
            return found;
        }
        found.extensions.push_back(extension);
        const Bytes block = m_window.read(extension);
        const std::uint32_t slots = ffs::pagesOfExtension(m_info.blockSize);
        take(block, 0, slots);
        extension = longAt(block, 4 * std::size_t{slots});
    }
    return found;
}

Usage FfsVolume::usage(Findings& findings) const {
    const std::uint64_t covered = ffs::blocksOfPage(m_info.blockSize);
    Usage usage;
    FindingLog log; // a volume of a few blocks can claim to have a bitmap of a million
    std::uint64_t first = m_info.reserved;
    Bytes page(m_info.blockSize);
    for (const std::uint32_t block : bitmapBlocks(findings).pages) {
        const std::uint64_t count = std::min(covered, m_info.blocks - first);
        first += count;
        if (!inRange(block)) {
            log.add(finding("out-of-range", block, "a bitmap page would be here, outside the volume"));
            continue;
        }
        m_window.read(block, page);
        if (sumOfLongs(page, page.size() / 4) != 0)
            log.add(finding("bad-checksum", block, "the checksum of this bitmap page is wrong"));
        else
            usage.freeBlocks += freeIn(page, count);
    }
    for (Finding& finding : log.take()) findings.push_back(std::move(finding));
    usage.usedBlocks = m_info.blocks - usage.freeBlocks;
    return usage;
}

} // namespace uaescope::hardfiles
