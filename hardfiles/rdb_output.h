// What an RDB says, for people and for programs.
#pragma once

#include "hardfiles/json_writer.h"
#include "hardfiles/rigid_disk.h"

#include <cstdint>
#include <string>

namespace uaescope::hardfiles {

// "DH0: 20 MiB at offset 1048576, cylinders 4 to 83, DOS\3, 30 buffers, not bootable".
std::string partitionText(const RdbPartition& partition, std::uint64_t offset);

// "PFS\3 19.2, 58 KiB".
std::string fileSystemText(const RdbFileSystem& fileSystem);

// Members of an object that the caller has begun: part_block, bootable, mounted and envec.
void writePartition(JsonWriter& json, const RdbPartition& partition);
// An array of {block, dos_type, version, revision}.
void writeFileSystems(JsonWriter& json, const RigidDisk& disk);

} // namespace uaescope::hardfiles
