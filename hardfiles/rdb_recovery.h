// Finds what is left of a damaged rigid disk block area, by looking at every block where one could be.
#pragma once

#include "hardfiles/block_device.h"
#include "hardfiles/rdb_editor.h"
#include "hardfiles/rigid_disk.h"

#include <string>
#include <vector>

namespace uaescope::hardfiles {

// How far blocks of the area are looked for: 16 MiB.
constexpr std::uint64_t rdbScanBlocks = 32768;

struct RdbRecovery {
    RdbEditor editor;               // commit() writes what was found
    std::vector<std::string> notes; // what was found, and what could not be used
};

// Partitions that the damaged chain still reaches come first, then others that were found, unless they meet one that
// has been taken. An RDSK block that is lost is made from the partitions. Throws FormatError when there is nothing to
// make a disk from.
RdbRecovery recoverRdb(const BlockDevice& device);

} // namespace uaescope::hardfiles
