#include "hardfiles/rigid_disk.h"
#include "hardfiles/rigid_disk_layout.h"

namespace uaescope::hardfiles {

namespace {

void putPadded(MutableBytes bytes, std::size_t offset, std::size_t length, const std::string& text) {
    std::string padded = text.substr(0, length);
    padded.resize(length, ' ');
    putText(bytes, offset, padded);
}

void putHeader(MutableBytes bytes, std::uint32_t id) {
    putLong(bytes, rdb::id, id);
    putLong(bytes, rdb::summedLongs, rdb::usualLongs);
    putLong(bytes, rdb::hostId, rdb::usualHost);
}

Bytes rdskBlock(const RigidDisk& disk) {
    Bytes bytes(sectorSize);
    putHeader(bytes, rdb::idRdsk);
    putLong(bytes, rdb::rdsk::blockBytes, sectorSize);
    putLong(bytes, rdb::rdsk::flags, disk.flags);
    putLong(bytes, rdb::rdsk::badBlockList, rdb::endOfList);
    putLong(bytes, rdb::rdsk::partitionList, disk.partitions.empty() ? rdb::endOfList : 1);
    putLong(bytes, rdb::rdsk::fileSystemList, rdb::endOfList);
    putLong(bytes, rdb::rdsk::driveInit, rdb::endOfList);
    for (std::size_t i = 0; i < rdb::rdsk::reservedLongs; ++i)
        putLong(bytes, rdb::rdsk::reserved + 4 * i, rdb::endOfList);
    putLong(bytes, rdb::rdsk::cylinders, disk.cylinders);
    putLong(bytes, rdb::rdsk::sectors, disk.sectors);
    putLong(bytes, rdb::rdsk::heads, disk.heads);
    putLong(bytes, rdb::rdsk::interleave, 1);
    // A drive without moving heads: parking, precompensation and reduced current begin after the last cylinder.
    putLong(bytes, rdb::rdsk::parkCylinder, disk.cylinders);
    putLong(bytes, rdb::rdsk::writePreComp, disk.cylinders);
    putLong(bytes, rdb::rdsk::reducedWrite, disk.cylinders);
    putLong(bytes, rdb::rdsk::stepRate, 3);
    putLong(bytes, rdb::rdsk::rdbBlocksLow, disk.rdbBlocksLow);
    putLong(bytes, rdb::rdsk::rdbBlocksHigh, disk.rdbBlocksHigh);
    putLong(bytes, rdb::rdsk::lowCylinder, disk.lowCylinder);
    putLong(bytes, rdb::rdsk::highCylinder, disk.highCylinder);
    putLong(bytes, rdb::rdsk::cylinderBlocks, disk.heads * disk.sectors);
    putLong(bytes, rdb::rdsk::highRdskBlock, static_cast<std::uint32_t>(disk.partitions.size()));
    putPadded(bytes, rdb::rdsk::vendor, rdb::rdsk::vendorLength, disk.vendor);
    putPadded(bytes, rdb::rdsk::product, rdb::rdsk::productLength, disk.product);
    putPadded(bytes, rdb::rdsk::revision, rdb::rdsk::revisionLength, disk.revision);
    putChecksum(bytes, rdb::checksum, rdb::usualLongs);
    return bytes;
}

Bytes partBlock(const RdbPartition& partition, std::uint32_t next) {
    Bytes bytes(sectorSize);
    putHeader(bytes, rdb::idPart);
    putLong(bytes, rdb::next, next);
    putLong(bytes, rdb::part::flags,
            (partition.bootable ? rdb::part::bootable : 0) | (partition.mounted ? 0 : rdb::part::noMount));
    putBstr(bytes, rdb::part::driveName, partition.driveName);
    putDosEnvec(bytes, rdb::part::envec, partition.envec);
    putChecksum(bytes, rdb::checksum, rdb::usualLongs);
    return bytes;
}

} // namespace

void writeRigidDisk(BlockDevice& device, const RigidDisk& disk) {
    eraseRigidDisk(device);
    std::uint32_t block = 1;
    for (const RdbPartition& partition : disk.partitions) {
        const bool last = block == disk.partitions.size();
        device.write(block, partBlock(partition, last ? rdb::endOfList : block + 1));
        ++block;
    }
    device.write(0, rdskBlock(disk));
}

void eraseRigidDisk(BlockDevice& device) {
    const Bytes zeros(sectorSize);
    for (std::uint64_t block = 0; block < rdbSearchBlocks && block < device.blocks(); ++block)
        if (longAt(device.read(block), rdb::id) == rdb::idRdsk) device.write(block, zeros);
}

} // namespace uaescope::hardfiles
