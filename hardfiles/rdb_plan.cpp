#include "hardfiles/rdb_plan.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
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
        if (!isDriveName(partition->name))
            throw UsageError("partition name '" + partition->name +
                             "': a device name has 1 to 30 letters, digits or any of _-.+");
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

} // namespace

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
