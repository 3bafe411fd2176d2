// Makes hardfiles: sparse, formatted, complete or not there at all.
//
//   CreateOptions options;
//   options.size = 64 << 20;
//   createHardfile("work.hdf", options);                       a partition hardfile, FFS, blocks of 512 bytes
//
//   options.kind = HardfileKind::rdb;
//   options.partitions = {{.name = "DH0", .size = 32 << 20}, {.name = "DH1", .dosType = dosType(1), .blockSize =
//   2048}}; createHardfile("disk.hdf", options);                       an RDB hardfile with two partitions
#pragma once

#include "hardfiles/amiga_date.h"
#include "hardfiles/dos_type.h"
#include "hardfiles/new_file.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace uaescope::hardfiles {

enum class HardfileKind {
    partition, // one volume from the first byte on; the emulator is told its geometry
    rdb,       // a disk with a rigid disk block area, which names its partitions
};

enum class PartitionState {
    formatted, // an empty volume
    raw        // what is there stays: for file systems that only an Amiga can make
};

struct PartitionOptions {
    std::string name = "DH0"; // of the device; RDB only. Latin-1
    std::uint64_t size = 0;   // in bytes, rounded down to cylinders; 0: what is left. Ignored in a partition hardfile
    DosType dosType = hardfiles::dosType(3);
    std::uint32_t blockSize = 512;
    std::string label = {}; // of the volume, Latin-1; empty: "Work", for further partitions "Work2" and so on
    std::optional<std::int32_t> bootPriority =
        std::nullopt;                                 // RDB only; without one the emulator does not try to boot from it
    std::uint32_t buffers = 30;                       // RDB only
    PartitionState state = PartitionState::formatted; // RDB only
};

struct CreateOptions {
    std::uint64_t size = 0; // of the file, in bytes; rounded down to whole cylinders
    HardfileKind kind = HardfileKind::partition;
    std::vector<PartitionOptions> partitions{PartitionOptions{}}; // exactly one for a partition hardfile
    AmigaDate created = AmigaDate::now();
    Existing existing = Existing::refuse;
};

struct CreatedPartition {
    std::string name, label;
    DosType dosType;
    std::uint64_t offset = 0; // in the file, in bytes
    std::uint64_t size = 0;   // in bytes
    std::uint32_t blockSize = 0;
};

struct CreatedHardfile {
    std::uint64_t size = 0; // of the file
    std::vector<CreatedPartition> partitions;
};

// Throws UsageError for options that make no hardfile, before the host is touched; Error when the file exists;
// EnvironmentError when the host has no room or gives no permission.
CreatedHardfile createHardfile(const std::filesystem::path& file, const CreateOptions& options);

// The same on an image that exists and has the right size already; what is in it is lost. Throws UsageError as above.
CreatedHardfile formatImage(Image& image, const CreateOptions& options);

// What createHardfile would make of the size.
std::uint64_t hardfileSize(const CreateOptions& options);

} // namespace uaescope::hardfiles
