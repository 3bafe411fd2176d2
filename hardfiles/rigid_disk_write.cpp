#include "hardfiles/rdb_blocks.h"
#include "hardfiles/rigid_disk.h"
#include "hardfiles/rigid_disk_layout.h"

namespace uaescope::hardfiles {

namespace {

Bytes partBlock(const RdbPartition& partition, std::uint32_t next) {
    Bytes bytes = newRdbBlock(rdb::idPart);
    putLong(bytes, rdb::next, next);
    putPartition(bytes, partition);
    sealRdbBlock(bytes);
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
    Bytes rdsk = rdskBlock(disk);
    if (!disk.partitions.empty()) putLong(rdsk, rdb::rdsk::partitionList, 1);
    putLong(rdsk, rdb::rdsk::highRdskBlock, block - 1);
    sealRdbBlock(rdsk);
    device.write(0, rdsk);
}

void eraseRigidDisk(BlockDevice& device) {
    const Bytes zeros(sectorSize);
    for (std::uint64_t block = 0; block < rdbSearchBlocks && block < device.blocks(); ++block)
        if (longAt(device.read(block), rdb::id) == rdb::idRdsk) device.write(block, zeros);
}

} // namespace uaescope::hardfiles
