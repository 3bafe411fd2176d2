// Walks a whole volume: what every block is for, and everything that is wrong with it. What is found is said in
// ffs_survey.h, sfs_survey.h and pfs_survey.h.
#pragma once

#include "hardfiles/finding.h"
#include "hardfiles/volume_map.h"

namespace uaescope::hardfiles {

struct Survey {
    VolumeMap map;
    Findings findings;
};

// Throws what the host refuses; damage becomes findings.
Survey surveyVolume(const Volume& volume, Depth depth);

} // namespace uaescope::hardfiles
