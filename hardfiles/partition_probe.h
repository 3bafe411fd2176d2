// Finds the volume of a partition hardfile, which nothing describes but itself.
#pragma once

#include "hardfiles/ffs_volume.h"
#include "hardfiles/partition_window.h"

#include <cstdint>
#include <optional>

namespace uaescope::hardfiles {

struct ProbedVolume {
    std::uint32_t blockSize = 0;
    std::uint64_t sectors = 0; // from the start of the image
};

// Looks for a root block where each block size and each geometry in use would put it, and last where the boot block
// says it is. Nothing when there is none.
std::optional<ProbedVolume> probeVolume(const BlockDevice& device, RootSum sum = RootSum::right);

} // namespace uaescope::hardfiles
