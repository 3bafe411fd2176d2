// Makes a volume one that a Kickstart boots from: a checksum over the boot blocks, and code that starts the DOS.
#pragma once

#include "hardfiles/bytes.h"

namespace uaescope::hardfiles {

// The first 1024 bytes of a formatted volume, whose DosType and root block stay.
void putBootCode(MutableBytes bootBlocks);

// Makes the checksum of the first 1024 bytes right, whatever code is there.
void sealBootBlocks(MutableBytes bootBlocks);

// 0 is right: the longs added with their carries give all bits set.
std::uint32_t bootChecksumError(ConstBytes bootBlocks);

} // namespace uaescope::hardfiles
