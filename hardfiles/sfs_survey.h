// The survey of an SFS volume. Every tree and chain is entered block by block, each block once; time and memory are
// bounded by the blocks in use.
//
// Codes of findings, as ffs_survey.h explains them:
//   error    out-of-range, loop, bad-id, bad-key, bad-checksum, bad-node, bad-entry, bad-parent, bad-hash,
//            duplicate-name, used-twice, missing-block, bad-size, bad-count, bad-order, marked-free
//   warning  bad-previous, bad-name, lost, root-block (one of the two is damaged),
//            transaction (a change was cut off; the bitmap is not compared then)
#pragma once

#include "hardfiles/sfs_volume.h"
#include "hardfiles/survey.h"

namespace uaescope::hardfiles {

Survey surveySfs(const SfsVolume& volume, Depth depth);

} // namespace uaescope::hardfiles
