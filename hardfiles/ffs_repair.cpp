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
    std::optional<FfsVolume> open() const {
        Findings ignored;
        return FfsVolume::open(m_window, m_reserved, ignored);
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
            if (m_repaired.contains({finding.code, finding.block}) || !repair(finding, survey)) continue;
            m_repaired.insert({finding.code, finding.block});
            any = true;
        }
        return any;
    }

    bool repair(const Finding& finding, const Survey& survey) {
        const auto block = static_cast<std::uint32_t>(finding.block);
        const BlockUse use = survey.map.at(block);
        if (finding.code == "bad-checksum") return repairChecksum(finding, survey, use);
        if (finding.code == "bad-parent") return repairParent(finding, survey);
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
        if (finding.code == "link-chain") return repairLink(finding, survey);
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
            return other.code == "more" || // which ones is not known
                   (other.severity == Severity::error && other.file == finding.file && other.code != "marked-free" &&
                    other.code != "bad-checksum");
        });
    }

    // Whether nothing else is wrong with the block or what it belongs to, and no chain leads to where another one has
    // been: then the way to the block is the right one.
    static bool isReachedRightly(const Finding& finding, const Survey& survey) {
        return std::none_of(survey.findings.begin(), survey.findings.end(), [&](const Finding& other) {
            const bool same = other.code == finding.code && other.block == finding.block;
            return other.code == "loop" || other.code == "more" ||
                   (!same && (other.block == finding.block || other.file == finding.file));
        });
    }

    // Whether the bitmap agrees with the blocks that were reached. What a damaged pointer lost is marked used still.
    static bool agreesWithBitmap(const Survey& survey) {
        return std::none_of(survey.findings.begin(), survey.findings.end(), [&](const Finding& other) {
            return other.code == "lost" || other.code == "marked-free" || other.code == "not-validated" ||
                   (other.code == "bad-checksum" && survey.map.at(other.block).role == BlockRole::bitmap);
        });
    }

    // A wrong checksum says that something in the block is wrong, not what; where all else agrees, the bitmap too, all
    // that the file system needs of it is right. Nothing can vouch for the contents of data.
    bool repairChecksum(const Finding& finding, const Survey& survey, const BlockUse& use) {
        const bool ours =
            use.role == BlockRole::directory || use.role == BlockRole::header || use.role == BlockRole::extension;
        if (!ours || !isAlone(finding, survey) || !agreesWithBitmap(survey) || !isSizeAgreed(finding, survey))
            return false;
        Bytes bytes = m_window.read(finding.block);
        return write(finding, bytes, "the checksum is made right" + unconfirmed(survey, use));
    }

    // The number of blocks has to be that of the size, and the directory cache, where there is one, says it as well. An
    // OFS data block knows how much of it is used, which is an error by itself.
    static bool isSizeAgreed(const Finding& finding, const Survey& survey) {
        return std::none_of(survey.findings.begin(), survey.findings.end(), [&](const Finding& other) {
            return other.code == "cache" || (other.code == "bad-size" && other.file == finding.file);
        });
    }

    // Of what the block says: that which nothing else on the volume says too.
    static std::string unconfirmed(const Survey& survey, const BlockUse& use) {
        const DosType type = survey.map.info().dosType;
        if (use.role == BlockRole::extension || use.file == VolumeMap::noFile || type.hasDirectoryCache()) return "";
        const MappedFile& file = survey.map.files()[use.file];
        const std::string rest = "; nothing can confirm its protection, date and comment";
        if (file.kind != EntryKind::file || !type.isFfs() || file.size == 0) return rest;
        return rest + ", and only the number of its blocks its size of " + std::to_string(file.size) +
               " bytes: look at the end of the file";
    }

    // An entry whose parent is another directory that lives may as well be reached by a wrong pointer.
    bool repairParent(const Finding& finding, const Survey& survey) {
        const auto header = m_headers.find(static_cast<std::uint32_t>(finding.block));
        if (header == m_headers.end() || !isReachedRightly(finding, survey)) return false;
        Bytes bytes = m_window.read(finding.block);
        const auto old = m_headers.find(longAt(bytes, bytes.size() - ffs::fromEnd::parent));
        if (old != m_headers.end() && survey.map.files()[old->second].kind == EntryKind::directory) return false;
        const std::uint32_t parent = survey.map.files()[survey.map.files()[header->second].parent].block;
        putLong(bytes, bytes.size() - ffs::fromEnd::parent, parent);
        return seal(finding, bytes, "the directory it is in: " + std::to_string(parent));
    }

    bool repairLink(const Finding& finding, const Survey& survey) {
        Bytes link = m_window.read(finding.block);
        const std::uint32_t target = longAt(link, link.size() - ffs::fromEnd::linkTarget);
        const bool found = std::any_of(survey.findings.begin(), survey.findings.end(),
                                       [&](const Finding& other) { return other.block == target; });
        if (!m_headers.contains(target) || found || !isReachedRightly(finding, survey)) return false;
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

    // Not a block whose checksum is wrong: a right one would hide that.
    bool seal(const Finding& finding, Bytes& bytes, const std::string& message) {
        const Bytes before = m_window.read(finding.block);
        return sumOfLongs(before, before.size() / 4) == 0 && write(finding, bytes, message);
    }

    bool write(const Finding& finding, Bytes& bytes, const std::string& message) {
        putChecksum(bytes, ffs::at::checksum, bytes.size() / 4);
        m_window.write(finding.block, bytes);
        note(finding.code, finding.block, finding.file, message);
        return true;
    }

    void rebuildCaches(const FfsVolume& volume) {
        const Survey survey = surveyVolume(volume, Depth::contents);
        std::set<std::uint32_t> broken; // files of directories, whose header or cache blocks the findings name
        for (const Finding& finding : survey.findings)
            if (finding.code == "cache") broken.insert(survey.map.at(finding.block).file);
        std::uint32_t next = m_reserved;
        for (const std::uint32_t file : broken)
            if (file != VolumeMap::noFile && survey.map.files()[file].kind == EntryKind::directory)
                rebuildCache(volume, survey, file, next);
    }

    // A block that an error put out of reach may look free where the bitmap is wrong too.
    static bool knowsWhatIsFree(const Survey& survey) {
        return survey.map.info().bitmapValid &&
               std::none_of(survey.findings.begin(), survey.findings.end(),
                            [](const Finding& other) { return other.severity == Severity::error; });
    }

    // Into the blocks that the cache has, and more when it needs them; what is left over becomes free with the bitmap.
    void rebuildCache(const FfsVolume& volume, const Survey& survey, std::uint32_t file, std::uint32_t& next) {
        const VolumeMap& map = survey.map;
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
        if (blocks.size() < caches.size() && !knowsWhatIsFree(survey)) return;
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

    void rebuildBitmap(const FfsVolume& volume) {
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
    std::set<std::pair<std::string, std::uint64_t>> m_repaired;
    std::set<std::uint32_t> m_taken; // free blocks that caches took
    std::unordered_map<std::uint32_t, std::uint32_t> m_headers;
};

} // namespace

Findings repairVolume(const PartitionWindow& window, std::uint32_t reserved) {
    return Repairer(window, reserved).run();
}

} // namespace uaescope::hardfiles
