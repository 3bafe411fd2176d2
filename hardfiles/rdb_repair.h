// Makes wrong checksums of RDSK, PART and FSHD blocks right where everything else about the disk vouches for them.
//
//   RDSK   when every chain and every partition that it leads to is whole, fits the disk's geometry and meets no other,
//          and at least one partition has a volume
//   PART   when it has a place of its own and a name, and a volume is there
//   FSHD   when its handler is whole, from the first hunk to the last
// Nothing vouches for the code of a handler, so LSEG blocks stay as they are; 'uaehdf filesystem add --force' puts the
// handler in anew. Neither does for lists of bad blocks.
#pragma once

#include "hardfiles/block_device.h"
#include "hardfiles/finding.h"

namespace uaescope::hardfiles {

// Give it a device of an OverlayImage. Returns what was done, as notes with the code bad-checksum.
Findings repairRdb(BlockDevice device);

} // namespace uaescope::hardfiles
