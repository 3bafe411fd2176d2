// The partition table of PCs, as far as it can hold Amiga disks: Emu68 and the FPGA machines put an RDB into a
// partition of it.
#pragma once

#include "hardfiles/block_device.h"

#include <vector>

namespace uaescope::hardfiles {

// The primary partitions of type 0x76 and 0x30 that are inside the device; none when there is no such table.
std::vector<BlockRange> amigaPartitionsOfMbr(const BlockDevice& device);

} // namespace uaescope::hardfiles
