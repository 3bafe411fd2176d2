// The value of --partition.
#pragma once

#include "hardfiles/create.h"

#include <string_view>

namespace uaescope::hardfiles {

// NAME:SIZE[:DOSTYPE][:block=N][:label=TEXT][:bootpri=N][:buffers=N], SIZE also "rest"; what is not said comes from
// the defaults. Throws UsageError.
PartitionOptions parsePartitionSpec(std::string_view spec, const PartitionOptions& defaults);

// Throws UsageError with the list of what there is.
DosType parseFileSystem(std::string_view text);

} // namespace uaescope::hardfiles
