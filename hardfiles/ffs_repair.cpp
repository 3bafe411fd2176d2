#include "hardfiles/ffs_repair.h"

#include "hardfiles/block_set.h"
#include "hardfiles/ffs_cache.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_survey.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace uaescope::hardfiles {

namespace {

class Repairer {
public:
    Repairer(const PartitionWindow& window, std::uint32_t reserved) : m_window(window), m_reserved(reserved) {}

    Findings run() {
        // A survey keeps a hundred findings of a kind, so there may be several rounds; each does what none did before.
        while (repairBlocks()) {
        }
        if (auto volume = open(); volume && volume->info().dosType.hasDirectoryCache()) rebuildCaches(*volume);
        if (const auto volume = open()) rebuildBitmap(*volume);
        return std::move(m_done);
    }

private:
    std::optional<Volume> open() const {
        Findings ignored;
        return Volume::open(m_window, m_reserved, ignored);
    }

    void note(const std::string& code, std::uint64_t block, const std::string& file, std::string message) {
        m_done.push_back({Severity::note, code, m_window.partition(), block, std::move(message), file});
    }

    bool repairBlocks() {
        const auto volume = open();
        if (!volume) return false;
        const Survey survey = surveyVolume(*volume, Depth::contents);
        m_headers.clear();
        for (std::uint32_t i = 0; i < survey.map.files().size(); ++i) m_headers[survey.map.files()[i].block] = i;
        bool any = false;
        for (const Finding& finding : survey.findings) {
            if (!m_tried.insert({finding.code, finding.block}).second) continue;
            any = repair(finding, survey) || any;
        }
        return any;
    }

    bool repair(const Finding& finding, const Survey& survey) {
        const auto block = static_cast<std::uint32_t>(finding.block);
        const BlockUse use = survey.map.at(block);
        if (finding.code == "bad-checksum") return repairChecksum(finding, survey, use);
        if (finding.code == "bad-parent") {
            const auto header = m_headers.find(block);
            if (header == m_headers.end()) return false;
            const MappedFile& entry = survey.map.files()[header->second];
            return change(finding, ffs::fromEnd::parent, survey.map.files()[entry.parent].block,
                          "the directory it is in");
        }
        if (finding.code == "bad-first-data") {
            if (!isAlone(finding, survey)) return false;
            const auto data = use.file == VolumeMap::noFile ? std::vector<BlockRun>{} : survey.map.dataOf(use.file);
            Bytes bytes = m_window.read(block);
            putLong(bytes, ffs::at::firstData, data.empty() ? 0 : data.front().first);
            return seal(finding, bytes, "the first data block is that of the list");
        }
        if (finding.code == "bad-next") {
            if (use.role != BlockRole::data || !isAlone(finding, survey) || survey.map.path(use.file) != finding.file)
                return false;
            Bytes bytes = m_window.read(block);
            putLong(bytes, ffs::data::next, blockAfter(survey.map, use));
            return seal(finding, bytes, "the next data block is that of the list");
        }
        if (finding.code == "link-chain") return repairLink(finding);
        return false;
    }

    static std::uint32_t blockAfter(const VolumeMap& map, const BlockUse& use) {
        for (const BlockRun& run : map.dataOf(use.file))
            if (use.index + 1 >= run.index && use.index + 1 < run.index + run.count)
                return run.first + (use.index + 1 - run.index);
        return 0;
    }

    // Whether nothing else is wrong with the file or directory, so that the rest of it can be believed.
    static bool isAlone(const Finding& finding, const Survey& survey) {
        return std::none_of(survey.findings.begin(), survey.findings.end(), [&](const Finding& other) {
            return other.severity == Severity::error && other.file == finding.file && other.code != "marked-free" &&
                   other.code != "bad-checksum";
        });
    }

    // A wrong checksum alone says that something in the block is wrong, not what; where all else agrees, all that the
    // file system needs of it is right.
    bool repairChecksum(const Finding& finding, const Survey& survey, const BlockUse& use) {
        const bool ours = use.role == BlockRole::directory || use.role == BlockRole::header ||
                          use.role == BlockRole::extension || use.role == BlockRole::data;
        if (!ours || !isAlone(finding, survey)) return false;
        Bytes bytes = m_window.read(finding.block);
        return seal(finding, bytes, "the checksum is made right");
    }

    bool repairLink(const Finding& finding) {
        Bytes link = m_window.read(finding.block);
        const std::uint32_t target = longAt(link, link.size() - ffs::fromEnd::linkTarget);
        if (target == finding.block || target < m_reserved || target >= m_window.blocks()) return false;
        Bytes header = m_window.read(target);
        const std::uint32_t first = longAt(header, header.size() - ffs::fromEnd::linkChain);
        putLong(link, link.size() - ffs::fromEnd::linkChain, first);
        putChecksum(link, ffs::at::checksum, link.size() / 4);
        m_window.write(finding.block, link);
        putLong(header, header.size() - ffs::fromEnd::linkChain, static_cast<std::uint32_t>(finding.block));
        putChecksum(header, ffs::at::checksum, header.size() / 4);
        m_window.write(target, header);
        note(finding.code, finding.block, finding.file,
             "the target at block " + std::to_string(target) + " names the link again");
        return true;
    }

    bool change(const Finding& finding, std::size_t fromEnd, std::uint32_t value, const std::string& what) {
        Bytes bytes = m_window.read(finding.block);
        putLong(bytes, bytes.size() - fromEnd, value);
        return seal(finding, bytes, what + ": " + std::to_string(value));
    }

    bool seal(const Finding& finding, Bytes& bytes, const std::string& message) {
        putChecksum(bytes, ffs::at::checksum, bytes.size() / 4);
        m_window.write(finding.block, bytes);
        note(finding.code, finding.block, finding.file, message);
        return true;
    }

    void rebuildCaches(const Volume& volume) {
        const Survey survey = surveyVolume(volume, Depth::contents);
        std::set<std::uint32_t> broken; // files of directories, whose header or cache blocks the findings name
        for (const Finding& finding : survey.findings)
            if (finding.code == "cache") broken.insert(survey.map.at(finding.block).file);
        std::uint32_t next = m_reserved;
        for (const std::uint32_t file : broken)
            if (file != VolumeMap::noFile && survey.map.files()[file].kind == EntryKind::directory)
                rebuildCache(volume, survey.map, file, next);
    }

    // Into the blocks that the cache has, and more when it needs them; what is left over becomes free with the bitmap.
    void rebuildCache(const Volume& volume, const VolumeMap& map, std::uint32_t file, std::uint32_t& next) {
        const MappedFile& directory = map.files()[file];
        Findings damage;
        const std::vector<Entry> entries = volume.list(directory.block, damage);
        if (!damage.empty()) return;
        std::vector<std::uint32_t> blocks;
        for (const BlockRun& run : map.runsOf(file))
            for (std::uint32_t i = 0; i < run.count; ++i)
                if (run.role == BlockRole::directory && run.first + i != directory.block)
                    blocks.push_back(run.first + i);
        std::vector<Bytes> caches(1, Bytes(m_window.blockSize()));
        std::size_t offset = ffs::at::table;
        for (const Entry& entry : entries) {
            const CacheRecord record = cacheRecordOf(entry);
            if (offset + cacheRecordBytes(record) > m_window.blockSize()) {
                caches.emplace_back(m_window.blockSize());
                offset = ffs::at::table;
            }
            Bytes& cache = caches.back();
            putCacheRecord(cache, offset, record);
            offset += cacheRecordBytes(record);
            putLong(cache, ffs::cache::records, longAt(cache, ffs::cache::records) + 1);
        }
        while (blocks.size() < caches.size()) {
            while (next < map.info().blocks && (map.at(next).role != BlockRole::free || m_taken.contains(next))) ++next;
            if (next >= map.info().blocks) return;
            m_taken.insert(next);
            blocks.push_back(next);
        }
        for (std::size_t i = 0; i < caches.size(); ++i) {
            putLong(caches[i], ffs::at::type, ffs::typeDirectoryCache);
            putLong(caches[i], ffs::at::ownKey, blocks[i]);
            putLong(caches[i], ffs::cache::parent, directory.block);
            putLong(caches[i], ffs::cache::next, i + 1 < caches.size() ? blocks[i + 1] : 0);
            putChecksum(caches[i], ffs::at::checksum, caches[i].size() / 4);
            m_window.write(blocks[i], caches[i]);
        }
        Bytes header = m_window.read(directory.block);
        putLong(header, header.size() - ffs::fromEnd::directoryCache, blocks.front());
        putChecksum(header, ffs::at::checksum, header.size() / 4);
        m_window.write(directory.block, header);
        note("cache", directory.block, map.path(file), "the directory cache is written anew");
    }

    void rebuildBitmap(const Volume& volume) {
        Findings damage;
        const std::vector<std::uint32_t> pages = volume.bitmapBlocks(damage).pages;
        const std::set<std::uint32_t> pageSet(pages.begin(), pages.end());
        const bool whole = damage.empty() && pageSet.size() == pages.size() &&
                           std::all_of(pages.begin(), pages.end(), [&](std::uint32_t p) { return volume.inRange(p); });
        const Survey survey = surveyVolume(volume, Depth::structure);
        // Pages that anything else claims must not be written.
        if (!whole || std::any_of(pages.begin(), pages.end(),
                                  [&](std::uint32_t page) { return survey.map.at(page).role != BlockRole::bitmap; }))
            return;
        const bool reachedAll = std::none_of(survey.findings.begin(), survey.findings.end(), [&](const Finding& f) {
            const bool ofBitmap = f.code == "bad-checksum" && pageSet.contains(static_cast<std::uint32_t>(f.block));
            return f.severity == Severity::error && f.code != "marked-free" && !ofBitmap;
        });
        BlockSet used(volume.info().blocks);
        survey.map.forEachRun([&](const BlockRun& run) {
            for (std::uint32_t i = 0; i < run.count && run.role != BlockRole::lost; ++i) used.insert(run.first + i);
        });
        const std::uint64_t covered = ffs::blocksOfPage(m_window.blockSize());
        std::uint64_t first = m_reserved;
        for (const std::uint32_t page : pages) {
            rebuildPage(used, page, {first, std::min(covered, volume.info().blocks - first)}, reachedAll);
            first += covered;
        }
        if (!reachedAll || volume.info().bitmapValid) return;
        Bytes root = m_window.read(volume.info().root);
        putLong(root, root.size() - ffs::fromEnd::bitmapFlag, ffs::bitmapValid);
        putChecksum(root, ffs::at::checksum, root.size() / 4);
        m_window.write(volume.info().root, root);
        note("not-validated", volume.info().root, "", "the bitmap is marked valid");
    }

    // Marks used what is in use; what is not becomes free when all was reached, and keeps its mark when not.
    void rebuildPage(const BlockSet& used, std::uint32_t page, const BlockRange& blocks, bool mayFree) {
        const Bytes before = m_window.read(page);
        const bool trusted = sumOfLongs(before, before.size() / 4) == 0;
        Bytes bytes = before;
        for (std::uint64_t done = 0; done < blocks.count; done += 32) {
            const std::uint64_t left = blocks.count - done;
            const std::uint32_t mask = left >= 32 ? 0xffffffffu : (1u << left) - 1;
            const std::size_t offset = 4 + static_cast<std::size_t>(done / 8);
            const std::uint32_t marked = longAt(before, offset);
            const std::uint32_t unused = ~used.bitsFrom(blocks.first + done);
            const std::uint32_t free = mayFree ? unused : trusted ? unused & marked : 0;
            putLong(bytes, offset, (free & mask) | (marked & ~mask));
        }
        putChecksum(bytes, 0, bytes.size() / 4);
        if (bytes == before) return;
        m_window.write(page, bytes);
        note("bitmap", page, "",
             "the bitmap page of blocks " + std::to_string(blocks.first) + " to " +
                 std::to_string(blocks.first + blocks.count - 1) + " is written anew");
    }

    PartitionWindow m_window;
    std::uint32_t m_reserved;
    Findings m_done;
    std::set<std::pair<std::string, std::uint64_t>> m_tried;
    std::set<std::uint32_t> m_taken; // free blocks that caches took
    std::unordered_map<std::uint32_t, std::uint32_t> m_headers;
};

} // namespace

Findings repairVolume(const PartitionWindow& window, std::uint32_t reserved) {
    return Repairer(window, reserved).run();
}

} // namespace uaescope::hardfiles
