#include "hardfiles/ffs_volume.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_survey.h"

#include <limits>
#include <unordered_set>

namespace uaescope::hardfiles {

bool FfsVolume::isRoot(ConstBytes block, RootSum sum) {
    const auto size = static_cast<std::uint32_t>(block.size());
    return longAt(block, ffs::at::type) == ffs::typeHeader && ffs::kindOf(block) == ffs::kindRoot &&
           longAt(block, ffs::at::hashSize) == ffs::tableSlots(size) &&
           (sum == RootSum::any || sumOfLongs(block, size / 4) == 0);
}

std::optional<FfsVolume> FfsVolume::open(const PartitionWindow& window, std::uint32_t reserved, Findings& findings) {
    FfsVolume volume(window);
    VolumeInfo& info = volume.m_info;
    info.blockSize = window.blockSize();
    info.blocks = window.blocks();
    info.reserved = reserved;
    if (reserved == 0 || !ffs::isBlockSize(info.blockSize) || info.blocks <= reserved + std::uint64_t{1} ||
        info.blocks > std::numeric_limits<std::uint32_t>::max()) {
        findings.push_back(volume.finding("geometry", 0,
                                          "no volume can have " + std::to_string(info.blocks) + " blocks of " +
                                              std::to_string(info.blockSize) + " bytes, " + std::to_string(reserved) +
                                              " of them reserved"));
        return std::nullopt;
    }
    info.root = static_cast<std::uint32_t>(ffs::rootBlock(info.blocks, reserved));
    info.dosType = DosType(longAt(window.read(0), ffs::boot::dosType));
    const Bytes root = window.read(info.root);
    if (!info.dosType.isDos()) {
        if (isRoot(root))
            findings.push_back(volume.finding("boot-block", 0,
                                              "expected a DosType from DOS\\0 to DOS\\7, found " + info.dosType.text() +
                                                  ", although there is a root block"));
        return std::nullopt;
    }
    if (!isRoot(root)) {
        findings.push_back(volume.finding("root-block", info.root,
                                          "expected a root block with a right checksum; the volume is not formatted, "
                                          "damaged, or made for another size or geometry"));
        return std::nullopt;
    }
    info.rootNode = info.root;
    info.dataHeader = info.dosType.isFfs() ? 0 : ffs::data::payload;
    info.label = bstrAt(root, root.size() - ffs::fromEnd::name, ffs::longestName + 1);
    info.bitmapValid = longAt(root, root.size() - ffs::fromEnd::bitmapFlag) == ffs::bitmapValid;
    info.created = ffs::dateAt(root, ffs::fromEnd::created);
    info.changed = ffs::dateAt(root, ffs::fromEnd::volumeChanged);
    return volume;
}

Survey FfsVolume::survey(Depth depth) const { return surveyFfs(*this, depth); }

const FfsVolume& FfsVolume::of(const Volume& volume) {
    if (const auto* ffs = dynamic_cast<const FfsVolume*>(&volume)) return *ffs;
    throw Error(volume.window().where(volume.info().root) + ": a volume of " + volume.info().dosType.description() +
                " is only read; let the Amiga change it");
}

std::optional<Bytes> FfsVolume::read(std::uint32_t block, std::uint32_t type, Finding& problem) const {
    if (!inRange(block)) {
        problem = finding("out-of-range", block,
                          "a pointer leads here, but the blocks of the volume go from " +
                              std::to_string(m_info.reserved) + " to " + std::to_string(m_info.blocks - 1));
        return std::nullopt;
    }
    Bytes bytes = m_window.read(block);
    if (!isRight(bytes, block, type, problem)) return std::nullopt;
    return bytes;
}

bool FfsVolume::isRight(ConstBytes bytes, std::uint32_t block, std::uint32_t type, Finding& problem) const {
    const std::uint32_t found = longAt(bytes, ffs::at::type);
    const std::uint32_t key = longAt(bytes, ffs::at::ownKey);
    if (found != type)
        problem = finding("bad-id", block,
                          "expected a block of type " + std::to_string(type) + ", found " + std::to_string(found));
    else if (sumOfLongs(bytes, bytes.size() / 4) != 0)
        problem = finding("bad-checksum", block, "the checksum is wrong");
    else if (block != m_info.root && type != ffs::typeData && key != block)
        problem = finding("bad-key", block, "the block calls itself " + std::to_string(key));
    else
        return true;
    return false;
}

Bytes FfsVolume::read(std::uint32_t block, std::uint32_t type) const {
    Finding problem;
    if (auto bytes = read(block, type, problem)) return std::move(*bytes);
    throw FormatError(m_window.where(block) + ": " + problem.message);
}

Entry FfsVolume::entryOf(std::uint32_t block, ConstBytes bytes) const {
    Entry entry = ffs::entryOf(bytes, block, m_info.dosType);
    Finding problem;
    if (entry.commentBlock != 0)
        if (const auto comment = read(entry.commentBlock, ffs::typeComment, problem))
            entry.comment = ffs::commentOf(*comment, block).value_or("");
    return entry;
}

void FfsVolume::followChain(ConstBytes header, std::uint32_t directory, std::uint32_t slot, Findings& findings,
                            const std::function<void(Entry)>& take) const {
    std::unordered_set<std::uint32_t> seen;
    std::uint32_t block = longAt(header, ffs::at::table + 4 * std::size_t{slot});
    std::uint32_t from = directory;
    while (block != 0) {
        if (!seen.insert(block).second)
            return findings.push_back(
                finding("loop", from, "the hash chain comes back to block " + std::to_string(block)));
        Finding problem;
        const auto bytes = read(block, ffs::typeHeader, problem);
        if (!bytes) return findings.push_back(problem);
        if (!ffs::entryKind(*bytes))
            return findings.push_back(
                finding("bad-kind", block,
                        "expected a file, a directory or a link, found kind " + std::to_string(ffs::kindOf(*bytes))));
        Entry entry = entryOf(block, *bytes);
        if (entry.directory != directory)
            return findings.push_back(finding("bad-parent", block,
                                              "expected directory " + std::to_string(directory) + " as parent, found " +
                                                  std::to_string(entry.directory)));
        if (ffs::hashSlot(entry.name, m_info.dosType, ffs::tableSlots(m_info.blockSize)) != slot)
            findings.push_back(finding("bad-hash", block,
                                       "the entry is in hash chain " + std::to_string(slot) +
                                           ", where its name does not belong; programs cannot open it"));
        take(std::move(entry));
        from = block;
        block = longAt(*bytes, bytes->size() - ffs::fromEnd::hashChain);
    }
}

std::vector<Entry> FfsVolume::list(std::uint32_t directory, Findings& findings) const {
    std::vector<Entry> entries;
    Finding problem;
    const auto header = read(directory, ffs::typeHeader, problem);
    if (!header) {
        findings.push_back(problem);
        return entries;
    }
    for (std::uint32_t slot = 0; slot < ffs::tableSlots(m_info.blockSize); ++slot)
        followChain(*header, directory, slot, findings, [&](Entry entry) { entries.push_back(std::move(entry)); });
    return entries;
}

std::optional<Entry> FfsVolume::findIn(std::uint32_t directory, std::string_view name) const {
    const Bytes header = read(directory, ffs::typeHeader);
    const std::uint32_t slot = ffs::hashSlot(name, m_info.dosType, ffs::tableSlots(m_info.blockSize));
    std::optional<Entry> found;
    Findings damage;
    followChain(header, directory, slot, damage, [&](Entry entry) {
        if (!found && sameName(entry.name, name)) found = std::move(entry);
    });
    if (!found && !damage.empty()) throw FormatError(m_window.where(damage[0].block) + ": " + damage[0].message);
    return found;
}

} // namespace uaescope::hardfiles
