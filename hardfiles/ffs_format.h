// Makes an empty OFS or FFS volume in a partition window.
#pragma once

#include "hardfiles/amiga_date.h"
#include "hardfiles/dos_type.h"
#include "hardfiles/partition_window.h"

#include <cstdint>
#include <string>

namespace uaescope::hardfiles {

struct FormatOptions {
    DosType dosType = hardfiles::dosType(3);
    std::string label = "Work"; // Latin-1
    std::uint32_t reserved = 2; // boot blocks at the start
    AmigaDate created;
};

// The blocks that an empty volume uses besides the boot blocks, in this order, without gaps.
struct FreshLayout {
    std::uint64_t root = 0;
    std::uint64_t firstPage = 0;
    std::uint64_t pages = 0;
    std::uint64_t firstExtension = 0;
    std::uint64_t extensions = 0;
    std::uint64_t directoryCache = 0; // 0: none
    std::uint64_t end = 0;            // the first block after all of them
};

// Throws UsageError when a volume of so many blocks cannot be.
FreshLayout freshLayout(std::uint64_t blocks, std::uint32_t blockSize, const FormatOptions& options);

// Writes what the volume needs and nothing else, so holes of a sparse image stay holes; what was on the medium before
// does not matter. The boot block goes first and comes back last: a volume cut off in the middle is no volume.
// Throws UsageError for options that make no volume, before anything is written.
void formatVolume(PartitionWindow& window, const FormatOptions& options);

} // namespace uaescope::hardfiles
