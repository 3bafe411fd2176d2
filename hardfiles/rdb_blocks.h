// The blocks of a rigid disk block area, one by one: walking their chains, and making new ones.
#pragma once

#include "hardfiles/block_device.h"
#include "hardfiles/finding.h"
#include "hardfiles/rigid_disk.h"

#include <cstdint>
#include <functional>

namespace uaescope::hardfiles {

struct RdbBlock {
    std::uint32_t number = 0;
    Bytes bytes;
};

// Where a chain begins.
struct RdbChain {
    std::uint32_t from = 0;  // the block that says so
    std::uint32_t first = 0; // rdb::endOfList when it is empty
    std::uint32_t id = 0;    // what its blocks are
};

// Calls take for the blocks of a chain until it ends, leaves the disk, comes back to itself or leads to a block of
// another kind. Each of those is a finding, and so is a wrong checksum, which does not end the walk.
void followRdbChain(const BlockDevice& device, const RdbChain& chain, Findings& findings,
                    const std::function<void(std::uint32_t block, ConstBytes bytes)>& take);

// Whether the checksum of a block of any kind is right.
bool rdbSumIsZero(ConstBytes block);

enum class RdbSum {
    good,
    repaired, // by taking a Windows disk signature out of the bytes
    bad,
};
// Of an RDSK block: Windows 9x writes a signature into the first sector of disks it does not know, and everybody reads
// past it.
RdbSum checkRdsk(MutableBytes block);

// What the RDSK block itself says; not what it points to.
RigidDisk readRdsk(std::uint32_t block, ConstBytes bytes);
RdbPartition readPartition(std::uint32_t block, ConstBytes bytes);

// The RDSK block of a new disk, sealed; its lists are empty.
Bytes rdskBlock(const RigidDisk& disk);
// With its id, its usual length and nothing after it; the checksum is still to be made.
Bytes newRdbBlock(std::uint32_t id);
// Puts name, flags and DosEnvec into a PART block and leaves the rest of it as it is.
void putPartition(MutableBytes block, const RdbPartition& partition);
// Over as many longs as the block says.
void sealRdbBlock(MutableBytes block);

} // namespace uaescope::hardfiles
