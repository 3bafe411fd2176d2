// Makes an OFS or FFS volume larger where it stands.
//
// The root block belongs into the middle of a volume, so it moves, everything that names it changes with it, and the
// block that stood in its new place moves too. Between the first write and the last the volume is neither the old nor
// the new one: it has to be a copy that takes the place of the old one when it is complete.
#pragma once

#include "hardfiles/ffs_volume.h"

namespace uaescope::hardfiles {

// The window begins where the volume does and is larger. Throws FormatError for a volume that has errors or is not
// validated, and Error when the window is too small for what the bitmap needs besides; nothing is written then.
void growVolume(const FfsVolume& volume, PartitionWindow window);

} // namespace uaescope::hardfiles
