// Walks a whole OFS or FFS volume: what every block is for, and everything that is wrong with it.
//
// No walk trusts what it reads: each header and extension is entered once, each block is given to the first that claims
// it, and a chain ends where it leaves the volume or comes to something it has seen. Time and memory are bounded by the
// number of pointers in the blocks that are in use.
//
// Codes of findings. Errors: contents are lost or out of reach, or writing would destroy some. Warnings: the volume
// works, but is not as its file system would leave it.
//   error    out-of-range, loop, bad-id, bad-key, bad-kind, bad-checksum, bad-parent, bad-hash, duplicate-name,
//            used-twice, bad-count, missing-block, bad-owner, bad-size (too few blocks), bad-sequence, bad-link,
//            marked-free
//   warning  bad-size (too many blocks), bad-first-data, bad-next, bad-name, bad-date, link-chain, lost, not-validated,
//            cache (the directory cache and the directory differ)
#pragma once

#include "hardfiles/ffs_volume.h"
#include "hardfiles/survey.h"

namespace uaescope::hardfiles {

Survey surveyFfs(const FfsVolume& volume, Depth depth);

} // namespace uaescope::hardfiles
