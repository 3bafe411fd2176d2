#include "hardfiles/grow.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_growth.h"
#include "hardfiles/geometry.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/image_in_use.h"
#include "hardfiles/latin1.h"
#include "hardfiles/new_file.h"
#include "hardfiles/rdb_blocks.h"
#include "hardfiles/rdb_editor.h"
#include "hardfiles/rigid_disk_layout.h"
#include "hardfiles/size_text.h"

#include <algorithm>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint64_t mostCylinders = 0xffffffff;

void requireLarger(const std::string& name, std::uint64_t from, std::uint64_t to) {
    if (to < from)
        throw UsageError(name + ": has " + std::to_string(from) + " bytes, " + std::to_string(to) +
                         " would be fewer; nothing is made smaller here: make a new image and copy the files "
                         "('uaehdf create', 'get' and 'put')");
    if (to > largestImage)
        throw UsageError("size " + sizeText(to) + ": emulators count sectors in 32 bits; stay below 2 TiB");
}

void requireRaw(const Hardfile& hardfile) {
    if (hardfile.container() != Container::raw)
        throw Error(hardfile.name() + ": a " + containerName(hardfile.container()) +
                    " image is not made larger; make a raw one of it first: uaehdf convert " + hardfile.name() +
                    " NEW.hdf --to raw");
    if (!hardfile.mbrPartitions().empty())
        throw Error(hardfile.name() + ": the disk is inside a partition of an MBR, which has its own end; cut it out "
                                      "first (see 'uaehdf info')");
    for (const Finding& finding : hardfile.findings())
        if (finding.severity == Severity::error)
            throw FormatError(hardfile.name() + ": block " + std::to_string(finding.block) + ": " + finding.message +
                              "; only a disk without faults is made larger, see 'uaehdf check'");
}

std::uint64_t cylinderBytes(const RigidDisk& disk) { return std::uint64_t{disk.heads} * disk.sectors * sectorSize; }

// The disk of this image with so many cylinders, which it has room for.
void putCylinders(BlockDevice device, const RigidDisk& disk, std::uint64_t cylinders) {
    Bytes rdsk = device.read(disk.block);
    const auto count = static_cast<std::uint32_t>(cylinders);
    // Where the heads park and where current is reduced: behind the last cylinder, unless somebody knew better.
    for (const std::size_t field : {rdb::rdsk::parkCylinder, rdb::rdsk::writePreComp, rdb::rdsk::reducedWrite})
        if (longAt(rdsk, field) == disk.cylinders) putLong(rdsk, field, count);
    putLong(rdsk, rdb::rdsk::cylinders, count);
    putLong(rdsk, rdb::rdsk::highCylinder, count - 1);
    sealRdbBlock(rdsk);
    device.write(disk.block, rdsk);
    device.sync();
}

std::uint64_t cylindersFor(const Hardfile& hardfile, std::uint64_t size) {
    const RigidDisk& disk = *hardfile.rdb();
    if (cylinderBytes(disk) == 0 || disk.blockBytes != sectorSize)
        throw FormatError(hardfile.name() + ": block " + std::to_string(disk.block) +
                          ": the RDSK block gives the disk no cylinders of sectors of 512 bytes");
    return std::min(size / cylinderBytes(disk), mostCylinders);
}

std::uint64_t freeBehind(const RigidDisk& disk, std::uint64_t cylinders) {
    std::uint64_t end = disk.lowCylinder * cylinderBytes(disk) / sectorSize;
    for (const RdbPartition& partition : disk.partitions)
        end = std::max(end, partition.envec.firstSector().value_or(0) + partition.envec.sectors().value_or(0));
    const std::uint64_t all = cylinders * cylinderBytes(disk) / sectorSize;
    return all > end ? (all - end) * sectorSize : 0;
}

GrownHardfile growDisk(FileImage& image, const Hardfile& hardfile, const GrowOptions& options) {
    const RigidDisk& disk = *hardfile.rdb();
    const std::uint64_t cylinders = cylindersFor(hardfile, options.size);
    if (cylinders <= disk.cylinders)
        throw UsageError(hardfile.name() + ": " + std::to_string(options.size) +
                         " bytes are no cylinder more than the " + std::to_string(disk.cylinders) + " of " +
                         std::to_string(cylinderBytes(disk)) + " bytes that the disk has");
    const std::uint64_t before = image.size();
    // The old RDB is as good in the larger file.
    if (cylinders * cylinderBytes(disk) > before) image.resize(cylinders * cylinderBytes(disk));
    image.sync();
    putCylinders(BlockDevice(image), disk, cylinders);
    return {before, image.size(), 0, freeBehind(disk, cylinders)};
}

// A volume may only grow over sectors that are not another's.
std::uint64_t growPartition(const BlockDevice& device, const Hardfile& hardfile, const std::string& name) {
    const Partition& partition = hardfile.partitionNamed(name);
    RdbEditor editor(device);
    const std::size_t index = editor.partitionNamed(partition.name);
    RdbPartition larger = editor.disk().partitions[index];
    const std::string where = hardfile.name() + ": " + utf8FromLatin1(partition.name) + ": ";
    if (partition.sectors.count != larger.envec.sectors().value_or(0))
        throw Error(where + "counts its cylinders in larger sectors; such disks are only read");
    if (!partition.volume) throw Error(where + "expected a volume that can be read, found none");
    std::uint64_t end = (std::uint64_t{editor.disk().highCylinder} + 1) * editor.disk().heads * editor.disk().sectors;
    for (const RdbPartition& other : editor.disk().partitions) {
        const std::uint64_t first = other.envec.firstSector().value_or(0);
        if (first > partition.sectors.first) end = std::min(end, first);
    }
    const std::uint64_t cylinder = std::uint64_t{larger.envec.surfaces} * larger.envec.blocksPerTrack;
    const std::uint64_t high = end / cylinder;
    if (high <= std::uint64_t{larger.envec.highCylinder} + 1)
        throw Error(where + "there is no room behind the partition");
    larger.envec.highCylinder = static_cast<std::uint32_t>(high - 1);
    editor.setPartition(index, larger);
    editor.commit();
    const PartitionWindow window(device, {partition.sectors.first, larger.envec.sectors().value()}, partition.blockSize,
                                 partition.name);
    growVolume(FfsVolume::of(*partition.volume), window);
    return window.blocks() * window.blockSize();
}

std::uint64_t growHardfileVolume(const BlockDevice& device, const Hardfile& hardfile, std::uint64_t size) {
    const Partition& partition = hardfile.partitions().front();
    growVolume(FfsVolume::of(*partition.volume), PartitionWindow(device, {0, size / sectorSize}, partition.blockSize));
    return size;
}

std::uint64_t sizeOfHardfile(const Hardfile& hardfile, const GrowOptions& options) {
    if (hardfile.partitions().empty() || (!hardfile.rdb() && !hardfile.partitions().front().volume))
        throw Error(hardfile.name() + ": expected an RDB or a volume that can be read, found none; a file that is not "
                                      "formatted is made larger with 'truncate --size'");
    if (hardfile.rdb()) {
        const std::uint64_t cylinders =
            std::max<std::uint64_t>(cylindersFor(hardfile, options.size), hardfile.rdb()->cylinders);
        return std::max(hardfile.size(), cylinders * cylinderBytes(*hardfile.rdb()));
    }
    const Partition& partition = hardfile.partitions().front();
    FfsVolume::of(*partition.volume);
    if (!options.partition.empty())
        throw UsageError(hardfile.name() + ": has no RDB, so there is no partition to be named");
    const std::uint64_t size = partitionHardfileSize(options.size, partition.blockSize);
    if (size <= partition.size())
        throw UsageError(hardfile.name() + ": " + std::to_string(options.size) +
                         " bytes are no track of 32 blocks more than the volume has");
    return size;
}

} // namespace

GrownHardfile growHardfile(const std::filesystem::path& file, const GrowOptions& options,
                           const CopyProgress& progress) {
    FileImage image(file, FileImage::Access::readWrite);
    requireUnused(image);
    const Hardfile hardfile = Hardfile::open(file);
    requireRaw(hardfile);
    requireLarger(hardfile.name(), hardfile.size(), options.size);
    const std::uint64_t size = sizeOfHardfile(hardfile, options);
    if (hardfile.rdb() && options.partition.empty()) return growDisk(image, hardfile, options);
    NewFile copy(file, Existing::replace);
    copyDisk(image, {0, image.size()}, Container::raw, copy.image(), progress);
    if (size > copy.image().size()) copy.image().resize(size);
    const BlockDevice device(copy.image());
    GrownHardfile grown{image.size(), copy.image().size(), 0, 0};
    // It reads the old image, which stays as it is, to change the new one.
    if (hardfile.rdb()) {
        const std::uint64_t cylinders = cylindersFor(hardfile, options.size);
        if (cylinders > hardfile.rdb()->cylinders) putCylinders(device, *hardfile.rdb(), cylinders);
        grown.volume = growPartition(device, hardfile, options.partition);
        Findings ignored;
        const auto disk = readRigidDisk(device, ignored);
        grown.free = freeBehind(disk.value(), disk->cylinders);
    } else {
        grown.volume = growHardfileVolume(device, hardfile, size);
    }
    copy.commit();
    return grown;
}

} // namespace uaescope::hardfiles
