#include "hardfiles/sfs_volume.h"

#include "hardfiles/error.h"
#include "hardfiles/finding_log.h"
#include "hardfiles/latin1.h"
#include "hardfiles/sfs_survey.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint32_t sumOfAll = 0xffffffff;

// The block size that a root block says, at the beginning or before the end of the sectors.
std::optional<std::uint32_t> blockSizeOf(const BlockDevice& device, const BlockRange& sectors) {
    const auto saidAt = [&](std::uint64_t sector) {
        const Bytes block = device.read(sector);
        const std::uint32_t size = longAt(block, sfs::root::blockSize);
        return longAt(block, 0) == sfs::idRoot && sfs::isBlockSize(size) ? size : 0;
    };
    if (const std::uint32_t size = saidAt(sectors.first)) return size;
    for (std::uint32_t size = 512; size <= 32768; size *= 2) {
        const std::uint64_t perBlock = size / sectorSize;
        if (sectors.count >= perBlock && saidAt(sectors.first + (sectors.count / perBlock - 1) * perBlock) == size)
            return size;
    }
    return std::nullopt;
}

} // namespace

std::optional<SfsVolume> SfsVolume::open(const BlockDevice& device, const VolumePlace& place, Findings& findings) {
    const auto blockSize = blockSizeOf(device, place.sectors);
    if (!blockSize) {
        findings.push_back({Severity::error, "root-block", place.partition, 0,
                            "expected an SFS root block that names a block size from 512 to 32768, found none; the "
                            "volume is damaged, or not formatted"});
        return std::nullopt;
    }
    SfsVolume volume(PartitionWindow(device, place.sectors, *blockSize, place.partition));
    if (!volume.readRoots(findings)) return std::nullopt;
    return volume;
}

bool SfsVolume::isRoot(ConstBytes block, std::uint64_t number) const {
    return longAt(block, sfs::at::id) == sfs::idRoot && sumOfLongs(block, block.size() / 4) == sumOfAll &&
           longAt(block, sfs::at::ownBlock) == number && longAt(block, sfs::root::blockSize) == m_window.blockSize();
}

bool SfsVolume::readRoots(Findings& findings) {
    m_info.blockSize = m_window.blockSize();
    m_info.blocks = m_window.blocks();
    const Bytes first = m_window.blocks() == 0 ? Bytes(512) : m_window.read(0);
    const bool firstGood = isRoot(first, 0);
    // A partition hardfile may be larger than its volume.
    const std::uint32_t said = longAt(first, sfs::root::blocks);
    if (firstGood && said > 1 && said <= m_window.blocks()) m_info.blocks = said;
    const std::uint64_t end = m_info.blocks - 1;
    const Bytes second = m_window.blocks() < 2 ? first : m_window.read(end);
    const bool secondGood = isRoot(second, end);
    const bool takeSecond =
        secondGood && (!firstGood || wordAt(second, sfs::root::sequence) > wordAt(first, sfs::root::sequence));
    const Bytes& root = takeSecond ? second : first;
    const auto fail = [&](const std::string& message) {
        findings.push_back(finding("root-block", takeSecond ? end : 0, message));
        return false;
    };
    if (!firstGood && !secondGood)
        return fail("expected an SFS root block with a right checksum here or at the end, found none; the volume is "
                    "damaged, or cut off");
    if (const std::uint32_t version = wordAt(root, sfs::root::version); version != sfs::structureVersion)
        return fail("expected structure version 3, found " + std::to_string(version) + "; such a volume is not read");
    if (longAt(root, sfs::root::blocks) != m_info.blocks)
        return fail("the volume has " + std::to_string(longAt(root, sfs::root::blocks)) +
                    " blocks, but there is room "
                    "for " +
                    std::to_string(m_window.blocks()) + "; the file is cut off, or made for another size");
    if (firstGood != secondGood)
        findings.push_back({Severity::warning, "root-block", m_window.partition(), firstGood ? end : 0,
                            "this copy of the root block is damaged; the other one is used"});
    m_info.dosType = DosType(sfs::idRoot);
    m_info.root = takeSecond ? static_cast<std::uint32_t>(end) : 0;
    m_info.rootNode = sfs::rootNode;
    m_info.created = sfs::dateOf(longAt(root, sfs::root::created));
    m_caseSensitive = (root[sfs::root::bits] & sfs::root::caseSensitive) != 0;
    m_places = {longAt(root, sfs::root::bitmap), longAt(root, sfs::root::areas), longAt(root, sfs::root::directory),
                longAt(root, sfs::root::extents), longAt(root, sfs::root::nodes)};
    Finding problem;
    const auto directory = read(m_places.directory, sfs::idObjects, problem);
    const auto objects = directory ? sfs::objectsIn(*directory).objects : std::vector<sfs::Object>{};
    if (objects.empty() || objects[0].node != sfs::rootNode)
        return fail(
            "the root directory cannot be read: " +
            (directory ? "block " + std::to_string(m_places.directory) + " does not hold it" : problem.message));
    m_info.label = objects[0].name;
    m_info.changed = sfs::dateOf(objects[0].date);
    const std::uint64_t change = std::uint64_t{m_places.directory} + 2;
    m_info.bitmapValid = change >= m_info.blocks || longAt(m_window.read(change), 0) != sfs::idChangePending;
    return true;
}

std::optional<Bytes> SfsVolume::read(std::uint32_t block, std::uint32_t id, Finding& problem) const {
    if (block >= m_info.blocks) {
        problem =
            finding("out-of-range", block,
                    "a pointer leads here, but the last block of the volume is " + std::to_string(m_info.blocks - 1));
        return std::nullopt;
    }
    Bytes bytes = m_window.read(block);
    if (longAt(bytes, sfs::at::id) != id)
        problem = finding("bad-id", block,
                          "expected a block " + utf8FromLatin1(DosType(id).text()) + ", found " +
                              utf8FromLatin1(DosType(longAt(bytes, 0)).text()));
    else if (sumOfLongs(bytes, bytes.size() / 4) != sumOfAll)
        problem = finding("bad-checksum", block, "the checksum is wrong");
    else if (longAt(bytes, sfs::at::ownBlock) != block)
        problem =
            finding("bad-key", block, "the block calls itself " + std::to_string(longAt(bytes, sfs::at::ownBlock)));
    else
        return bytes;
    return std::nullopt;
}

std::optional<std::uint32_t> SfsVolume::blockOfNode(std::uint32_t node, Finding& problem) const {
    std::unordered_set<std::uint32_t> seen;
    for (std::uint32_t block = m_places.nodes; seen.insert(block).second;) {
        const auto bytes = read(block, sfs::idNodes, problem);
        if (!bytes) return std::nullopt;
        const std::uint32_t first = longAt(*bytes, sfs::nodes::first);
        const std::uint32_t ofEntry = longAt(*bytes, sfs::nodes::ofEntry);
        const std::size_t entry = ofEntry == 1 ? sfs::nodes::leafEntry : 4;
        const std::uint32_t index = ofEntry == 0 || node < first ? 0xffffffff : (node - first) / ofEntry;
        if (index >= (bytes->size() - sfs::nodes::entries) / entry) break;
        const std::uint32_t value = longAt(*bytes, sfs::nodes::entries + entry * index);
        if (ofEntry == 1) return value;
        block = value >> sfs::nodeShift(m_info.blockSize);
    }
    problem =
        finding("bad-node", m_places.nodes, "the tree of object nodes does not lead to number " + std::to_string(node));
    return std::nullopt;
}

std::optional<sfs::Extent> SfsVolume::findExtent(std::uint32_t first, Finding& problem) const {
    std::unordered_set<std::uint32_t> seen;
    for (std::uint32_t block = m_places.extents; seen.insert(block).second;) {
        const auto bytes = read(block, sfs::idExtents, problem);
        if (!bytes) return std::nullopt;
        const std::uint32_t count = wordAt(*bytes, sfs::extents::count);
        if ((*bytes)[sfs::extents::isLeaf] != 0) {
            for (std::uint32_t i = 0; i < count; ++i) {
                const auto extent = sfs::extentAt(*bytes, i);
                if (extent && extent->first == first) return extent;
            }
            break;
        }
        std::uint32_t child = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::size_t entry = sfs::extents::entries + sfs::extents::innerEntry * std::size_t{i};
            if (entry + sfs::extents::innerEntry > bytes->size()) break;
            if (i != 0 && longAt(*bytes, entry) > first) break;
            child = longAt(*bytes, entry + 4);
        }
        block = child;
    }
    problem = finding("missing-block", m_places.extents,
                      "the tree of extents has none that begins at block " + std::to_string(first));
    return std::nullopt;
}

std::string SfsVolume::linkText(std::uint32_t block) const {
    Finding ignored;
    const auto bytes = read(block, sfs::idSoftLink, ignored);
    if (!bytes) return "";
    const auto begin = bytes->begin() + sfs::softLink::text;
    return std::string(begin, std::find(begin, bytes->end(), std::uint8_t{0}));
}

Entry SfsVolume::entryOf(const sfs::Object& object, std::uint32_t block, std::uint32_t directory) const {
    constexpr std::uint32_t allowed =
        0xf; // these bits are set for what is allowed; AmigaDOS sets them for the contrary
    Entry entry;
    entry.name = object.name;
    entry.comment = object.comment;
    entry.node = object.node;
    entry.block = block;
    entry.directory = directory;
    entry.protection = object.protection ^ allowed;
    entry.changed = sfs::dateOf(object.date);
    if (object.isLink() && (object.bits & sfs::Object::hardLink) == 0) {
        entry.kind = EntryKind::softLink;
        entry.linkText = linkText(object.data);
        entry.first = object.data;
    } else if (object.isLink()) {
        entry.kind = object.isDirectory() ? EntryKind::directoryLink : EntryKind::fileLink;
        entry.linkNode = object.data;
    } else if (object.isDirectory()) {
        entry.kind = EntryKind::directory;
        entry.first = object.size;
    } else {
        entry.size = object.size;
        entry.first = object.data;
    }
    return entry;
}

std::vector<Entry> SfsVolume::list(std::uint32_t directory, Findings& findings) const {
    std::vector<Entry> entries;
    Finding problem;
    const auto fail = [&] {
        findings.push_back(problem);
        return entries;
    };
    const auto home = blockOfNode(directory, problem);
    if (!home) return fail();
    const auto holder = read(*home, sfs::idObjects, problem);
    if (!holder) return fail();
    const auto objects = sfs::objectsIn(*holder).objects;
    const auto found = std::find_if(objects.begin(), objects.end(),
                                    [&](const sfs::Object& object) { return object.node == directory; });
    if (found == objects.end() || !found->isDirectory()) {
        problem = finding("bad-node", *home, "expected the directory with the node " + std::to_string(directory));
        return fail();
    }
    std::unordered_set<std::uint32_t> seen;
    for (std::uint32_t block = found->size; block != 0;) {
        if (!seen.insert(block).second) {
            problem = finding("loop", block, "the blocks of the directory come back here");
            return fail();
        }
        const auto bytes = read(block, sfs::idObjects, problem);
        if (!bytes) return fail();
        const sfs::Objects here = sfs::objectsIn(*bytes);
        for (const sfs::Object& object : here.objects) entries.push_back(entryOf(object, block, directory));
        if (!here.whole) findings.push_back(finding("bad-entry", block, "the last entry leaves the block"));
        block = longAt(*bytes, sfs::objects::next);
    }
    return entries;
}

void SfsVolume::readFile(const Entry& file, const std::function<void(ConstBytes)>& take) const {
    constexpr std::uint64_t mostAtOnce = 1 << 20;
    if (file.kind != EntryKind::file) throw UsageError(m_window.where(file.block) + ": not a file");
    std::uint64_t left = file.size;
    std::unordered_set<std::uint32_t> seen;
    for (std::uint32_t first = file.first; left != 0;) {
        Finding problem;
        if (first == 0 || !seen.insert(first).second)
            throw FormatError(m_window.where(file.block) + ": '" + utf8FromLatin1(file.name) +
                              "': " + std::to_string(left) + " bytes of the contents are missing");
        const auto extent = findExtent(first, problem);
        if (!extent) throw FormatError(m_window.where(problem.block) + ": " + problem.message);
        if (extent->first >= m_info.blocks || extent->blocks > m_info.blocks - extent->first)
            throw FormatError(m_window.where(extent->first) + ": the contents of '" + utf8FromLatin1(file.name) +
                              "' leave the volume here");
        const std::uint64_t perPiece = mostAtOnce / m_info.blockSize;
        for (std::uint64_t done = 0; done < extent->blocks && left != 0;) {
            const std::uint64_t blocks = std::min<std::uint64_t>(extent->blocks - done, perPiece);
            const std::uint64_t bytes = std::min(left, blocks * m_info.blockSize);
            Bytes piece(static_cast<std::size_t>((bytes + m_info.blockSize - 1) / m_info.blockSize * m_info.blockSize));
            m_window.read(extent->first + done, piece);
            take(ConstBytes(piece).first(static_cast<std::size_t>(bytes)));
            left -= bytes;
            done += blocks;
        }
        first = extent->next;
    }
}

Usage SfsVolume::usage(Findings& findings) const {
    const std::uint32_t covered = sfs::blocksOfBitmapBlock(m_info.blockSize);
    Usage usage;
    FindingLog log; // a volume of a few blocks can claim to have a bitmap of a million
    for (std::uint64_t first = 0, number = 0; first < m_info.blocks; first += covered, ++number) {
        Finding problem;
        const std::uint64_t block = m_places.bitmap + number;
        const auto bytes =
            read(static_cast<std::uint32_t>(std::min<std::uint64_t>(block, 0xffffffff)), sfs::idBitmap, problem);
        if (!bytes) {
            log.add(problem);
            continue;
        }
        for (std::size_t offset = sfs::at::header; offset < bytes->size(); offset += 4)
            usage.freeBlocks += static_cast<std::uint64_t>(std::popcount(longAt(*bytes, offset)));
    }
    usage.freeBlocks = std::min(usage.freeBlocks, m_info.blocks);
    usage.usedBlocks = m_info.blocks - usage.freeBlocks;
    for (Finding& finding : log.take()) findings.push_back(std::move(finding));
    return usage;
}

Survey SfsVolume::survey(Depth depth) const { return surveySfs(*this, depth); }

} // namespace uaescope::hardfiles
