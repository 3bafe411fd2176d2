// Cylinders, heads and sectors for an image that has none of its own.
#pragma once

#include <cstdint>

namespace uaescope::hardfiles {

struct Geometry {
    std::uint32_t cylinders = 0;
    std::uint32_t heads = 0;
    std::uint32_t sectors = 0; // of a track

    std::uint64_t sectorsOfCylinder() const { return std::uint64_t{heads} * sectors; }
};

// UAE counts sectors in 32 bits; an image of 2 TiB is the first that does not fit.
constexpr std::uint64_t largestImage = (std::uint64_t{1} << 41) - 1;

// For an RDB hardfile of about so many bytes: at most 65535 cylinders, the most that 16-bit software can count, and
// tracks of a power of two from 32 sectors up, so that file system blocks up to 16 KiB never straddle a track.
// The cylinders that fit are counted; what is left of the size is not used.
Geometry rdbGeometry(std::uint64_t bytes);

// What UAE makes of a partition hardfile: FS-UAE always takes 1 head and 32 sectors, counted in the block size it is
// told; Amiberry and WinUAE take 16 heads and longer tracks from 1,048,576,000 bytes on.
Geometry fsUaeGeometry(std::uint64_t bytes, std::uint32_t blockSize);
Geometry winUaeGeometry(std::uint64_t bytes, std::uint32_t blockSize);

// The largest size up to so many bytes that both geometries cover without a tail, so that both see the same volume.
std::uint64_t partitionHardfileSize(std::uint64_t bytes, std::uint32_t blockSize);

} // namespace uaescope::hardfiles
