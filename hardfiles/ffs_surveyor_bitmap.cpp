// The part of the survey that compares the bitmap with what is in use.
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_surveyor.h"

#include <algorithm>

namespace uaescope::hardfiles {

void Surveyor::compareBitmap() {
    if (!m_info.bitmapValid)
        return report({Severity::warning, "not-validated", m_info.root, 0},
                      "the bitmap is marked invalid: the volume was not closed in order; the Amiga validates it when "
                      "it is mounted");
    const std::uint64_t covered = ffs::blocksOfPage(m_info.blockSize);
    std::uint64_t first = m_info.reserved;
    for (const std::uint32_t block : m_bitmap.pages) {
        const std::uint64_t count = std::min(covered, m_info.blocks - first);
        if (m_volume.inRange(block)) {
            m_volume.window().read(block, m_block);
            const std::uint32_t stored = longAt(m_block, 0);
            const std::uint32_t sum = sumOfLongs(m_block, m_block.size() / 4);
            if (sum == 0)
                comparePage(m_block, first, count);
            else
                report({Severity::error, "bad-checksum", block, VolumeMap::noFile},
                       "bitmap page: expected checksum " + std::to_string(stored - sum) + ", found " +
                           std::to_string(stored));
        }
        first += count;
    }
    finishComparison();
}

void Surveyor::comparePage(ConstBytes page, std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t done = 0; done < count; done += 32)
        compareRow(first + done, static_cast<unsigned>(std::min<std::uint64_t>(32, count - done)),
                   ~longAt(page, 4 + static_cast<std::size_t>(done / 8)));
}

} // namespace uaescope::hardfiles
