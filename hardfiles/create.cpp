#include "hardfiles/create.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_format.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/geometry.h"
#include "hardfiles/partition_window.h"
#include "hardfiles/rdb_plan.h"
#include "hardfiles/size_text.h"

namespace uaescope::hardfiles {

namespace {

// A volume to be, with its place.
struct Plan {
    BlockRange range;
    FormatOptions format;
    PartitionOptions options;
};

FormatOptions formatOptions(const CreateOptions& options, std::size_t index) {
    const PartitionOptions& partition = options.partitions[index];
    const std::string usual = index == 0 ? "Work" : "Work" + std::to_string(index + 1);
    return {partition.dosType, partition.label.empty() ? usual : partition.label, ffs::usualReserved, options.created};
}

std::vector<Plan> planVolumes(const CreateOptions& options, std::uint64_t size) {
    if (options.kind == HardfileKind::partition)
        return {{{0, size / sectorSize}, formatOptions(options, 0), options.partitions[0]}};
    std::vector<Plan> plans;
    for (const RdbPartition& partition : planRigidDisk(options).partitions) {
        const std::size_t index = plans.size();
        plans.push_back({{partition.envec.firstSector().value(), partition.envec.sectors().value()},
                         formatOptions(options, index),
                         options.partitions[index]});
    }
    return plans;
}

// Throws for everything that a volume could refuse, so that the host is not touched before.
void requireVolumes(const std::vector<Plan>& plans) {
    for (const Plan& plan : plans) {
        const std::uint32_t blockSize = plan.options.blockSize;
        if (plan.options.state == PartitionState::raw) continue;
        freshLayout(plan.range.count / (blockSize / sectorSize), blockSize, plan.format);
    }
}

} // namespace

std::uint64_t hardfileSize(const CreateOptions& options) {
    if (options.size > largestImage)
        throw UsageError("size " + sizeText(options.size) + ": emulators count sectors in 32 bits; stay below 2 TiB");
    if (options.partitions.empty()) throw UsageError("an RDB hardfile needs at least one partition");
    for (const PartitionOptions& partition : options.partitions)
        if (!ffs::isBlockSize(partition.blockSize))
            throw UsageError("block size " + std::to_string(partition.blockSize) +
                             ": must be 512, 1024, 2048, 4096, 8192, 16384 or 32768");
    if (options.kind == HardfileKind::rdb) {
        const Geometry geometry = rdbGeometry(options.size);
        return geometry.cylinders * geometry.sectorsOfCylinder() * sectorSize;
    }
    if (options.partitions.size() != 1) throw UsageError("a partition hardfile has one partition; several need an RDB");
    if (options.partitions[0].state == PartitionState::raw)
        throw UsageError("a partition hardfile tells nothing of itself before it is formatted; use one with an RDB");
    const std::uint32_t blockSize = options.partitions[0].blockSize;
    const std::uint64_t size = partitionHardfileSize(options.size, blockSize);
    if (size == 0)
        throw UsageError("size " + sizeText(options.size) + ": with blocks of " + std::to_string(blockSize) +
                         " bytes a hardfile has at least " + sizeText(std::uint64_t{32} * blockSize));
    return size;
}

CreatedHardfile createHardfile(const std::filesystem::path& file, const CreateOptions& options) {
    const std::uint64_t size = hardfileSize(options);
    requireVolumes(planVolumes(options, size));
    NewFile target(file, options.existing);
    target.image().resize(size);
    CreatedHardfile created = formatImage(target.image(), options);
    target.commit();
    return created;
}

CreatedHardfile formatImage(Image& image, const CreateOptions& options) {
    const std::uint64_t size = hardfileSize(options);
    const std::vector<Plan> plans = planVolumes(options, size);
    requireVolumes(plans);
    BlockDevice device(image);
    eraseRigidDisk(device);
    CreatedHardfile created;
    created.size = size;
    for (const Plan& plan : plans) {
        PartitionWindow window(device, plan.range, plan.options.blockSize, plan.options.name);
        if (plan.options.state == PartitionState::formatted) formatVolume(window, plan.format);
        created.partitions.push_back({plan.options.name, plan.format.label, plan.format.dosType, window.offsetOf(0),
                                      plan.range.count * sectorSize, plan.options.blockSize});
    }
    if (options.kind == HardfileKind::rdb) writeRigidDisk(device, planRigidDisk(options));
    return created;
}

} // namespace uaescope::hardfiles
