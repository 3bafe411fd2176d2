// The rigid disk block area as a file, for the day when it is damaged: the first sectors of the disk as they stand, up
// to the last one that the area owns or uses.
#pragma once

#include "hardfiles/block_device.h"

namespace uaescope::hardfiles {

// Throws FormatError when there is no RDB, or one that claims to be larger than any.
Bytes backupRdb(const BlockDevice& device);

// The first sectors of a disk, whatever is in them: all that a recovery looks at and may change.
Bytes firstSectors(const BlockDevice& device);

// Throws FormatError, before anything is written, when the backup is damaged, is none, or belongs to a disk that is not
// like this one. What stops in between can be done again.
void restoreRdb(BlockDevice device, ConstBytes backup);

} // namespace uaescope::hardfiles
