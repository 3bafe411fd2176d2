// What to say of an image that has neither an RDB nor a volume that can be read.
#pragma once

#include "hardfiles/block_device.h"
#include "hardfiles/finding.h"

#include <optional>

namespace uaescope::hardfiles {

// Nothing when it could be a partition hardfile all the same: it begins with a DosType, or is still blank.
std::optional<Finding> unknownContents(const BlockDevice& device);

} // namespace uaescope::hardfiles
