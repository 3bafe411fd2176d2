#include "hardfiles/ffs_growth.h"

#include "hardfiles/boot_code.h"
#include "hardfiles/error.h"
#include "hardfiles/ffs_cache.h"
#include "hardfiles/ffs_entry.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_survey.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace uaescope::hardfiles {

namespace {

constexpr std::size_t bootBytes = 1024;

void requireWhole(const FfsVolume& volume, const Survey& survey) {
    const auto fault = std::find_if(survey.findings.begin(), survey.findings.end(), [](const Finding& finding) {
        return finding.severity == Severity::error || finding.code == "not-validated";
    });
    if (fault != survey.findings.end())
        throw FormatError(volume.window().where(fault->block) + ": " + fault->message +
                          "; only a volume without faults is made larger, see 'uaehdf check --repair'");
}

class Growth {
public:
    Growth(const FfsVolume& volume, PartitionWindow window)
        : m_volume(volume), m_info(volume.info()), m_window(std::move(window)), m_next(m_info.blocks),
          m_root(ffs::rootBlock(m_window.blocks(), m_info.reserved)) {}

    void run() {
        const Survey survey = surveyVolume(m_volume, Depth::contents);
        requireWhole(m_volume, survey);
        if (m_window.blocks() <= m_info.blocks || m_window.blocks() > 0xffffffff)
            throw Error(m_window.where(m_info.root) + ": a volume of " + std::to_string(m_info.blocks) +
                        " blocks cannot become one of " + std::to_string(m_window.blocks()));
        if (m_root != m_info.root) m_moved[m_info.root] = static_cast<std::uint32_t>(m_root);
        const BlockRole there = survey.map.at(m_root).role;
        const bool inTheWay = m_moved.size() == 1 && there != BlockRole::free && there != BlockRole::lost;
        if (inTheWay) m_moved[static_cast<std::uint32_t>(m_root)] = fresh();
        placeBitmap();
        if (inTheWay) m_window.write(placeOf(m_root), m_window.read(m_root));
        survey.map.forEachRun([&](const BlockRun& run) { rename(run); });
        writeBitmap();
        writeRoot();
        writeBootBlock();
        m_window.sync();
        requireGrown();
    }

private:
    // The next block behind the old end that nothing needs.
    std::uint32_t fresh() {
        if (m_next == m_root) ++m_next;
        if (m_next + 1 >= m_window.blocks())
            throw Error(m_window.where(m_info.root) + ": the room added is too small for what the volume needs to "
                                                      "use it; choose a larger size");
        ++m_taken;
        return static_cast<std::uint32_t>(m_next++);
    }

    std::uint32_t placeOf(std::uint64_t block) const {
        const auto found = m_moved.find(static_cast<std::uint32_t>(block));
        return found == m_moved.end() ? static_cast<std::uint32_t>(block) : found->second;
    }

    void placeBitmap() {
        Findings none; // there was no error
        m_bitmap = m_volume.bitmapBlocks(none);
        m_oldPages = m_bitmap.pages.size();
        for (auto* list : {&m_bitmap.pages, &m_bitmap.extensions})
            for (std::uint32_t& block : *list) block = placeOf(block);
        const std::uint64_t pages = ffs::bitmapPages(m_window.blocks(), m_info.reserved, m_info.blockSize);
        while (m_bitmap.pages.size() < pages) m_bitmap.pages.push_back(fresh());
        while (m_bitmap.extensions.size() < ffs::bitmapExtensions(pages, m_info.blockSize))
            m_bitmap.extensions.push_back(fresh());
    }

    // What names a block that moved gets its new number.
    void rename(const BlockRun& run) {
        const bool named = run.role == BlockRole::header || run.role == BlockRole::directory ||
                           run.role == BlockRole::extension || (run.role == BlockRole::data && !m_info.dosType.isFfs());
        if (!named || m_moved.empty()) return;
        for (std::uint32_t i = 0; i < run.count; ++i) {
            const std::uint32_t block = placeOf(run.first + i);
            Bytes bytes = m_window.read(block);
            if (!renameIn(bytes)) continue;
            putChecksum(bytes, ffs::at::checksum, bytes.size() / 4);
            m_window.write(block, bytes);
        }
    }

    bool renameAt(MutableBytes bytes, std::size_t offset) const {
        const auto found = m_moved.find(longAt(bytes, offset));
        if (found == m_moved.end()) return false;
        putLong(bytes, offset, found->second);
        return true;
    }

    bool renameIn(MutableBytes bytes) const {
        const std::size_t size = bytes.size();
        bool changed = false;
        const auto field = [&](std::size_t offset) { changed = renameAt(bytes, offset) || changed; };
        const auto table = [&] {
            for (std::uint32_t slot = 0; slot < ffs::tableSlots(m_info.blockSize); ++slot)
                field(ffs::at::table + 4 * std::size_t{slot});
        };
        const std::uint32_t type = longAt(bytes, ffs::at::type);
        const std::int32_t kind = ffs::kindOf(bytes);
        if (type == ffs::typeHeader) {
            if (kind == ffs::kindRoot || kind == ffs::kindDirectory || kind == ffs::kindFile) table();
            field(size - ffs::fromEnd::extension);
            if (kind == ffs::kindRoot) return changed;
            field(ffs::at::ownKey);
            field(size - ffs::fromEnd::parent);
            field(size - ffs::fromEnd::hashChain);
            if (kind == ffs::kindFile) field(ffs::at::firstData);
            if (kind != ffs::kindSoftLink) field(size - ffs::fromEnd::linkChain);
            if (kind == ffs::kindFileLink || kind == ffs::kindDirectoryLink) field(size - ffs::fromEnd::linkTarget);
            if (m_info.dosType.hasLongNames()) field(size - ffs::longNames::fromEnd::commentBlock);
        } else if (type == ffs::typeExtension) {
            table();
            field(ffs::at::ownKey);
            field(size - ffs::fromEnd::parent);
            field(size - ffs::fromEnd::extension);
        } else if (type == ffs::typeData) {
            field(ffs::data::header);
            field(ffs::data::next);
        } else if (type == ffs::typeDirectoryCache) {
            field(ffs::at::ownKey);
            field(ffs::cache::parent);
            field(ffs::cache::next);
            std::size_t offset = ffs::at::table;
            for (const CacheRecord& record : readCacheBlock(bytes).value_or(std::vector<CacheRecord>{})) {
                field(offset);
                offset += cacheRecordBytes(record);
            }
        } else if (type == ffs::typeComment) {
            field(ffs::at::ownKey);
            field(ffs::longNames::header);
        }
        return changed;
    }

    void writeBitmap() {
        const std::uint64_t covered = ffs::blocksOfPage(m_info.blockSize);
        for (std::size_t i = 0; i < m_bitmap.pages.size(); ++i) {
            const std::uint64_t first = m_info.reserved + i * covered;
            const auto covers = [&](std::uint64_t block) { return block >= first && block - first < covered; };
            const bool isNew = i >= m_oldPages;
            if (!isNew && first + covered <= m_info.blocks && !covers(m_info.root) && !covers(m_root)) continue;
            Bytes page = isNew ? Bytes(m_info.blockSize, 0xff) : m_window.read(m_bitmap.pages[i]);
            const auto mark = [&](std::uint64_t from, std::uint64_t to, bool free) {
                for (std::uint64_t block = std::max(from, first); block < std::min(to, first + covered); ++block) {
                    const std::uint64_t bit = block - first;
                    const std::size_t offset = 4 + 4 * static_cast<std::size_t>(bit / 32);
                    const std::uint32_t mask = 1u << bit % 32, bits = longAt(page, offset);
                    putLong(page, offset, free ? bits | mask : bits & ~mask);
                }
            };
            mark(m_info.blocks, m_window.blocks(), true);
            mark(m_window.blocks(), first + covered, false);
            mark(m_info.blocks, m_next, false);
            mark(m_info.root, m_info.root + std::uint64_t{1}, true);
            mark(m_root, m_root + 1, false);
            putChecksum(page, 0, page.size() / 4);
            m_window.write(m_bitmap.pages[i], page);
        }
        const std::uint32_t slots = ffs::pagesOfExtension(m_info.blockSize);
        std::size_t page = ffs::rootBitmapPages;
        for (std::size_t i = 0; i < m_bitmap.extensions.size(); ++i) {
            Bytes block(m_info.blockSize);
            for (std::uint32_t slot = 0; slot < slots && page < m_bitmap.pages.size(); ++slot, ++page)
                putLong(block, 4 * std::size_t{slot}, m_bitmap.pages[page]);
            if (i + 1 < m_bitmap.extensions.size()) putLong(block, 4 * std::size_t{slots}, m_bitmap.extensions[i + 1]);
            m_window.write(m_bitmap.extensions[i], block);
        }
    }

    void writeRoot() {
        Bytes root = m_window.read(m_info.root);
        const std::size_t size = root.size();
        renameIn(root);
        for (std::size_t i = 0; i < std::min<std::size_t>(m_bitmap.pages.size(), ffs::rootBitmapPages); ++i)
            putLong(root, size - ffs::fromEnd::bitmapPages + 4 * i, m_bitmap.pages[i]);
        if (!m_bitmap.extensions.empty()) putLong(root, size - ffs::fromEnd::bitmapExtension, m_bitmap.extensions[0]);
        if (m_info.dosType.hasLongNames()) {
            const std::size_t used = size - ffs::longNames::fromEnd::blocksUsed;
            putLong(root, used, longAt(root, used) + m_taken);
        }
        putChecksum(root, ffs::at::checksum, size / 4);
        m_window.write(m_root, root);
    }

    // Boot code stays good: the DOS reads the checksum over all of it.
    void writeBootBlock() {
        Bytes boot(std::max<std::size_t>(bootBytes, m_info.blockSize));
        if (boot.size() > std::size_t{m_info.reserved} * m_info.blockSize) boot.resize(m_info.blockSize);
        m_window.read(0, boot);
        if (longAt(boot, ffs::boot::rootBlock) != m_info.root) return;
        const bool boots = boot.size() >= bootBytes && bootChecksumError(ConstBytes(boot).first(bootBytes)) == 0;
        putLong(boot, ffs::boot::rootBlock, static_cast<std::uint32_t>(m_root));
        if (boots) sealBootBlocks(MutableBytes(boot).first(bootBytes));
        m_window.write(0, boot);
    }

    void requireGrown() const {
        Findings findings;
        const auto grown = FfsVolume::open(m_window, m_info.reserved, findings);
        if (!grown) throw FormatError(m_window.where(m_root) + ": the root block was not found after it was moved");
        requireWhole(*grown, surveyVolume(*grown, Depth::contents));
    }

    const FfsVolume& m_volume;
    const VolumeInfo& m_info;
    PartitionWindow m_window;
    std::uint64_t m_next;
    std::uint64_t m_root; // the new one
    std::uint32_t m_taken = 0;
    std::map<std::uint32_t, std::uint32_t> m_moved; // the root, and what was in its new place
    BitmapBlocks m_bitmap;
    std::size_t m_oldPages = 0;
};

} // namespace

void growVolume(const FfsVolume& volume, PartitionWindow window) { Growth(volume, std::move(window)).run(); }

} // namespace uaescope::hardfiles
