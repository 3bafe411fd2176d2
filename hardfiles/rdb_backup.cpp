#include "hardfiles/rdb_backup.h"

#include "hardfiles/error.h"
#include "hardfiles/latin1.h"
#include "hardfiles/rdb_recovery.h"
#include "hardfiles/rigid_disk.h"

#include <algorithm>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint64_t mostBlocks = 131072; // 64 MiB, far more than any area has

std::uint64_t firstSectorOf(const std::vector<RdbPartition>& partitions, std::uint64_t end) {
    for (const RdbPartition& partition : partitions) end = std::min(end, partition.envec.firstSector().value_or(end));
    return end;
}

// What a backup of the disk has, in sectors.
std::uint64_t sectorsOf(const RigidDisk& disk, std::uint64_t deviceSectors) {
    const std::uint64_t owned = std::max(disk.rdbBlocksHigh, disk.highRdskBlock) + std::uint64_t{1};
    return std::min(owned, firstSectorOf(disk.partitions, deviceSectors));
}

Bytes readFirst(const BlockDevice& device, std::uint64_t count) {
    Bytes bytes(static_cast<std::size_t>(count) * sectorSize);
    device.read(0, MutableBytes(bytes));
    return bytes;
}

RigidDisk diskOf(const BlockDevice& device, ConstBytes backup) {
    if (backup.size() % sectorSize != 0 || backup.size() / sectorSize > mostBlocks)
        throw FormatError("the backup: expected whole sectors of 512 bytes, at most " + std::to_string(mostBlocks) +
                          ", found " + std::to_string(backup.size()) + " bytes; it is not of 'uaehdf rdb backup'");
    MemoryImage image(backup.size(), 0, "the backup");
    image.bytes().assign(backup.begin(), backup.end());
    Findings findings;
    const auto disk = readRigidDisk(BlockDevice(image), findings);
    if (!disk) throw FormatError("the backup: expected an RDB in its first blocks, found none");
    for (const Finding& finding : findings)
        if (finding.severity == Severity::error)
            throw FormatError("the backup: block " + std::to_string(finding.block) + ": " + finding.message);
    for (const RdbPartition& partition : disk->partitions) {
        const auto first = partition.envec.firstSector(), count = partition.envec.sectors();
        const std::string name = utf8FromLatin1(partition.driveName);
        if (!first || !count || *first >= device.blocks() || *count > device.blocks() - *first)
            throw FormatError("the backup: its partition " + name + " does not fit into " + device.name() +
                              "; it belongs to another disk");
        if (*first < backup.size() / sectorSize)
            throw FormatError("the backup: its partition " + name + " begins inside of the backup; it is damaged");
    }
    const std::uint64_t whole = sectorsOf(*disk, device.blocks());
    if (backup.size() / sectorSize != whole)
        throw FormatError("the backup: expected " + std::to_string(whole) +
                          " sectors, which is what its RDB owns, found " + std::to_string(backup.size() / sectorSize) +
                          "; it was cut off, or is not of 'uaehdf rdb backup'");
    return *disk;
}

} // namespace

Bytes backupRdb(const BlockDevice& device) {
    Findings findings;
    const auto disk = readRigidDisk(device, findings);
    if (!disk) throw FormatError(device.name() + ": expected an RDB, found none");
    const std::uint64_t count = sectorsOf(*disk, device.blocks());
    if (count > mostBlocks)
        throw FormatError(device.where(disk->block) + ": expected an RDB of at most " + std::to_string(mostBlocks) +
                          " blocks, found one that owns " + std::to_string(count));
    Bytes backup = readFirst(device, count);
    diskOf(device, backup);
    return backup;
}

std::optional<std::string> partitionInside(const BlockDevice& device, std::uint64_t sectors) {
    Findings findings;
    const auto disk = readRigidDisk(device, findings);
    if (!disk) return std::nullopt;
    for (const RdbPartition& partition : disk->partitions)
        if (partition.envec.firstSector().value_or(sectors) < sectors) return partition.driveName;
    return std::nullopt;
}

Bytes firstSectors(const BlockDevice& device) { return readFirst(device, std::min(device.blocks(), rdbScanBlocks)); }

void restoreRdb(BlockDevice device, ConstBytes backup) {
    const RigidDisk disk = diskOf(device, backup);
    const std::size_t rdsk = std::size_t{disk.block} * sectorSize;
    const ConstBytes behind = backup.subspan(rdsk + sectorSize);
    // What stops in between leaves a disk without an RDB, not one whose RDB leads to somebody else's blocks.
    eraseRigidDisk(device);
    device.sync();
    if (rdsk != 0) device.write(0, backup.first(rdsk));
    if (!behind.empty()) device.write(disk.block + std::uint64_t{1}, behind);
    device.sync();
    device.write(disk.block, backup.subspan(rdsk, sectorSize));
    device.sync();
}

} // namespace uaescope::hardfiles
