#include "hardfiles/hardfile.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/image_in_use.h"
#include "hardfiles/latin1.h"
#include "hardfiles/mbr.h"
#include "hardfiles/partition_probe.h"
#include "hardfiles/unknown_contents.h"

#include <algorithm>

namespace uaescope::hardfiles {

namespace {

// Names of devices and volumes are compared without regard to case, accents included.
bool sameName(std::string_view left, std::string_view right) { return ffs::sameName(left, right, dosType(3)); }

bool answersTo(const Partition& partition, std::string_view name) {
    return partition.volume && (sameName(partition.name, name) || sameName(partition.volume->info().label, name));
}

} // namespace

Hardfile Hardfile::open(const std::filesystem::path& file) {
    return Hardfile(std::make_unique<FileImage>(file, FileImage::Access::readOnly));
}

Hardfile Hardfile::openForWriting(const std::filesystem::path& file, Overlaps overlaps) {
    auto image = std::make_unique<FileImage>(file, FileImage::Access::readWrite);
    requireUnused(*image);
    Hardfile hardfile(std::move(image));
    for (const Finding& finding : hardfile.findings())
        if (finding.code == "overlap" && overlaps == Overlaps::refuse)
            throw Error(file.string() + ": block " + std::to_string(finding.block) + ": " + finding.message +
                        "; nothing is written to a disk whose partitions share blocks");
    return hardfile;
}

Hardfile::Hardfile(std::unique_ptr<Image> image) : m_image(std::move(image)), m_container(detectContainer(*m_image)) {
    const std::string file = m_image->name();
    try {
        m_image = openContainer(std::move(m_image), m_container);
    } catch (const FormatError& error) {
        m_image = std::make_unique<MemoryImage>(0, 0, file);
        m_findings.push_back({Severity::error, "container", "", 0, error.what()});
        return;
    }
    readDisk();
}

void Hardfile::reread() {
    m_rdb.reset();
    m_rdbAreas.clear();
    m_mbrPartitions.clear();
    m_partitions.clear();
    m_findings.clear();
    readDisk();
}

void Hardfile::readDisk() {
    const BlockDevice device(*m_image);
    if (device.blocks() == 0) {
        m_findings.push_back(
            {Severity::error, "too-short", "", 0,
             "expected at least 512 bytes, found " + std::to_string(size()) + "; emulators crash on such a file"});
        return;
    }
    if (readRdb(device, {0, device.blocks()})) return;
    for (const BlockRange& part : amigaPartitionsOfMbr(device))
        if (readRdb(device, part)) m_mbrPartitions.push_back(part);
    if (!m_rdb) readPartitionHardfile(device);
}

bool Hardfile::readRdb(const BlockDevice& device, const BlockRange& part) {
    const std::size_t findingsBefore = m_findings.size();
    const std::size_t partitionsBefore = m_partitions.size();
    const BlockDevice disk = device.part(part);
    const auto rdb = readRigidDisk(disk, m_findings);
    if (rdb) {
        if (!m_rdb) m_rdb = rdb;
        const std::uint64_t end = std::max(rdb->rdbBlocksHigh, rdb->highRdskBlock) + std::uint64_t{1};
        m_rdbAreas.push_back({part.first, std::min(end, part.count)});
        for (const RdbPartition& entry : rdb->partitions) m_partitions.push_back(readPartition(disk, entry));
        checkOverlaps(*rdb, partitionsBefore);
    }
    for (auto finding = m_findings.begin() + static_cast<std::ptrdiff_t>(findingsBefore); finding != m_findings.end();
         ++finding)
        if (finding->partition.empty()) finding->block += part.first;
    for (auto partition = m_partitions.begin() + static_cast<std::ptrdiff_t>(partitionsBefore);
         partition != m_partitions.end(); ++partition)
        partition->sectors.first += part.first;
    return rdb.has_value();
}

Partition Hardfile::readPartition(const BlockDevice& device, const RdbPartition& entry) {
    Partition partition;
    partition.name = entry.driveName;
    partition.dosType = entry.envec.dosType;
    partition.rdb = entry;
    const auto first = entry.envec.firstSector();
    const auto count = entry.envec.sectors();
    const auto blockSize = entry.envec.blockSize();
    const auto report = [&](const char* code, const std::string& message) {
        m_findings.push_back(
            {Severity::error, code, "", entry.block, utf8FromLatin1(entry.driveName) + ": " + message});
    };
    if (entry.envec.dosType.value() == 0) report("dos-type", "the DosType is 0; UAE does not mount the partition");
    if (!first || !count || *count == 0 || !blockSize) {
        report("geometry", "cylinders, surfaces, sectors or the block size make no sense");
        return partition;
    }
    if (!ffs::isBlockSize(*blockSize)) {
        report("block-size", "expected a block size from 512 to 32768, found " + std::to_string(*blockSize));
        return partition;
    }
    partition.blockSize = *blockSize;
    // Who makes the file system's block of larger sectors instead of several may count cylinders in those too.
    const std::uint64_t unit = std::uint64_t{entry.envec.sizeBlock} * 4 / sectorSize;
    const std::size_t findingsBefore = m_findings.size();
    if (readVolume(device, {*first, *count}, partition)) return partition;
    if (unit > 1 && *first < device.blocks() / unit && *count <= device.blocks() / unit - *first) {
        Partition counted = partition;
        const std::size_t findingsOfFirst = m_findings.size();
        if (readVolume(device, {*first * unit, *count * unit}, counted)) {
            m_findings.resize(findingsBefore);
            return counted;
        }
        m_findings.resize(findingsOfFirst);
    }
    if (partition.sectors.count == 0)
        report("past-end", "the partition has " + std::to_string(*count) + " sectors from " + std::to_string(*first) +
                               " on, but the image has only " + std::to_string(device.blocks()) +
                               "; the file is cut off, or was made for a larger disk");
    return partition;
}

// Leaves the partition without a place when it would leave the device.
bool Hardfile::readVolume(const BlockDevice& device, const BlockRange& sectors, Partition& partition) {
    if (sectors.first >= device.blocks() || sectors.count > device.blocks() - sectors.first) return false;
    partition.sectors = sectors;
    partition.volume = openVolume(
        device, {sectors, partition.blockSize, partition.rdb->envec.reserved, partition.name, partition.dosType},
        m_findings);
    if (partition.volume) partition.blockSize = partition.volume->info().blockSize;
    return partition.volume != nullptr;
}

void Hardfile::checkOverlaps(const RigidDisk& disk, std::size_t from) {
    std::vector<const Partition*> sorted;
    for (std::size_t i = from; i < m_partitions.size(); ++i)
        if (m_partitions[i].sectors.count != 0) sorted.push_back(&m_partitions[i]);
    std::sort(sorted.begin(), sorted.end(),
              [](const Partition* a, const Partition* b) { return a->sectors.first < b->sectors.first; });
    std::uint64_t end = std::uint64_t{disk.highRdskBlock} + 1;
    std::string before = "the RDB";
    for (const Partition* partition : sorted) {
        if (partition->sectors.first < end)
            m_findings.push_back({Severity::error, "overlap", "", partition->rdb->block,
                                  utf8FromLatin1(partition->name) + ": the partition begins at sector " +
                                      std::to_string(partition->sectors.first) + ", inside " + before +
                                      ", which ends at " + std::to_string(end)});
        if (partition->sectors.first + partition->sectors.count > end) {
            end = partition->sectors.first + partition->sectors.count;
            before = utf8FromLatin1(partition->name);
        }
    }
}

void Hardfile::readPartitionHardfile(const BlockDevice& device) {
    Partition partition;
    partition.sectors = {0, device.blocks()};
    partition.dosType = DosType(longAt(device.read(0), ffs::boot::dosType));
    if (partition.dosType.isSfs() || partition.dosType.isSfs2() || partition.dosType.isPfsOnDisk()) {
        partition.volume = openVolume(device, {partition.sectors, sectorSize, ffs::usualReserved}, m_findings);
        if (partition.volume) {
            const VolumeInfo& info = partition.volume->info();
            partition.blockSize = info.blockSize;
            partition.sectors.count = info.blocks * (info.blockSize / sectorSize);
        }
    } else if (const auto probed = probeVolume(device)) {
        partition.sectors.count = probed->sectors;
        partition.blockSize = probed->blockSize;
        partition.volume = openVolume(device, {partition.sectors, probed->blockSize, ffs::usualReserved}, m_findings);
    }
    if (!partition.volume && partition.dosType.isDos() && m_findings.empty())
        m_findings.push_back({Severity::error, "root-block", "", 0,
                              "the boot block says " + partition.dosType.text() +
                                  ", but no root block was found for any block size; the volume is not formatted, "
                                  "damaged, or cut off"});
    if (!partition.volume && m_findings.empty())
        if (auto unknown = unknownContents(device)) m_findings.push_back(std::move(*unknown));
    m_partitions.push_back(std::move(partition));
}

BlockDevice Hardfile::rdbDisk() const {
    const BlockDevice whole(*m_image);
    const std::vector<BlockRange> parts = m_rdb && m_mbrPartitions.empty() ? std::vector<BlockRange>{}
                                          : m_mbrPartitions.empty()        ? amigaPartitionsOfMbr(whole)
                                                                           : m_mbrPartitions;
    if (parts.size() > 1)
        throw Error(name() + ": " + std::to_string(parts.size()) +
                    " partitions of the MBR hold Amiga disks; cut the one to be changed out (see 'uaehdf info')");
    return parts.empty() ? whole : whole.part(parts.front());
}

bool Hardfile::hasFileSystem() const {
    return std::any_of(m_partitions.begin(), m_partitions.end(),
                       [](const Partition& p) { return p.volume != nullptr; });
}

Place Hardfile::locate(std::string_view path) const {
    const auto colon = path.find(':');
    const std::string_view device = colon == std::string_view::npos ? "" : path.substr(0, colon);
    std::vector<const Partition*> matches;
    std::string names;
    for (const Partition& partition : m_partitions) {
        if (!partition.volume) continue;
        names += (names.empty() ? "" : ", ") +
                 utf8FromLatin1((partition.name.empty() ? partition.volume->info().label : partition.name) + ":");
        if (device.empty() || answersTo(partition, device)) matches.push_back(&partition);
    }
    const auto unsupported = std::find_if(m_findings.begin(), m_findings.end(),
                                          [](const Finding& finding) { return finding.code == "unsupported"; });
    if (names.empty() && unsupported != m_findings.end()) throw Error(name() + ": " + unsupported->message);
    if (names.empty()) throw Error(name() + ": expected a file system, found none; try 'uaehdf info' to see why");
    if (matches.size() != 1)
        throw Error(name() + ": " + (device.empty() ? "no volume was named" : "no volume has exactly this name: ") +
                    utf8FromLatin1(device) + "; choose one of " + names);
    return {matches[0], std::string(colon == std::string_view::npos ? path : path.substr(colon + 1))};
}

const Partition& Hardfile::partitionNamed(std::string_view wanted) const {
    if (wanted.ends_with(':')) wanted.remove_suffix(1);
    std::string names;
    const auto isWanted = [&](const Partition& partition) { return sameName(partition.name, wanted); };
    if (std::count_if(m_partitions.begin(), m_partitions.end(), isWanted) > 1)
        throw Error(name() + ": several partitions have the name '" + utf8FromLatin1(wanted) +
                    "'; rename one of them first");
    for (const Partition& partition : m_partitions) {
        if (wanted.empty() ? m_partitions.size() == 1 : sameName(partition.name, wanted)) return partition;
        names += (names.empty() ? "" : ", ") + utf8FromLatin1(partition.name);
    }
    throw Error(
        name() + ": " +
        (wanted.empty() ? "no partition was named" : "no partition has the name '" + utf8FromLatin1(wanted) + "'") +
        "; there are " + (names.empty() ? "none" : names));
}

} // namespace uaescope::hardfiles
