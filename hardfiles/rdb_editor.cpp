#include "hardfiles/rdb_editor.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/latin1.h"
#include "hardfiles/load_file.h"
#include "hardfiles/rdb_blocks.h"
#include "hardfiles/rdb_plan.h"
#include "hardfiles/rigid_disk_layout.h"

#include <algorithm>
#include <array>

namespace uaescope::hardfiles {

namespace {

std::string inQuotes(std::string_view name) { return "'" + utf8FromLatin1(name) + "'"; }

bool sameDevice(std::string_view left, std::string_view right) { return ffs::sameName(left, right, dosType(3)); }

// Lists that stay as they are.
struct OtherList {
    std::size_t at = 0;   // in the RDSK block
    std::uint32_t id = 0; // of its blocks
};
constexpr std::array otherLists{OtherList{rdb::rdsk::badBlockList, rdb::idBadb},
                                OtherList{rdb::rdsk::driveInit, rdb::idLseg}};

void putNext(Bytes& block, std::uint32_t next) {
    putLong(block, rdb::next, next);
    sealRdbBlock(block);
}

} // namespace

RdbEditor::RdbEditor(const BlockDevice& device) : m_device(device) {
    Findings findings;
    const auto disk = readRigidDisk(m_device, findings);
    if (!disk)
        throw FormatError(m_device.name() +
                          ": expected an RDB, found none; 'uaehdf create --rdb' makes disks with one");
    const auto fault =
        std::find_if(findings.begin(), findings.end(), [](const Finding& f) { return f.severity == Severity::error; });
    if (fault != findings.end())
        throw FormatError(m_device.where(fault->block) + ": " + fault->message +
                          "; a damaged RDB is not changed: put a backup back with 'uaehdf rdb restore', or try "
                          "'uaehdf rdb recover'");
    if (disk->blockBytes != sectorSize)
        throw FormatError(m_device.where(disk->block) + ": expected an RDB in blocks of 512 bytes, found " +
                          std::to_string(disk->blockBytes) + "; such disks are only read");
    m_disk = *disk;
    m_rdsk = m_device.read(m_disk.block);
    checkRdsk(m_rdsk);
    m_partitions = readChain(longAt(m_rdsk, rdb::rdsk::partitionList), rdb::idPart);
    m_fileSystems = readChain(longAt(m_rdsk, rdb::rdsk::fileSystemList), rdb::idFshd);
    for (const RdbBlock& header : m_fileSystems)
        m_segments.push_back(readChain(longAt(header.bytes, rdb::fshd::segList), rdb::idLseg));
    for (const OtherList& list : otherLists)
        for (const RdbBlock& block : readChain(longAt(m_rdsk, list.at), list.id)) m_others.insert(block.number);
    noteBlocks();
}

RdbEditor::RdbEditor(const BlockDevice& device, const RdbParts& parts)
    : m_device(device), m_rdsk(parts.rdsk), m_partitions(parts.partitions), m_fileSystems(parts.fileSystems),
      m_segments(parts.segments), m_foreign(parts.foreign), m_written(parts.stale.begin(), parts.stale.end()) {
    checkRdsk(m_rdsk);
    m_disk = readRdsk(parts.rdskBlock, m_rdsk);
    for (const OtherList& list : otherLists) {
        try {
            for (const RdbBlock& block : readChain(longAt(m_rdsk, list.at), list.id)) m_others.insert(block.number);
        } catch (const FormatError&) {
            putLong(m_rdsk, list.at, rdb::endOfList);
        }
    }
    for (const RdbBlock& block : m_partitions) m_disk.partitions.push_back(readPartition(block.number, block.bytes));
    for (const RdbBlock& block : m_fileSystems)
        m_disk.fileSystems.push_back({block.number, DosType(longAt(block.bytes, rdb::fshd::dosType)),
                                      longAt(block.bytes, rdb::fshd::version), 0});
    noteBlocks();
}

// What is in use on the disk as it stands.
void RdbEditor::noteBlocks() {
    m_others.insert(m_disk.block);
    // Most programs know this list as a reserved long, and some write anything there.
    Findings ignored;
    followRdbChain(m_device, {m_disk.block, longAt(m_rdsk, rdb::rdsk::bootBlockList), rdb::idBoot}, ignored,
                   [&](std::uint32_t block, ConstBytes) { m_others.insert(block); });
    for (const Chain* chain : {&m_partitions, &m_fileSystems})
        for (const RdbBlock& block : *chain) m_written.insert(block.number);
    for (const Chain& chain : m_segments)
        for (const RdbBlock& block : chain) m_written.insert(block.number);
}

RdbEditor::Chain RdbEditor::readChain(std::uint32_t first, std::uint32_t id) const {
    Chain chain;
    Findings findings;
    followRdbChain(m_device, {m_disk.block, first, id}, findings, [&](std::uint32_t block, ConstBytes bytes) {
        chain.push_back({block, Bytes(bytes.begin(), bytes.end())});
    });
    if (!findings.empty()) throw FormatError(m_device.where(findings[0].block) + ": " + findings[0].message);
    return chain;
}

std::size_t RdbEditor::partitionNamed(std::string_view name) const {
    if (name.ends_with(':')) name.remove_suffix(1);
    std::string names;
    for (std::size_t i = 0; i < m_disk.partitions.size(); ++i) {
        if (sameDevice(m_disk.partitions[i].driveName, name)) return i;
        names += (i == 0 ? "" : ", ") + utf8FromLatin1(m_disk.partitions[i].driveName);
    }
    throw Error(m_device.name() + ": no partition has the name " + inQuotes(name) + "; there are " +
                (names.empty() ? "none" : names));
}

RdbPartition RdbEditor::placePartition(const PartitionOptions& options,
                                       std::optional<std::uint32_t> lowCylinder) const {
    return hardfiles::placePartition(m_disk, m_device.blocks(), options, lowCylinder);
}

void RdbEditor::require(const RdbPartition& partition, std::optional<std::size_t> instead) const {
    requireDriveName(partition.driveName);
    requirePlace(m_disk, m_device.blocks(), partition, instead);
    for (std::size_t i = 0; i < m_disk.partitions.size(); ++i)
        if (i != instead && sameDevice(m_disk.partitions[i].driveName, partition.driveName))
            throw UsageError("partition name " + inQuotes(partition.driveName) + ": there is one already");
}

void RdbEditor::addPartition(const RdbPartition& partition) {
    require(partition, std::nullopt);
    Bytes block = newRdbBlock(rdb::idPart);
    putPartition(block, partition);
    m_partitions.push_back({0, std::move(block)});
    m_disk.partitions.push_back(partition);
}

void RdbEditor::setPartition(std::size_t index, const RdbPartition& partition) {
    require(partition, index);
    putPartition(m_partitions.at(index).bytes, partition);
    m_disk.partitions.at(index) = partition;
}

void RdbEditor::removePartition(std::size_t index) {
    m_disk.partitions.erase(m_disk.partitions.begin() + static_cast<std::ptrdiff_t>(index));
    m_partitions.erase(m_partitions.begin() + static_cast<std::ptrdiff_t>(index));
}

void RdbEditor::movePartition(std::size_t from, std::size_t to) {
    const RdbPartition partition = m_disk.partitions.at(from);
    const RdbBlock block = m_partitions.at(from);
    removePartition(from);
    const auto at = static_cast<std::ptrdiff_t>(std::min(to, m_partitions.size()));
    m_disk.partitions.insert(m_disk.partitions.begin() + at, partition);
    m_partitions.insert(m_partitions.begin() + at, block);
}

void RdbEditor::addFileSystem(const NewFileSystem& fileSystem) {
    requireHandler(fileSystem.handler);
    if (fileSystemFor(fileSystem.dosType))
        throw UsageError("file system " + fileSystem.dosType.text() +
                         ": the RDB has one for it already; remove that first, or use --force");
    Bytes header = newRdbBlock(rdb::idFshd);
    putLong(header, rdb::fshd::dosType, fileSystem.dosType.value());
    putLong(header, rdb::fshd::version, fileSystem.version);
    putLong(header, rdb::fshd::patchFlags, rdb::fshd::patchSegListAndGlobalVec);
    putLong(header, rdb::fshd::globalVec, rdb::endOfList);
    putText(header, rdb::fshd::name, fileSystem.name.substr(0, rdb::fshd::nameBytes - 1));
    Chain segments;
    constexpr std::size_t room = sectorSize - rdb::lseg::data;
    for (std::size_t done = 0; done < fileSystem.handler.size(); done += room) {
        const ConstBytes rest = ConstBytes(fileSystem.handler).subspan(done);
        const ConstBytes piece = rest.first(std::min(room, rest.size()));
        Bytes block = newRdbBlock(rdb::idLseg);
        putLong(block, rdb::summedLongs, static_cast<std::uint32_t>((rdb::lseg::data + piece.size() + 3) / 4));
        std::copy(piece.begin(), piece.end(), block.begin() + rdb::lseg::data);
        segments.push_back({0, std::move(block)});
    }
    m_disk.fileSystems.push_back({0, fileSystem.dosType, fileSystem.version, segments.size() * room});
    m_fileSystems.push_back({0, std::move(header)});
    m_segments.push_back(std::move(segments));
}

void RdbEditor::removeFileSystem(std::size_t index) {
    const auto at = static_cast<std::ptrdiff_t>(index);
    m_disk.fileSystems.erase(m_disk.fileSystems.begin() + at);
    m_fileSystems.erase(m_fileSystems.begin() + at);
    m_segments.erase(m_segments.begin() + at);
}

std::optional<std::size_t> RdbEditor::fileSystemFor(DosType type) const {
    for (std::size_t i = 0; i < m_disk.fileSystems.size(); ++i)
        if (m_disk.fileSystems[i].dosType == type) return i;
    return std::nullopt;
}

Bytes RdbEditor::handler(std::size_t index) const {
    Bytes file;
    for (const RdbBlock& block : m_segments.at(index)) {
        const std::size_t end = std::clamp<std::size_t>(4 * std::size_t{longAt(block.bytes, rdb::summedLongs)},
                                                        rdb::lseg::data, sectorSize);
        file.insert(file.end(), block.bytes.begin() + rdb::lseg::data,
                    block.bytes.begin() + static_cast<std::ptrdiff_t>(end));
    }
    cutPadding(file);
    return file;
}

// Gives the blocks of a chain numbers that are free, and links them. Returns where the chain begins.
std::uint32_t RdbEditor::place(Chain& chain, std::set<std::uint32_t>& free) const {
    if (free.size() < chain.size())
        throw Error(m_device.where(m_disk.block) + ": the RDB owns blocks " + std::to_string(m_disk.rdbBlocksLow) +
                    " to " + std::to_string(m_disk.rdbBlocksHigh) + ", and " + std::to_string(chain.size()) +
                    " more are needed where " + std::to_string(free.size()) +
                    " are free; remove a file system that no partition needs");
    for (RdbBlock& block : chain) block.number = free.extract(free.begin()).value();
    for (std::size_t i = 0; i < chain.size(); ++i)
        putNext(chain[i].bytes, i + 1 < chain.size() ? chain[i + 1].number : rdb::endOfList);
    return chain.empty() ? rdb::endOfList : chain.front().number;
}

RdbEditor::Layout RdbEditor::layOut() const {
    Layout made{m_partitions, m_fileSystems, m_segments, {}, m_rdsk, {}, 0};
    made.end = std::min<std::uint64_t>(std::uint64_t{m_disk.rdbBlocksHigh} + 1, m_device.blocks());
    for (const RdbPartition& partition : m_disk.partitions)
        made.end = std::min(made.end, partition.envec.firstSector().value_or(made.end));
    std::size_t needed = made.partitions.size() + made.fileSystems.size();
    for (const Chain& chain : made.segments) needed += chain.size();
    std::set<std::uint32_t> free; // not more than are needed: an area can claim to be as large as the disk
    // What stands before the RDSK block is somebody else's: boot code, or a partition table of PCs.
    for (std::uint64_t block = std::max(m_disk.rdbBlocksLow, m_disk.block + 1);
         block < made.end && free.size() < needed; ++block) {
        const auto number = static_cast<std::uint32_t>(block);
        if (!m_others.contains(number) && !m_written.contains(number) && !m_foreign.contains(number))
            free.insert(free.end(), number);
    }
    for (std::size_t i = 0; i < made.segments.size(); ++i) {
        const bool isNew = !made.segments[i].empty() && made.segments[i].front().number == 0;
        if (!isNew) continue;
        putLong(made.fileSystems[i].bytes, rdb::fshd::segList, place(made.segments[i], free));
        made.newSegments.push_back(i);
    }
    putLong(made.rdsk, rdb::rdsk::fileSystemList, place(made.fileSystems, free));
    putLong(made.rdsk, rdb::rdsk::partitionList, place(made.partitions, free));
    for (const Chain* chain : {&made.partitions, &made.fileSystems})
        for (const RdbBlock& block : *chain) made.used.insert(block.number);
    for (const Chain& chain : made.segments)
        for (const RdbBlock& block : chain) made.used.insert(block.number);
    const std::uint32_t highest = std::max(made.used.empty() ? 0 : *made.used.rbegin(), *m_others.rbegin());
    putLong(made.rdsk, rdb::rdsk::highRdskBlock, highest);
    sealRdbBlock(made.rdsk);
    return made;
}

void RdbEditor::requireRoom() const { layOut(); }

void RdbEditor::commit() {
    const Layout made = layOut();
    std::vector<const Chain*> toWrite{&made.partitions, &made.fileSystems};
    for (const std::size_t i : made.newSegments) toWrite.push_back(&made.segments[i]);
    for (const Chain* chain : toWrite)
        for (const RdbBlock& block : *chain) m_device.write(block.number, block.bytes);
    m_device.sync();
    m_device.write(m_disk.block, made.rdsk);
    m_device.sync();
    for (const std::uint32_t block : m_written) // never in a partition
        if (!made.used.contains(block) && block < made.end) m_device.write(block, Bytes(sectorSize));
    m_device.sync();
    *this = RdbEditor(m_device);
}

} // namespace uaescope::hardfiles
