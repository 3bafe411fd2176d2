// Copies the disk in an image into another container, in one pass and in little memory. Zeros become holes, or blocks
// that are not there, wherever the container can leave them out; what the source leaves out is not even read.
#pragma once

#include "hardfiles/container.h"
#include "hardfiles/image.h"

#include <cstdint>
#include <functional>

namespace uaescope::hardfiles {

// Part of a disk, in bytes.
struct ByteRange {
    std::uint64_t offset = 0, size = 0;
};

// Told now and then how many bytes of the range are done.
using CopyProgress = std::function<void(std::uint64_t done)>;

// Into an empty file. Throws UsageError for a container that cannot be written, or that cannot hold so much.
void copyDisk(
    const Image& disk, const ByteRange& range, Container container, FileImage& into,
    const CopyProgress& progress = [](std::uint64_t) {});

} // namespace uaescope::hardfiles
