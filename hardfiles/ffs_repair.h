// Repairs what can be repaired on an OFS or FFS volume without guessing.
//
//   bad-checksum   of headers, extensions and cache blocks: made right, when nothing else is wrong with the file or
//                  directory that has the block, and the bitmap agrees with what was reached. The size of a file has
//                  to be what its OFS data blocks add up to; with FFS what the directory cache says, or without one
//                  what its number of blocks can hold. What nothing confirms is named in the note
//   bad-parent     the directory that the entry was found in, unless the old one lives
//   bad-first-data, bad-next   from the file's own list of blocks, when nothing else is wrong with it
//   link-chain     the link is put into its target's chain
//   cache          the directory cache is written anew from the headers
//   marked-free, lost, bitmap pages with wrong checksums, not-validated   the bitmap is written anew. Blocks are freed,
//                  and the bitmap is marked valid, only when every block that could be in use was reached: while any
//                  other error is left, blocks that might be needed stay marked used
//
// Nothing else is touched: wrong names, sizes and pointers need somebody who knows what should be there.
#pragma once

#include "hardfiles/ffs_volume.h"
#include "hardfiles/finding.h"

namespace uaescope::hardfiles {

// Writes to the volume's window; give it one of an OverlayImage. Returns what was done, as notes with the codes above.
Findings repairVolume(const PartitionWindow& window, std::uint32_t reserved);

} // namespace uaescope::hardfiles
