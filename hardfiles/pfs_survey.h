// The survey of a PFS3 volume. Every chain is followed block by block, each block once; time and memory are bounded by
// the blocks in use. Without checksums, what can be proved is less than elsewhere: that everything is of the right
// kind, in its place, used once, and marked used.
//
// Codes of findings, as ffs_survey.h explains them:
//   error    out-of-range, loop, bad-id, bad-anode, bad-kind, bad-entry, bad-parent, bad-owner, bad-sequence,
//            duplicate-name, used-twice, missing-block, bad-size, bad-link, marked-free
//   warning  lost, bad-count (of free blocks), transaction (a deletion was cut off; the Amiga completes it)
#pragma once

#include "hardfiles/pfs_volume.h"
#include "hardfiles/survey.h"

namespace uaescope::hardfiles {

Survey surveyPfs(const PfsVolume& volume, Depth depth);

} // namespace uaescope::hardfiles
