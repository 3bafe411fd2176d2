// The rigid disk block area: how a disk says which partitions it has. Knows nothing of what is in them.
//
// One RDSK block in the first blocks of the disk points to chains of PART (partitions) and FSHD (file systems) blocks.
// Each has an id, the number of longs its checksum covers, the checksum, and the block number of the next of its kind.
#pragma once

#include "hardfiles/block_device.h"
#include "hardfiles/dos_envec.h"
#include "hardfiles/finding.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace uaescope::hardfiles {

struct RdbPartition {
    std::uint32_t block = 0; // of the PART block
    std::string driveName;   // Latin-1
    bool bootable = false;
    bool mounted = true; // without the NOMOUNT flag
    DosEnvec envec;
};

struct RdbFileSystem {
    std::uint32_t block = 0; // of the FSHD block
    DosType dosType;
    std::uint32_t version = 0; // version in the high word, revision in the low
    std::uint64_t bytes = 0;   // of its handler in the LSEG blocks, padding included
};

// A block that the drive cannot hold, and the one that has its contents. Emulators know no such blocks.
struct BadBlock {
    std::uint32_t bad = 0, good = 0;
};

struct RigidDisk {
    std::uint32_t block = 0; // of the RDSK block
    std::uint32_t blockBytes = sectorSize;
    std::uint32_t flags = 0x17; // last disk, last unit, last target, and the disk's names are valid
    std::uint32_t cylinders = 0;
    std::uint32_t sectors = 0; // of a track
    std::uint32_t heads = 0;
    std::uint32_t rdbBlocksLow = 0; // what the area owns, inclusive
    std::uint32_t rdbBlocksHigh = 0;
    std::uint32_t lowCylinder = 0; // what partitions may use, inclusive
    std::uint32_t highCylinder = 0;
    std::uint32_t highRdskBlock = 0; // the highest block in use
    std::string vendor, product, revision;
    std::vector<RdbPartition> partitions;
    std::vector<RdbFileSystem> fileSystems; // read, never written
    std::vector<BadBlock> badBlocks;        // the same
};

// UAE looks in blocks 0 to 62; Linux, AROS and parted stop at 15.
constexpr std::uint32_t rdbSearchBlocks = 63;
constexpr std::uint32_t portableRdbSearchBlocks = 16;

// Nothing when there is no RDSK block, or none that is whole. Damage of any other kind ends as a finding; chains are
// followed until they leave the disk, repeat themselves or stop being blocks of their kind.
std::optional<RigidDisk> readRigidDisk(const BlockDevice& device, Findings& findings);

// Writes the RDSK block to block 0 and the partitions behind it, whatever block numbers they had.
void writeRigidDisk(BlockDevice& device, const RigidDisk& disk);

// Overwrites every RDSK block that a reader could find, so that none comes back to life in a disk without one.
void eraseRigidDisk(BlockDevice& device);

} // namespace uaescope::hardfiles
