// Makes the wrong checksum of a root block right where the whole volume vouches for the rest of it.
#pragma once

#include "hardfiles/finding.h"
#include "hardfiles/partition_window.h"

#include <cstdint>

namespace uaescope::hardfiles {

// Nothing else of the root block may be wrong, and with the checksum made right a check of the volume must find no
// fault. Writes to the window; give it one of an OverlayImage. Returns what was done, as a note with the code
// root-block.
Findings repairRoot(PartitionWindow window, std::uint32_t reserved);

} // namespace uaescope::hardfiles
