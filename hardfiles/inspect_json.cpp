#include "hardfiles/finding_output.h"
#include "hardfiles/inspect.h"
#include "hardfiles/json_writer.h"
#include "hardfiles/latin1.h"
#include "hardfiles/rdb_output.h"

namespace uaescope::hardfiles {

namespace {

void write(JsonWriter& json, const RigidDisk& disk) {
    json.beginObject();
    json.member("block", disk.block);
    json.member("block_bytes", disk.blockBytes);
    json.member("flags", disk.flags);
    json.member("cylinders", disk.cylinders);
    json.member("heads", disk.heads);
    json.member("sectors", disk.sectors);
    json.member("rdb_blocks_low", disk.rdbBlocksLow);
    json.member("rdb_blocks_high", disk.rdbBlocksHigh);
    json.member("high_rdsk_block", disk.highRdskBlock);
    json.member("low_cylinder", disk.lowCylinder);
    json.member("high_cylinder", disk.highCylinder);
    json.member("vendor", utf8FromLatin1(disk.vendor));
    json.member("product", utf8FromLatin1(disk.product));
    json.member("revision", utf8FromLatin1(disk.revision));
    json.key("file_systems");
    writeFileSystems(json, disk);
    json.key("bad_blocks");
    json.beginArray();
    for (const BadBlock& block : disk.badBlocks) {
        json.beginObject();
        json.member("bad", block.bad);
        json.member("good", block.good);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void write(JsonWriter& json, const VolumeInfo& volume, const std::optional<Usage>& usage) {
    json.beginObject();
    json.member("dos_type", volume.dosType.text());
    json.member("description", volume.dosType.description());
    json.member("label", utf8FromLatin1(volume.label));
    json.member("blocks", volume.blocks);
    json.member("reserved", volume.reserved);
    json.member("root_block", volume.root);
    json.member("bitmap_valid", volume.bitmapValid);
    json.member("created", volume.created.text());
    json.member("changed", volume.changed.text());
    if (usage) {
        json.member("free_blocks", usage->freeBlocks);
        json.member("used_blocks", usage->usedBlocks);
    }
    json.endObject();
}

void write(JsonWriter& json, const InspectedPartition& partition) {
    json.beginObject();
    json.member("name", utf8FromLatin1(partition.name));
    json.member("dos_type", partition.dosType.text());
    json.member("dos_type_number", partition.dosType.value());
    json.member("offset", partition.offset);
    json.member("size", partition.size);
    json.member("block_size", partition.blockSize);
    if (partition.rdb) writePartition(json, *partition.rdb);
    json.key("file_system");
    if (partition.volume)
        write(json, *partition.volume, partition.usage);
    else
        json.null();
    json.endObject();
}

void write(JsonWriter& json, const std::vector<std::string>& lines) {
    json.beginArray();
    for (const std::string& line : lines) json.value(line);
    json.endArray();
}

void write(JsonWriter& json, const EmulatorAdvice& advice) {
    json.key(advice.emulator);
    json.beginObject();
    json.member("mounts", advice.mounts);
    json.key("configuration");
    write(json, advice.configuration);
    json.key("notes");
    write(json, advice.notes);
    json.endObject();
}

} // namespace

std::string inspectionJson(const Inspection& inspection, std::string_view schema) {
    JsonWriter json;
    json.beginObject();
    json.member("schema", schema);
    json.member("file", inspection.file);
    json.member("size", inspection.size);
    json.member("container", containerName(inspection.container));
    json.key("rdb");
    if (inspection.rdb)
        write(json, *inspection.rdb);
    else
        json.null();
    json.key("partitions");
    json.beginArray();
    for (const InspectedPartition& partition : inspection.partitions) write(json, partition);
    json.endArray();
    json.key("emulators");
    json.beginObject();
    for (const EmulatorAdvice& advice : inspection.emulators) write(json, advice);
    json.endObject();
    json.key("findings");
    writeFindings(json, inspection.findings);
    json.endObject();
    return json.text();
}

} // namespace uaescope::hardfiles
