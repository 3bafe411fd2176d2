// The part of the survey that compares the bitmap with what is in use.
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_surveyor.h"

#include <algorithm>
#include <bit>

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
    reportDifference();
}

void Surveyor::comparePage(ConstBytes page, std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t done = 0; done < count; done += 32) {
        const std::uint64_t left = count - done;
        const std::uint32_t mask = left >= 32 ? 0xffffffffu : (1u << left) - 1;
        const std::uint32_t used = ~longAt(page, 4 + static_cast<std::size_t>(done / 8));
        const std::uint32_t claimed = m_claimed.bitsFrom(first + done);
        for (std::uint32_t wrong = (used ^ claimed) & mask; wrong != 0; wrong &= wrong - 1) {
            const auto bit = static_cast<std::uint32_t>(std::countr_zero(wrong));
            const auto block = static_cast<std::uint32_t>(first + done + bit);
            const BlockRole role = (used >> bit & 1) != 0 ? BlockRole::lost : BlockRole::free;
            if (m_difference.role != role || block != m_difference.first + m_difference.count) reportDifference();
            if (m_difference.count == 0) m_difference = {block, 0, VolumeMap::noFile, 0, role};
            ++m_difference.count;
        }
    }
}

void Surveyor::reportDifference() {
    const BlockRun run = m_difference;
    m_difference.count = 0;
    if (run.count == 0) return;
    const std::string blocks = run.count == 1 ? "the block is"
                                              : "the " + std::to_string(run.count) + " blocks up to " +
                                                    std::to_string(run.first + run.count - 1) + " are";
    if (run.role == BlockRole::lost) {
        m_builder.addRun(run);
        return report({Severity::warning, "lost", run.first, VolumeMap::noFile},
                      blocks + " marked used, but part of no file or directory; the room is lost until the bitmap is "
                               "rebuilt");
    }
    const Fault fault{Severity::error, "marked-free", run.first, VolumeMap::noFile};
    if (!m_log.wants(fault.code)) return m_log.count(fault.code);
    report({fault.severity, fault.code, fault.block, m_builder.ownerOf(run.first)},
           blocks + " in use, but marked free; the next file written will destroy the contents");
}

} // namespace uaescope::hardfiles
