// Makes a raw hardfile larger.
//
// A disk with an RDB gets more cylinders where it stands: the file grows, then one write of the RDSK block makes the
// change. A volume has its root block in the middle, which moves; so a partition hardfile, or a partition that takes
// the room behind it, is made larger in a copy, which is checked and then takes the place of the image in one step.
// Whenever it stops, there is the old image or the new one.
#pragma once

#include "hardfiles/image_copy.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace uaescope::hardfiles {

struct GrowOptions {
    std::uint64_t size = 0; // in bytes; what makes no whole cylinder is not used
    std::string partition;  // that takes the room behind it, Latin-1; empty: none, the room stays free
};

struct GrownHardfile {
    std::uint64_t before = 0, size = 0; // of the file
    std::uint64_t volume = 0;           // of the volume that grew, in bytes; 0 when none did
    std::uint64_t free = 0;             // of an RDB disk: bytes behind its last partition
};

// Throws UsageError for a size that is smaller, Error for what cannot grow; the image is then as it was.
GrownHardfile growHardfile(
    const std::filesystem::path& file, const GrowOptions& options, const CopyProgress& progress = [](std::uint64_t) {});

} // namespace uaescope::hardfiles
