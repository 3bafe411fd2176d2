#include "hardfiles/geometry.h"

#include "hardfiles/block_device.h"

#include <algorithm>
#include <limits>

namespace uaescope::hardfiles {

namespace {

std::uint32_t wholeCylinders(std::uint64_t bytes, std::uint64_t cylinderBytes) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(bytes / cylinderBytes, std::numeric_limits<std::uint32_t>::max()));
}

} // namespace

Geometry rdbGeometry(std::uint64_t bytes) {
    constexpr std::uint64_t smallDisk = std::uint64_t{32} << 20;
    constexpr std::uint32_t mostCylinders = 65535;
    constexpr std::uint32_t mostHeads = 128;
    // Small disks get small cylinders, because the RDB takes the first one.
    Geometry geometry{0, bytes < smallDisk ? 4u : 16u, 32};
    while (bytes / (geometry.sectorsOfCylinder() * sectorSize) > mostCylinders) {
        if (geometry.heads < mostHeads)
            geometry.heads *= 2;
        else
            geometry.sectors *= 2;
    }
    geometry.cylinders = wholeCylinders(bytes, geometry.sectorsOfCylinder() * sectorSize);
    return geometry;
}

Geometry fsUaeGeometry(std::uint64_t bytes, std::uint32_t blockSize) {
    return {wholeCylinders(bytes, std::uint64_t{32} * blockSize), 1, 32};
}

Geometry winUaeGeometry(std::uint64_t bytes, std::uint32_t blockSize) {
    constexpr std::uint64_t largeDisk = 1'048'576'000;
    constexpr std::uint32_t mostCylinders = 32768;
    if (bytes < largeDisk) return fsUaeGeometry(bytes, blockSize);
    Geometry geometry{0, 16, 32};
    while (wholeCylinders(bytes, geometry.sectorsOfCylinder() * blockSize) >= mostCylinders) geometry.sectors *= 2;
    geometry.cylinders = wholeCylinders(bytes, geometry.sectorsOfCylinder() * blockSize);
    return geometry;
}

std::uint64_t partitionHardfileSize(std::uint64_t bytes, std::uint32_t blockSize) {
    // The longer cylinder is a multiple of the shorter one, and stays the guess for the smaller size unless that falls
    // under a threshold, where the guess is a shorter cylinder that divides it too.
    const std::uint64_t cylinder = winUaeGeometry(bytes, blockSize).sectorsOfCylinder() * blockSize;
    return bytes / cylinder * cylinder;
}

} // namespace uaescope::hardfiles
