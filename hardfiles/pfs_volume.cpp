#include "hardfiles/pfs_volume.h"

#include "hardfiles/error.h"
#include "hardfiles/finding_log.h"
#include "hardfiles/latin1.h"
#include "hardfiles/pfs_survey.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_set>
#include <utility>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint32_t largestReserved = 4096;
constexpr std::uint64_t longestLink = 4096;
constexpr std::uint32_t mostReservedBlocks = 4096 + 255 * 1024 * 8; // that the file system makes

bool isRoot(const BlockDevice& device, const BlockRange& sectors, std::uint32_t blockSize) {
    const std::uint64_t sector = std::uint64_t{pfs::rootBlock} * (blockSize / sectorSize);
    return sector < sectors.count && DosType(longAt(device.read(sectors.first + sector), 0)).isPfsOnDisk();
}

std::optional<std::uint32_t> blockSizeOf(const BlockDevice& device, const VolumePlace& place) {
    for (const std::uint32_t size : {place.blockSize, 512u, 1024u, 2048u, 4096u})
        if (size >= 512 && size <= largestReserved && isRoot(device, place.sectors, size)) return size;
    return std::nullopt;
}

} // namespace

std::optional<PfsVolume> PfsVolume::open(const BlockDevice& device, const VolumePlace& place, Findings& findings) {
    const auto blockSize = blockSizeOf(device, place);
    if (!blockSize) {
        findings.push_back({Severity::error, "root-block", place.partition, pfs::rootBlock,
                            "expected a PFS3 root block in block 2, found none; the volume is damaged, or not "
                            "formatted"});
        return std::nullopt;
    }
    PfsVolume volume(PartitionWindow(device, place.sectors, *blockSize, place.partition));
    if (!volume.readRoot(findings) || !volume.readExtension(findings)) return std::nullopt;
    return volume;
}

bool PfsVolume::readRoot(Findings& findings) {
    m_info.blockSize = m_window.blockSize();
    m_info.blocks = m_window.blocks();
    m_info.reserved = m_info.root = pfs::rootBlock;
    m_info.rootNode = pfs::rootAnode;
    const auto fail = [&](const std::string& message) {
        findings.push_back(finding("root-block", m_info.root, message));
        return false;
    };
    if (m_info.blocks <= m_info.root) return fail("the image ends before the root block");
    if (m_info.blocks > std::numeric_limits<std::uint32_t>::max())
        return fail("the partition has " + std::to_string(m_info.blocks) + " blocks of " +
                    std::to_string(m_info.blockSize) + " bytes, but PFS3 counts at most 4294967295; make it smaller");
    const Bytes root = m_window.read(m_info.root);
    m_info.dosType = DosType(longAt(root, pfs::root::diskType));
    m_info.label = bstrAt(root, pfs::root::label, pfs::root::labelField);
    m_info.created = m_info.changed = pfs::dateAt(root, pfs::root::day);
    m_info.bitmapValid = true;
    m_layout.options = longAt(root, pfs::root::options);
    m_layout.firstReserved = longAt(root, pfs::root::firstReserved);
    m_layout.lastReserved = longAt(root, pfs::root::lastReserved);
    m_layout.blocksFree = longAt(root, pfs::root::blocksFree);
    m_layout.reservedBytes = wordAt(root, pfs::root::reservedBytes);
    m_layout.cluster = wordAt(root, pfs::root::cluster);
    m_layout.extension = m_layout.has(pfs::option::extension) ? longAt(root, pfs::root::extension) : 0;
    if (!m_window.partition().empty() || !m_layout.has(pfs::option::sizeField)) {
        // an RDB says how large it is
    } else if (const std::uint64_t sectors = longAt(root, pfs::root::diskSize); sectors != 0) {
        m_info.blocks = std::min(m_info.blocks, sectors / (m_info.blockSize / sectorSize));
    }
    if (m_layout.reservedBytes < m_info.blockSize || m_layout.reservedBytes > largestReserved ||
        !std::has_single_bit(m_layout.reservedBytes) || m_layout.reservedBytes < 1024)
        return fail("expected reserved blocks of 1024, 2048 or 4096 bytes, found " +
                    std::to_string(m_layout.reservedBytes));
    if (m_layout.firstReserved != pfs::rootBlock || m_layout.lastReserved <= m_layout.firstReserved ||
        m_layout.lastReserved >= m_info.blocks)
        return fail("the reserved area goes from block " + std::to_string(m_layout.firstReserved) + " to " +
                    std::to_string(m_layout.lastReserved) + ", but the volume has " + std::to_string(m_info.blocks) +
                    " blocks; the file is cut off, or damaged");
    const std::uint32_t reserved = (m_layout.lastReserved - m_layout.firstReserved + 1) / blocksOfReserved();
    const std::size_t bitmapBytes = (reserved + 31) / 32 * std::size_t{4};
    const std::size_t bitmap = pfs::root::reservedBitmap + pfs::index::entries;
    if (reserved > mostReservedBlocks)
        return fail("expected at most " + std::to_string(mostReservedBlocks) + " reserved blocks, found " +
                    std::to_string(reserved) + "; the root block is damaged");
    if (m_layout.cluster == 0 || m_layout.cluster > m_layout.lastReserved - m_layout.firstReserved ||
        std::uint64_t{m_layout.cluster} * m_info.blockSize < bitmap + bitmapBytes)
        return fail("the root block says that it has " + std::to_string(m_layout.cluster) +
                    " blocks, which does not fit a reserved area of " + std::to_string(reserved) + " blocks");
    Bytes all((bitmap + bitmapBytes + m_info.blockSize - 1) / m_info.blockSize * m_info.blockSize);
    m_window.read(m_info.root, all);
    const auto bits = all.begin() + static_cast<std::ptrdiff_t>(bitmap);
    m_layout.reservedBitmap.assign(bits, bits + static_cast<std::ptrdiff_t>(bitmapBytes));
    const bool super = m_layout.has(pfs::option::superIndex);
    const auto take = [&](std::size_t offset, std::uint32_t count, std::vector<std::uint32_t>& into) {
        for (std::uint32_t i = 0; i < count; ++i) into.push_back(longAt(all, offset + 4 * std::size_t{i}));
    };
    take(pfs::root::bitmapIndex, super ? pfs::root::largeBitmapIndexes : pfs::root::smallBitmapIndexes,
         m_layout.bitmapIndexes);
    if (!super) take(pfs::root::anodeIndex, pfs::root::anodeIndexes, m_layout.anodeIndexes);
    if (const std::uint32_t deleted = longAt(root, pfs::root::deleted); deleted != 0)
        m_layout.deleted.push_back(deleted);
    return true;
}

bool PfsVolume::readExtension(Findings& findings) {
    if (m_layout.extension == 0) {
        if (!m_layout.has(pfs::option::superIndex)) return true;
        findings.push_back(finding("root-block", m_info.root, "expected an extension of the root block, found none"));
        return false;
    }
    Finding problem;
    const auto bytes = read(m_layout.extension, pfs::idExtension, problem);
    if (!bytes) {
        findings.push_back(problem);
        return false;
    }
    for (std::uint32_t i = 0; m_layout.has(pfs::option::superIndex) && i < pfs::extension::superIndexes; ++i)
        m_layout.supers.push_back(longAt(*bytes, pfs::extension::superIndex + 4 * std::size_t{i}));
    if (m_layout.has(pfs::option::deletedBlocks)) {
        const std::uint32_t count =
            std::min<std::uint32_t>(wordAt(*bytes, pfs::extension::deletedBlocks), pfs::extension::mostDeleted);
        m_layout.deleted.clear();
        for (std::uint32_t i = 0; i < count; ++i)
            m_layout.deleted.push_back(longAt(*bytes, pfs::extension::deleted + 4 * std::size_t{i}));
    }
    m_layout.changePending = longAt(*bytes, pfs::extension::pending) != 0;
    if (const AmigaDate changed = pfs::dateAt(*bytes, pfs::extension::volumeDate); changed.days != 0)
        m_info.changed = changed;
    return true;
}

std::optional<Bytes> PfsVolume::read(std::uint32_t block, std::uint32_t id, Finding& problem) const {
    if (block < m_layout.firstReserved || block > m_layout.lastReserved ||
        m_layout.lastReserved - block < blocksOfReserved() - 1) {
        problem = finding("out-of-range", block,
                          "a pointer leads here, but the reserved area goes from " +
                              std::to_string(m_layout.firstReserved) + " to " + std::to_string(m_layout.lastReserved));
        return std::nullopt;
    }
    Bytes bytes(m_layout.reservedBytes);
    m_window.read(block, bytes);
    if (const std::uint32_t found = wordAt(bytes, 0); found != id) {
        const auto letters = [](std::uint32_t word) {
            return DosType(word << 16 | 0x2020).text().substr(0, word == 0 ? 4 : 2);
        };
        problem = finding("bad-id", block,
                          "expected a block '" + letters(id) + "', found '" + utf8FromLatin1(letters(found)) + "'");
        return std::nullopt;
    }
    return bytes;
}

Entry PfsVolume::entryOf(const pfs::Record& record, std::uint32_t block, std::uint32_t directory) const {
    Entry entry = record.entry;
    entry.kind = record.kind.value_or(EntryKind::file);
    entry.block = block;
    entry.directory = directory;
    if (entry.kind != EntryKind::softLink || entry.size > longestLink) return entry;
    try { // the text is the contents of a file
        Entry file = entry;
        file.kind = EntryKind::file;
        const Bytes text = readFile(file);
        entry.linkText.assign(text.begin(), std::find(text.begin(), text.end(), std::uint8_t{0}));
    } catch (const FormatError&) { // the survey says what is wrong
    }
    return entry;
}

std::vector<Entry> PfsVolume::list(std::uint32_t directory, Findings& findings) const {
    std::vector<Entry> entries;
    std::unordered_set<std::uint32_t> seen;
    PfsAnodes anodes(*this);
    Finding problem;
    for (std::uint32_t number = directory; number != 0;) {
        const auto anode = anodes.get(number, problem);
        const auto bytes = anode ? read(anode->first, pfs::idDirectory, problem) : std::nullopt;
        if (!bytes || !seen.insert(anode->first).second) {
            if (bytes) problem = finding("loop", anode->first, "the blocks of the directory come back here");
            findings.push_back(problem);
            return entries;
        }
        const pfs::Records here = pfs::recordsIn(*bytes, m_layout.options);
        for (const pfs::Record& record : here.records) {
            entries.push_back(entryOf(record, anode->first, directory));
            if (!record.kind)
                findings.push_back(finding("bad-kind", anode->first,
                                           "'" + utf8FromLatin1(record.entry.name) + "' is of no known kind"));
        }
        if (!here.whole) findings.push_back(finding("bad-entry", anode->first, "an entry leaves the block"));
        number = anode->next;
    }
    return entries;
}

void PfsVolume::readFile(const Entry& file, const std::function<void(ConstBytes)>& take) const {
    constexpr std::uint64_t mostAtOnce = 1 << 20;
    if (file.kind != EntryKind::file) throw UsageError(m_window.where(file.block) + ": not a file that can be read");
    const auto fail = [&](std::uint64_t block, const std::string& message) {
        throw FormatError(m_window.where(block) + ": '" + utf8FromLatin1(file.name) + "': " + message);
    };
    PfsAnodes anodes(*this);
    std::unordered_set<std::uint32_t> seen;
    std::uint64_t left = file.size;
    for (std::uint32_t number = file.node; left != 0;) {
        Finding problem;
        if (number == 0 || !seen.insert(number).second)
            fail(file.block, std::to_string(left) + " bytes of the contents are missing");
        const auto anode = anodes.get(number, problem);
        if (!anode) throw FormatError(m_window.where(problem.block) + ": " + problem.message);
        if (anode->blocks != 0 && (anode->first <= m_layout.lastReserved || anode->first >= m_info.blocks ||
                                   anode->blocks > m_info.blocks - anode->first))
            fail(anode->first, "the contents leave the volume here");
        for (std::uint64_t done = 0; done < anode->blocks && left != 0;) {
            const std::uint64_t blocks = std::min<std::uint64_t>(anode->blocks - done, mostAtOnce / m_info.blockSize);
            const std::uint64_t bytes = std::min(left, blocks * m_info.blockSize);
            Bytes piece(static_cast<std::size_t>((bytes + m_info.blockSize - 1) / m_info.blockSize * m_info.blockSize));
            m_window.read(anode->first + done, piece);
            take(ConstBytes(piece).first(static_cast<std::size_t>(bytes)));
            left -= bytes;
            done += blocks;
        }
        number = anode->next;
    }
}

std::vector<std::uint32_t> PfsVolume::bitmapBlocks(Findings& findings) const {
    const std::uint64_t covered = std::uint64_t{32} * pfs::longsOfBlock(m_layout.reservedBytes);
    const std::uint64_t count = (m_info.blocks - m_layout.lastReserved - 1 + covered - 1) / covered;
    const std::uint32_t perIndex = pfs::longsOfBlock(m_layout.reservedBytes);
    std::vector<std::uint32_t> blocks;
    for (std::uint32_t index = 0; blocks.size() < count; ++index) {
        Finding problem;
        if (index >= m_layout.bitmapIndexes.size()) {
            findings.push_back(finding("missing-block", m_info.root, "the bitmap ends before the volume does"));
            break;
        }
        const auto bytes = read(m_layout.bitmapIndexes[index], pfs::idBitmapIndex, problem);
        if (!bytes) findings.push_back(problem);
        for (std::uint32_t i = 0; i < perIndex && blocks.size() < count; ++i)
            blocks.push_back(bytes ? longAt(*bytes, pfs::index::entries + 4 * std::size_t{i}) : 0);
    }
    return blocks;
}

Usage PfsVolume::usage(Findings& findings) const {
    Usage usage;
    FindingLog log; // a volume of a few blocks can claim to have a bitmap of a million
    const std::uint64_t covered = std::uint64_t{32} * pfs::longsOfBlock(m_layout.reservedBytes);
    std::uint64_t left = m_info.blocks - m_layout.lastReserved - 1;
    for (const std::uint32_t block : bitmapBlocks(findings)) {
        Finding problem;
        const std::uint64_t here = std::min(left, covered);
        left -= here;
        const auto bytes = read(block, pfs::idBitmap, problem);
        if (!bytes) {
            log.add(problem);
            continue;
        }
        for (std::uint64_t done = 0; done < here; done += 32) {
            const std::uint64_t bits = std::min<std::uint64_t>(32, here - done);
            const std::uint32_t mask = bits == 32 ? 0xffffffff : ~(0xffffffff >> bits);
            usage.freeBlocks += static_cast<std::uint64_t>(
                std::popcount(longAt(*bytes, pfs::index::entries + static_cast<std::size_t>(done / 8)) & mask));
        }
    }
    usage.usedBlocks = m_info.blocks - usage.freeBlocks;
    for (Finding& finding : log.take()) findings.push_back(std::move(finding));
    return usage;
}

Survey PfsVolume::survey(Depth depth) const { return surveyPfs(*this, depth); }

} // namespace uaescope::hardfiles
