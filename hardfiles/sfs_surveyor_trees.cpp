// The part of the SFS survey that reads what the file system keeps for itself.
#include "hardfiles/sfs_surveyor.h"

#include <algorithm>
#include <unordered_set>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint32_t noFile = VolumeMap::noFile;
constexpr std::uint64_t mostReservedAtEnd = 32;
constexpr BlockUse admin{BlockRole::admin, noFile, 0};

std::string text(std::uint64_t number) { return std::to_string(number); }

std::uint32_t reversed(std::uint32_t bits) {
    std::uint32_t other = 0;
    for (int i = 0; i < 32; ++i, bits >>= 1) other = other << 1 | (bits & 1);
    return other;
}

} // namespace

void SfsSurveyor::surveySystem() {
    const std::uint32_t last = static_cast<std::uint32_t>(m_info.blocks - 1);
    claim(0, {BlockRole::root, noFile, 0});
    if (last != 0) claim(last, {BlockRole::root, noFile, 0});
    for (std::uint32_t block = 1; block < std::min(m_volume.places().areas, last) && block < 32; ++block)
        claim(block, {BlockRole::reserved, noFile, 0});
    surveyBitmap();
    surveyAreas();
    surveyNodes(m_volume.places().nodes);
    surveyExtents(m_volume.places().extents);
    surveyChange();
}

void SfsSurveyor::surveyBitmap() {
    const std::uint64_t covered = sfs::blocksOfBitmapBlock(m_info.blockSize);
    const std::uint64_t count = (m_info.blocks + covered - 1) / covered;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t block = m_volume.places().bitmap + i;
        if (block >= m_info.blocks)
            return error("out-of-range", m_info.root, noFile, "the bitmap would leave the volume");
        auto bytes = enter(static_cast<std::uint32_t>(block), sfs::idBitmap, {BlockRole::bitmap, noFile, 0});
        m_bitmap.push_back(bytes ? std::move(*bytes) : Bytes{});
    }
}

void SfsSurveyor::surveyAreas() {
    std::uint32_t before = 0;
    for (std::uint32_t block = m_volume.places().areas; block != 0;) {
        const auto bytes = enter(block, sfs::idAreas, admin);
        if (!bytes) return;
        if (longAt(*bytes, sfs::areas::previous) != before)
            report({Severity::warning, "bad-previous", block, noFile}, "expected " + text(before) +
                                                                           " as the block before it, found " +
                                                                           text(longAt(*bytes, sfs::areas::previous)));
        for (std::size_t at = sfs::areas::entries; at + sfs::areas::entry <= bytes->size(); at += sfs::areas::entry) {
            const Area area{longAt(*bytes, at), longAt(*bytes, at + 4)};
            if (area.first == 0) break;
            if (area.first >= m_info.blocks || m_info.blocks - area.first < sfs::blocksOfArea)
                error("out-of-range", block, noFile, "an area begins at block " + text(area.first));
            else
                m_areas.push_back(area);
        }
        before = block;
        block = longAt(*bytes, sfs::areas::next);
    }
}

void SfsSurveyor::surveyNodes(std::uint32_t root) {
    std::vector<std::uint32_t> open{root};
    while (!open.empty()) {
        const std::uint32_t block = open.back();
        open.pop_back();
        const auto bytes = enter(block, sfs::idNodes, admin);
        if (!bytes) continue;
        const std::uint32_t first = longAt(*bytes, sfs::nodes::first);
        const bool isLeaf = longAt(*bytes, sfs::nodes::ofEntry) == 1;
        const std::size_t size = isLeaf ? sfs::nodes::leafEntry : 4;
        for (std::size_t at = sfs::nodes::entries, i = 0; at + size <= bytes->size(); at += size, ++i) {
            const std::uint32_t value = longAt(*bytes, at);
            if (value == 0) continue;
            if (!isLeaf)
                open.push_back(value >> sfs::nodeShift(m_info.blockSize));
            else
                m_nodes[first + static_cast<std::uint32_t>(i)] = {value, longAt(*bytes, at + 4),
                                                                  wordAt(*bytes, at + 8)};
        }
    }
}

void SfsSurveyor::surveyExtents(std::uint32_t root) {
    // A block and the keys that lead to it: those from low on, before high.
    struct Branch {
        std::uint32_t block = 0;
        std::uint64_t low = 0, high = std::uint64_t{1} << 32;
    };
    std::vector<Branch> open{{root}};
    while (!open.empty()) {
        const auto [block, low, high] = open.back();
        open.pop_back();
        const auto bytes = enter(block, sfs::idExtents, {BlockRole::extension, noFile, 0});
        if (!bytes) continue;
        const std::uint32_t count = wordAt(*bytes, sfs::extents::count);
        const bool isLeaf = (*bytes)[sfs::extents::isLeaf] != 0;
        const std::size_t size = isLeaf ? sfs::extents::leafEntry : sfs::extents::innerEntry;
        if (sfs::extents::entries + size * count > bytes->size()) {
            error("bad-count", block, noFile, "the block cannot hold " + text(count) + " entries");
            continue;
        }
        const auto keyAt = [&](std::uint32_t i) -> std::uint64_t {
            return longAt(*bytes, sfs::extents::entries + size * i);
        };
        // Everything before the second key of an inner block is in the first branch, whose own key grows old.
        const std::uint32_t oldest = isLeaf ? 0 : 1;
        bool ordered = true;
        for (std::uint32_t i = oldest; i < count; ++i)
            ordered = ordered && keyAt(i) >= low && keyAt(i) < high && (i == oldest || keyAt(i) > keyAt(i - 1));
        if (!ordered) error("bad-order", block, noFile, "the entries are not in order; some cannot be found");
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto key = static_cast<std::uint32_t>(keyAt(i));
            if (!isLeaf)
                open.push_back({longAt(*bytes, sfs::extents::entries + size * i + 4), i == 0 ? low : key,
                                i + 1 < count ? keyAt(i + 1) : high});
            else if (const auto extent = sfs::extentAt(*bytes, i); extent && !m_extents.emplace(key, *extent).second)
                error("used-twice", block, noFile, "two extents begin at block " + text(key));
        }
    }
}

void SfsSurveyor::surveyChange() {
    const std::uint32_t block = m_volume.places().directory + 2;
    if (block >= m_info.blocks) return;
    const Bytes bytes = m_volume.window().read(block);
    claim(block, admin);
    if (longAt(bytes, sfs::at::id) != sfs::idChangePending) return;
    report(
        {Severity::warning, "transaction", block, noFile},
        "a change of the volume was cut off; the Amiga completes it when it mounts the volume, and what is read here "
        "may be half of it");
    for (std::uint32_t storage = longAt(bytes, sfs::change::next); storage != 0;) {
        const auto next = enter(storage, sfs::idChangeStorage, admin);
        storage = next ? longAt(*next, sfs::change::next) : 0;
    }
}

// An area is marked used as a whole; its bits say which of its blocks are.
void SfsSurveyor::claimUnusedAreas() {
    for (const Area& area : m_areas)
        for (std::uint32_t i = 0; i < sfs::blocksOfArea; ++i) {
            const std::uint32_t block = area.first + i;
            const bool used = (area.used >> (31 - i) & 1) != 0;
            if (!used && !m_claimed.contains(block))
                claim(block, admin);
            else if (!used && m_info.bitmapValid)
                error("marked-free", block, noFile,
                      "the block is in use, but free in its area; the next change of the volume will destroy it");
        }
}

void SfsSurveyor::compareBitmap() {
    if (!m_info.bitmapValid) return;
    // What stands used before the last root block was kept free of files when the volume was formatted.
    const std::uint64_t covered = sfs::blocksOfBitmapBlock(m_info.blockSize);
    const auto isUsed = [&](std::uint64_t block) {
        const std::size_t page = static_cast<std::size_t>(block / covered);
        const auto bit = static_cast<std::uint32_t>(block % covered);
        return page < m_bitmap.size() && !m_bitmap[page].empty() &&
               (longAt(m_bitmap[page], sfs::at::header + bit / 32 * std::size_t{4}) >> (31 - bit % 32) & 1) == 0;
    };
    for (std::uint64_t block = m_info.blocks - 1, left = mostReservedAtEnd; block-- > 0 && left-- > 0;) {
        if (!isUsed(block) || m_claimed.contains(static_cast<std::uint32_t>(block))) break;
        claim(static_cast<std::uint32_t>(block), {BlockRole::reserved, noFile, 0});
    }
    for (std::size_t page = 0; page < m_bitmap.size(); ++page) {
        if (m_bitmap[page].empty()) continue;
        for (std::uint64_t done = 0; done < covered; done += 32) {
            const std::uint64_t first = page * covered + done;
            if (first >= m_info.blocks) break;
            compareRow(first, static_cast<unsigned>(std::min<std::uint64_t>(32, m_info.blocks - first)),
                       ~reversed(longAt(m_bitmap[page], sfs::at::header + static_cast<std::size_t>(done / 8))));
        }
    }
    finishComparison();
}

} // namespace uaescope::hardfiles
