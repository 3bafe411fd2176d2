// Decides where the partitions of a new RDB hardfile go.
#pragma once

#include "hardfiles/create.h"
#include "hardfiles/geometry.h"
#include "hardfiles/rigid_disk.h"

namespace uaescope::hardfiles {

// The disk for these options, its partitions one after the other in the order given. The sector of the DosEnvec stays
// at 512 bytes and SectorPerBlock makes the file system's block, as HDToolBox does it: the place of a partition is
// counted in sectors, and readers disagree on its unit as soon as SizeBlock is not 128.
// Throws UsageError when names, sizes or file systems do not fit.
RigidDisk planRigidDisk(const CreateOptions& options);

} // namespace uaescope::hardfiles
