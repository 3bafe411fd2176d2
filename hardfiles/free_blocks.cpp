#include "hardfiles/free_blocks.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint64_t noPage = std::numeric_limits<std::uint64_t>::max();

struct BitPlace {
    std::size_t offset; // of the long in its page
    std::uint32_t mask;
};

BitPlace placeOf(std::uint64_t bit) { return {4 + 4 * static_cast<std::size_t>(bit / 32), 1u << bit % 32}; }

} // namespace

FreeBlocks::FreeBlocks(const FfsVolume& volume)
    : m_volume(volume), m_covered(ffs::blocksOfPage(volume.info().blockSize)), m_pageIndex(noPage) {
    Findings damage;
    m_numbers = volume.bitmapBlocks(damage).pages;
    if (!damage.empty()) throw FormatError(volume.window().where(damage[0].block) + ": " + damage[0].message);
}

Bytes& FreeBlocks::page(std::uint64_t index) {
    const auto changed = m_changed.find(index);
    if (changed != m_changed.end()) return changed->second;
    if (m_pageIndex != index) m_page = m_volume.window().read(m_numbers.at(static_cast<std::size_t>(index)));
    m_pageIndex = index;
    return m_page;
}

bool FreeBlocks::isFree(std::uint64_t block) {
    const std::uint64_t bit = block - m_volume.info().reserved;
    const BitPlace place = placeOf(bit % m_covered);
    return (longAt(page(bit / m_covered), place.offset) & place.mask) != 0;
}

void FreeBlocks::mark(std::uint64_t block, bool free) {
    const std::uint64_t bit = block - m_volume.info().reserved;
    const BitPlace place = placeOf(bit % m_covered);
    Bytes& bytes = m_changed.try_emplace(bit / m_covered, page(bit / m_covered)).first->second;
    const std::uint32_t bits = longAt(bytes, place.offset);
    putLong(bytes, place.offset, free ? bits | place.mask : bits & ~place.mask);
}

std::uint64_t FreeBlocks::nextFree(std::uint64_t from, std::uint64_t end) {
    while (from < end) {
        const std::uint64_t bit = (from - m_volume.info().reserved) % m_covered;
        const Bytes& bytes = page((from - m_volume.info().reserved) / m_covered);
        const std::uint32_t bits = longAt(bytes, placeOf(bit).offset) >> bit % 32;
        if (bits != 0) return std::min(end, from + static_cast<std::uint64_t>(std::countr_zero(bits)));
        from += 32 - bit % 32;
    }
    return end;
}

void FreeBlocks::collect(std::uint64_t from, std::uint64_t end, std::uint64_t& missing, std::vector<FreeRun>& runs) {
    while (missing != 0) {
        std::uint64_t block = nextFree(from, end);
        if (block == end) return;
        FreeRun run{static_cast<std::uint32_t>(block), 0};
        for (; block < end && missing != 0 && isFree(block); ++block, --missing) ++run.count;
        runs.push_back(run);
        from = block;
    }
}

std::vector<FreeRun> FreeBlocks::take(std::uint64_t count, std::uint32_t near) {
    const VolumeInfo& info = m_volume.info();
    std::vector<FreeRun> runs;
    std::uint64_t missing = count;
    collect(near, info.blocks, missing, runs);
    collect(info.reserved, near, missing, runs);
    if (missing != 0)
        throw Error(m_volume.window().where(info.root) + ": expected room for " + std::to_string(count) +
                    " blocks on '" + info.label + "', found " + std::to_string(count - missing) +
                    "; remove something, or make a larger image");
    for (const FreeRun& run : runs)
        for (std::uint64_t block = run.first; block < std::uint64_t{run.first} + run.count; ++block) mark(block, false);
    return runs;
}

void FreeBlocks::give(std::uint32_t block) { mark(block, true); }

void FreeBlocks::write(PartitionWindow& window) {
    for (auto& [index, bytes] : m_changed) {
        putChecksum(bytes, 0, bytes.size() / 4);
        window.write(m_numbers[static_cast<std::size_t>(index)], bytes);
    }
    discard();
}

void FreeBlocks::discard() {
    m_changed.clear();
    m_pageIndex = noPage;
}

} // namespace uaescope::hardfiles
