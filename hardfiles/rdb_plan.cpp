#include "hardfiles/rdb_plan.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/latin1.h"
#include "hardfiles/size_text.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace uaescope::hardfiles {

namespace {

// Room for file system handlers in the RDB, as far as the disk can spare it.
constexpr std::uint64_t rdbBytes = std::uint64_t{512} << 10;
constexpr std::uint64_t smallestGenerousDisk = std::uint64_t{32} << 20;
constexpr std::size_t mostPartitions = 30; // what one track of the smallest geometry holds with room to spare

bool isDriveName(std::string_view name) {
    const auto allowed = [](unsigned char c) { return std::isalnum(c) != 0 || std::strchr("_-.+", c) != nullptr; };
    return !name.empty() && name.size() <= ffs::longestName && std::all_of(name.begin(), name.end(), allowed);
}

void requireNames(const std::vector<PartitionOptions>& partitions) {
    for (auto partition = partitions.begin(); partition != partitions.end(); ++partition) {
        requireDriveName(partition->name);
        const auto same = [&](const PartitionOptions& other) {
            return ffs::sameName(other.name, partition->name, partition->dosType);
        };
        if (std::any_of(partitions.begin(), partition, same))
            throw UsageError("partition name '" + partition->name + "': given twice; device names must differ");
    }
}

// Cylinders for every partition, the rest for the one without a size.
std::vector<std::uint32_t> shareCylinders(const CreateOptions& options, std::uint64_t cylinderBytes,
                                          std::uint32_t available) {
    std::vector<std::uint32_t> shares;
    std::uint64_t taken = 0;
    auto rest = options.partitions.end();
    for (auto partition = options.partitions.begin(); partition != options.partitions.end(); ++partition) {
        const std::uint64_t cylinders = partition->size / cylinderBytes;
        if (partition->size == 0) {
            if (rest != options.partitions.end())
                throw UsageError("partitions " + rest->name + " and " + partition->name +
                                 ": only one can take the rest; give the other a size");
            rest = partition;
        } else if (cylinders == 0) {
            throw UsageError("partition " + partition->name + ": " + sizeText(partition->size) +
                             " is less than a cylinder of " + sizeText(cylinderBytes) + "; make it larger");
        }
        taken += cylinders;
        if (taken > available || (rest != options.partitions.end() && taken == available))
            throw UsageError("partition " + partition->name + ": does not fit; the disk has room for " +
                             sizeText(available * cylinderBytes) + " in partitions");
        shares.push_back(static_cast<std::uint32_t>(cylinders));
    }
    for (std::size_t i = 0; i < shares.size(); ++i)
        if (options.partitions[i].size == 0) shares[i] = static_cast<std::uint32_t>(available - taken);
    return shares;
}

DosEnvec envecFor(const PartitionOptions& options, const Geometry& geometry, std::uint32_t low,
                  std::uint32_t cylinders) {
    DosEnvec envec;
    envec.surfaces = geometry.heads;
    envec.sectorPerBlock = options.blockSize / sectorSize;
    envec.blocksPerTrack = geometry.sectors;
    envec.lowCylinder = low;
    envec.highCylinder = low + cylinders - 1;
    envec.numBuffers = options.buffers;
    envec.bootPriority = options.bootPriority.value_or(0);
    envec.dosType = options.dosType;
    return envec;
}

// Cylinders in a row that no partition has.
struct Gap {
    std::uint64_t first = 0, count = 0;
};

std::uint64_t cylinderSectors(const RigidDisk& disk) { return std::uint64_t{disk.heads} * disk.sectors; }

// What partitions may use, in sectors: as the RDB says, but never its own blocks, nor what the image does not have.
BlockRange usableSectors(const RigidDisk& disk, std::uint64_t sectors) {
    const std::uint64_t cylinder = cylinderSectors(disk);
    if (cylinder == 0 || cylinder > sectors)
        throw UsageError("the RDB says that a cylinder has " + std::to_string(cylinder) + " sectors, of the disk's " +
                         std::to_string(sectors) + "; it cannot take partitions");
    const std::uint64_t first = std::max<std::uint64_t>(
        disk.lowCylinder * cylinder, std::max(disk.rdbBlocksHigh, disk.highRdskBlock) + std::uint64_t{1});
    const std::uint64_t end = std::min((std::uint64_t{disk.highCylinder} + 1) * cylinder, sectors);
    return {first, end > first ? end - first : 0};
}

std::vector<Gap> gapsOf(const RigidDisk& disk, std::uint64_t sectors) {
    const std::uint64_t cylinder = cylinderSectors(disk);
    const BlockRange usable = usableSectors(disk, sectors);
    std::vector<BlockRange> taken;
    for (const RdbPartition& partition : disk.partitions)
        if (const auto first = partition.envec.firstSector(), count = partition.envec.sectors(); first && count)
            taken.push_back({*first, *count});
    std::sort(taken.begin(), taken.end(), [](const BlockRange& a, const BlockRange& b) { return a.first < b.first; });
    taken.push_back({usable.first + usable.count, 0});
    std::vector<Gap> gaps;
    std::uint64_t from = usable.first;
    for (const BlockRange& range : taken) {
        const std::uint64_t low = (from + cylinder - 1) / cylinder;
        const std::uint64_t end = std::min(range.first, usable.first + usable.count) / cylinder;
        if (end > low) gaps.push_back({low, end - low});
        from = std::max(from, range.first + range.count);
    }
    return gaps;
}

} // namespace

void requireDriveName(std::string_view name) {
    if (!isDriveName(name))
        throw UsageError("partition name '" + utf8FromLatin1(name) +
                         "': a device name has 1 to 30 letters, digits or any of _-.+");
}

RdbPartition placePartition(const RigidDisk& disk, std::uint64_t sectors, const PartitionOptions& options,
                            std::optional<std::uint32_t> lowCylinder) {
    const std::uint64_t cylinderBytes = cylinderSectors(disk) * sectorSize;
    std::vector<Gap> gaps = gapsOf(disk, sectors);
    if (lowCylinder) {
        for (Gap& gap : gaps) {
            const bool holds = *lowCylinder >= gap.first && *lowCylinder < gap.first + gap.count;
            gap = holds ? Gap{*lowCylinder, gap.first + gap.count - *lowCylinder} : Gap{};
        }
    }
    const std::uint64_t wanted = options.size / cylinderBytes;
    if (!ffs::isBlockSize(options.blockSize))
        throw UsageError("block size " + std::to_string(options.blockSize) +
                         ": must be 512, 1024, 2048, 4096, 8192, 16384 or 32768");
    if (options.size != 0 && wanted == 0)
        throw UsageError("partition " + options.name + ": " + sizeText(options.size) + " is less than a cylinder of " +
                         sizeText(cylinderBytes) + "; make it larger");
    const auto largest =
        std::max_element(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) { return a.count < b.count; });
    const auto fits = std::find_if(gaps.begin(), gaps.end(), [&](const Gap& gap) { return gap.count >= wanted; });
    const auto chosen = options.size == 0 ? largest : fits;
    if (chosen == gaps.end() || chosen->count == 0)
        throw UsageError(
            "partition " + options.name + ": does not fit; the largest gap " +
            (lowCylinder ? "from cylinder " + std::to_string(*lowCylinder) + " on " : "") + "has " +
            (largest == gaps.end() || largest->count == 0 ? "no room" : sizeText(largest->count * cylinderBytes)));
    RdbPartition partition;
    partition.driveName = options.name;
    partition.bootable = options.bootPriority.has_value();
    partition.envec =
        envecFor(options, {disk.cylinders, disk.heads, disk.sectors}, static_cast<std::uint32_t>(chosen->first),
                 static_cast<std::uint32_t>(options.size == 0 ? chosen->count : wanted));
    return partition;
}

void requirePlace(const RigidDisk& disk, std::uint64_t sectors, const RdbPartition& partition,
                  std::optional<std::size_t> instead) {
    const auto first = partition.envec.firstSector(), count = partition.envec.sectors();
    if (!first || !count || *count == 0 || !partition.envec.blockSize())
        throw UsageError("partition " + partition.driveName +
                         ": its cylinders make no sense: " + std::to_string(partition.envec.lowCylinder) + " to " +
                         std::to_string(partition.envec.highCylinder));
    const BlockRange usable = usableSectors(disk, sectors);
    if (*first < usable.first || *first >= usable.first + usable.count || *count > usable.first + usable.count - *first)
        throw UsageError("partition " + partition.driveName + ": sectors " + std::to_string(*first) + " to " +
                         std::to_string(*first + *count - 1) + " are outside of what partitions may use, " +
                         std::to_string(usable.first) + " to " + std::to_string(usable.first + usable.count - 1));
    for (std::size_t i = 0; i < disk.partitions.size(); ++i) {
        const DosEnvec& other = disk.partitions[i].envec;
        const auto otherFirst = other.firstSector(), otherCount = other.sectors();
        if (i == instead || !otherFirst || !otherCount) continue;
        if (*first < *otherFirst + *otherCount && *otherFirst < *first + *count)
            throw UsageError("partition " + partition.driveName + ": would overlap " + disk.partitions[i].driveName +
                             ", which has cylinders " + std::to_string(other.lowCylinder) + " to " +
                             std::to_string(other.highCylinder));
    }
}

RigidDisk planRigidDisk(const CreateOptions& options) {
    requireNames(options.partitions);
    if (options.partitions.size() > mostPartitions)
        throw UsageError(std::to_string(options.partitions.size()) + " partitions: at most 30 fit");
    const Geometry geometry = rdbGeometry(options.size);
    const std::uint64_t cylinderBytes = geometry.sectorsOfCylinder() * sectorSize;
    const std::uint64_t wanted = options.size < smallestGenerousDisk ? cylinderBytes : rdbBytes;
    const auto reserved = static_cast<std::uint32_t>((wanted + cylinderBytes - 1) / cylinderBytes);
    if (geometry.cylinders <= reserved)
        throw UsageError("size " + sizeText(options.size) + ": an RDB hardfile needs at least " +
                         sizeText((reserved + 1) * cylinderBytes));
    RigidDisk disk;
    disk.cylinders = geometry.cylinders;
    disk.heads = geometry.heads;
    disk.sectors = geometry.sectors;
    disk.rdbBlocksHigh = static_cast<std::uint32_t>(reserved * geometry.sectorsOfCylinder() - 1);
    disk.lowCylinder = reserved;
    disk.highCylinder = geometry.cylinders - 1;
    disk.vendor = "UAESCOPE";
    disk.product = "HARDFILE";
    disk.revision = "1.0";
    const auto shares = shareCylinders(options, cylinderBytes, geometry.cylinders - reserved);
    std::uint32_t low = reserved;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const PartitionOptions& partition = options.partitions[i];
        disk.partitions.push_back({static_cast<std::uint32_t>(i + 1), partition.name,
                                   partition.bootPriority.has_value(), true,
                                   envecFor(partition, geometry, low, shares[i])});
        low += shares[i];
    }
    return disk;
}

} // namespace uaescope::hardfiles
