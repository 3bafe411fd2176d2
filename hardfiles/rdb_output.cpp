#include "hardfiles/rdb_output.h"

#include "hardfiles/latin1.h"
#include "hardfiles/size_text.h"

namespace uaescope::hardfiles {

namespace {

// Whether the table is long enough for its long of this number.
bool holds(const DosEnvec& envec, std::uint32_t place) { return envec.tableSize >= place; }

} // namespace

std::string partitionText(const RdbPartition& partition, std::uint64_t offset) {
    const DosEnvec& envec = partition.envec;
    return printable(utf8FromLatin1(partition.driveName)) + ": " + sizeText(envec.sectors().value_or(0) * sectorSize) +
           " at offset " + std::to_string(offset) + ", cylinders " + std::to_string(envec.lowCylinder) + " to " +
           std::to_string(envec.highCylinder) + ", " + (holds(envec, 16) ? envec.dosType.text() : "DosType not given") +
           ", " + (holds(envec, 11) ? std::to_string(envec.numBuffers) + " buffers" : "buffers not given") +
           (!partition.bootable ? ", not bootable"
            : holds(envec, 15)  ? ", boot priority " + std::to_string(envec.bootPriority)
                                : ", boot priority not given") +
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
    const auto member = [&](std::uint32_t place, std::string_view key, auto value) {
        json.key(key);
        holds(envec, place) ? json.value(value) : json.null();
    };
    json.member("table_size", envec.tableSize);
    json.member("size_block", envec.sizeBlock);
    json.member("surfaces", envec.surfaces);
    json.member("sector_per_block", envec.sectorPerBlock);
    json.member("blocks_per_track", envec.blocksPerTrack);
    member(6, "reserved", envec.reserved);
    member(7, "pre_alloc", envec.preAlloc);
    member(8, "interleave", envec.interleave);
    json.member("low_cylinder", envec.lowCylinder);
    json.member("high_cylinder", envec.highCylinder);
    member(11, "buffers", envec.numBuffers);
    member(12, "buf_mem_type", envec.bufMemType);
    member(13, "max_transfer", envec.maxTransfer);
    member(14, "mask", envec.mask);
    member(15, "boot_priority", envec.bootPriority);
    member(17, "baud", envec.baud);
    member(18, "control", envec.control);
    member(19, "boot_blocks", envec.bootBlocks);
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
