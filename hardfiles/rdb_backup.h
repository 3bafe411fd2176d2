// The rigid disk block area as a file, for the day when it is damaged: the first sectors of the disk as they stand, up
// to the last one that the area owns or uses.
#pragma once

#include "hardfiles/block_device.h"

#include <optional>
#include <string>

namespace uaescope::hardfiles {

// Throws FormatError when there is no RDB, one that claims to be larger than any, or one that could not be put back
// because it is damaged.
Bytes backupRdb(const BlockDevice& device);

// The name of a partition of the disk, Latin-1, that begins in its first sectors, which a backup of another disk, or of
// other partitions, would destroy.
std::optional<std::string> partitionInside(const BlockDevice& device, std::uint64_t sectors);

// The first sectors of a disk, whatever is in them: all that a recovery looks at and may change.
Bytes firstSectors(const BlockDevice& device);

// Throws FormatError, before anything is written, when the backup is damaged, is none, or belongs to a disk that is not
// like this one. What stops in between can be done again.
void restoreRdb(BlockDevice device, ConstBytes backup);

} // namespace uaescope::hardfiles
