// The part of the PFS3 survey that reads what the file system keeps for itself.
#include "hardfiles/pfs_surveyor.h"

#include <algorithm>
#include <bit>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint32_t noFile = VolumeMap::noFile;
constexpr BlockUse admin{BlockRole::admin, noFile, 0}, extension{BlockRole::extension, noFile, 0},
    bitmap{BlockRole::bitmap, noFile, 0};

std::string text(std::uint64_t number) { return std::to_string(number); }

} // namespace

void PfsSurveyor::surveySystem() {
    claim(m_info.root, {BlockRole::root, noFile, 0});
    for (std::uint32_t i = 1; i < m_layout.cluster; ++i) claim(m_info.root + i, bitmap);
    if (m_layout.extension != 0) enter(m_layout.extension, pfs::idExtension, admin);
    for (const std::uint32_t block : m_layout.deleted)
        if (block != 0) enter(block, pfs::idDeleted, admin);
    if (m_layout.changePending)
        report({Severity::warning, "transaction", m_layout.extension, noFile},
               "a deletion was cut off; the Amiga completes it when it mounts the volume");
    surveyBitmap();
    surveyAnodeBlocks();
}

void PfsSurveyor::surveyAnodeBlocks() {
    const std::uint32_t perIndex = pfs::longsOfBlock(m_layout.reservedBytes);
    if (!m_layout.has(pfs::option::superIndex)) {
        for (std::uint32_t i = 0; i < m_layout.anodeIndexes.size(); ++i)
            if (m_layout.anodeIndexes[i] != 0) surveyIndex(m_layout.anodeIndexes[i], i);
        return;
    }
    for (std::uint32_t i = 0; i < m_layout.supers.size(); ++i) {
        if (m_layout.supers[i] == 0) continue;
        const auto bytes = enter(m_layout.supers[i], pfs::idSuper, extension);
        for (std::uint32_t k = 0; bytes && k < perIndex; ++k)
            if (const std::uint32_t block = longAt(*bytes, pfs::index::entries + 4 * std::size_t{k}); block != 0)
                surveyIndex(block, i * perIndex + k);
    }
}

void PfsSurveyor::surveyIndex(std::uint32_t index, std::uint32_t sequence) {
    const std::uint32_t perIndex = pfs::longsOfBlock(m_layout.reservedBytes);
    const auto bytes = enter(index, pfs::idIndex, extension);
    if (!bytes) return;
    if (longAt(*bytes, pfs::index::sequence) != sequence)
        error("bad-sequence", index, noFile,
              "expected sequence number " + text(sequence) + ", found " + text(longAt(*bytes, pfs::index::sequence)));
    for (std::uint32_t k = 0; k < perIndex; ++k) {
        const std::uint32_t block = longAt(*bytes, pfs::index::entries + 4 * std::size_t{k});
        if (block == 0) continue;
        const auto anodes = enter(block, pfs::idAnodes, extension);
        if (anodes && longAt(*anodes, pfs::anodes::sequence) != sequence * perIndex + k)
            error("bad-sequence", block, noFile,
                  "expected sequence number " + text(sequence * perIndex + k) + ", found " +
                      text(longAt(*anodes, pfs::anodes::sequence)));
    }
}

void PfsSurveyor::surveyBitmap() {
    Findings damage;
    const std::vector<std::uint32_t> blocks = m_volume.bitmapBlocks(damage);
    for (Finding& finding : damage) m_log.add(std::move(finding));
    const std::size_t perIndex = pfs::longsOfBlock(m_layout.reservedBytes);
    Finding ignored; // what cannot be read is in the damage already
    for (std::size_t i = 0; i < m_layout.bitmapIndexes.size() && i * perIndex < blocks.size(); ++i)
        if (m_volume.read(m_layout.bitmapIndexes[i], pfs::idBitmapIndex, ignored))
            enter(m_layout.bitmapIndexes[i], pfs::idBitmapIndex, bitmap);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        auto bytes = blocks[i] == 0 ? std::nullopt : enter(blocks[i], pfs::idBitmap, bitmap);
        if (bytes && longAt(*bytes, pfs::index::sequence) != i) {
            error("bad-sequence", blocks[i], noFile,
                  "expected sequence number " + text(i) + ", found " + text(longAt(*bytes, pfs::index::sequence)));
            bytes.reset();
        }
        m_bitmap.push_back(bytes ? std::move(*bytes) : Bytes{});
    }
}

void PfsSurveyor::compareBitmaps() {
    // A bit of the first stands for a reserved block, which may be several blocks.
    const std::uint32_t perReserved = m_volume.blocksOfReserved();
    const std::uint32_t reserved = (m_layout.lastReserved - m_layout.firstReserved + 1) / perReserved;
    for (std::uint32_t i = 0; i < reserved; ++i) {
        const bool isFree = (longAt(m_layout.reservedBitmap, i / 32 * std::size_t{4}) >> (31 - i % 32) & 1) != 0;
        compareRow(m_layout.firstReserved + std::uint64_t{i} * perReserved, perReserved, isFree ? 0 : 0xffffffff);
    }
    const std::uint64_t first = std::uint64_t{m_layout.lastReserved} + 1;
    const std::uint64_t covered = std::uint64_t{32} * pfs::longsOfBlock(m_layout.reservedBytes);
    std::uint64_t freeBlocks = 0;
    bool complete = true;
    for (std::size_t page = 0; page < m_bitmap.size(); ++page) {
        complete = complete && !m_bitmap[page].empty();
        for (std::uint64_t done = 0; !m_bitmap[page].empty() && done < covered; done += 32) {
            const std::uint64_t block = first + page * covered + done;
            if (block >= m_info.blocks) break;
            const auto count = static_cast<unsigned>(std::min<std::uint64_t>(32, m_info.blocks - block));
            std::uint32_t used = 0;
            const std::uint32_t free = longAt(m_bitmap[page], pfs::index::entries + static_cast<std::size_t>(done / 8));
            for (unsigned bit = 0; bit < count; ++bit) used |= (~free >> (31 - bit) & 1) << bit;
            freeBlocks += count - static_cast<unsigned>(std::popcount(used));
            compareRow(block, count, used);
        }
    }
    finishComparison();
    if (complete && freeBlocks != m_layout.blocksFree)
        report({Severity::warning, "bad-count", m_info.root, noFile},
               "the root block says that " + text(m_layout.blocksFree) + " blocks are free, the bitmap " +
                   text(freeBlocks));
}

} // namespace uaescope::hardfiles
