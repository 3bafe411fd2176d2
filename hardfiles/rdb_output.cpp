#include "hardfiles/rdb_output.h"

#include "hardfiles/latin1.h"
#include "hardfiles/size_text.h"

namespace uaescope::hardfiles {

std::string partitionText(const RdbPartition& partition, std::uint64_t offset) {
    const DosEnvec& envec = partition.envec;
    return utf8FromLatin1(partition.driveName) + ": " + sizeText(envec.sectors().value_or(0) * sectorSize) +
           " at offset " + std::to_string(offset) + ", cylinders " + std::to_string(envec.lowCylinder) + " to " +
           std::to_string(envec.highCylinder) + ", " + envec.dosType.text() + ", " + std::to_string(envec.numBuffers) +
           " buffers" +
           (partition.bootable ? ", boot priority " + std::to_string(envec.bootPriority) : ", not bootable") +
           (partition.mounted ? "" : ", not mounted");
}

std::string fileSystemText(const RdbFileSystem& fileSystem) {
    return fileSystem.dosType.text() + " " + std::to_string(fileSystem.version >> 16) + "." +
           std::to_string(fileSystem.version & 0xffff) + ", " + sizeText(fileSystem.bytes);
}

void writePartition(JsonWriter& json, const RdbPartition& partition) {
    const DosEnvec& envec = partition.envec;
    json.member("part_block", partition.block);
    json.member("bootable", partition.bootable);
    json.member("mounted", partition.mounted);
    json.key("envec");
    json.beginObject();
    json.member("table_size", envec.tableSize);
    json.member("size_block", envec.sizeBlock);
    json.member("surfaces", envec.surfaces);
    json.member("sector_per_block", envec.sectorPerBlock);
    json.member("blocks_per_track", envec.blocksPerTrack);
    json.member("reserved", envec.reserved);
    json.member("pre_alloc", envec.preAlloc);
    json.member("interleave", envec.interleave);
    json.member("low_cylinder", envec.lowCylinder);
    json.member("high_cylinder", envec.highCylinder);
    json.member("buffers", envec.numBuffers);
    json.member("buf_mem_type", envec.bufMemType);
    json.member("max_transfer", envec.maxTransfer);
    json.member("mask", envec.mask);
    json.member("boot_priority", envec.bootPriority);
    json.member("baud", envec.baud);
    json.member("control", envec.control);
    json.member("boot_blocks", envec.bootBlocks);
    json.endObject();
}

void writeFileSystems(JsonWriter& json, const RigidDisk& disk) {
    json.beginArray();
    for (const RdbFileSystem& fileSystem : disk.fileSystems) {
        json.beginObject();
        json.member("block", fileSystem.block);
        json.member("dos_type", fileSystem.dosType.text());
        json.member("version", fileSystem.version >> 16);
        json.member("revision", fileSystem.version & 0xffff);
        json.endObject();
    }
    json.endArray();
}

} // namespace uaescope::hardfiles
