#include "hardfiles/partition_probe.h"

#include "hardfiles/ffs_layout.h"
#include "hardfiles/geometry.h"

#include <array>

namespace uaescope::hardfiles {

namespace {

bool hasRoot(const BlockDevice& device, std::uint32_t blockSize, std::uint64_t blocks, RootSum sum) {
    if (blocks <= ffs::usualReserved + 1) return false;
    const PartitionWindow window(device, {0, blocks * (blockSize / sectorSize)}, blockSize);
    return FfsVolume::isRoot(window.read(ffs::rootBlock(blocks, ffs::usualReserved)), sum);
}

// The volume sizes that would put the root block where the boot block says it is.
std::array<std::uint64_t, 2> blocksForRoot(std::uint32_t root) {
    const std::uint64_t twice = 2 * std::uint64_t{root};
    return {twice, twice == 0 ? 0 : twice - 1};
}

} // namespace

std::optional<ProbedVolume> probeVolume(const BlockDevice& device, RootSum sum) {
    const std::uint64_t bytes = device.blocks() * sectorSize;
    if (bytes == 0) return std::nullopt;
    const std::uint32_t rootInBoot = longAt(device.read(0), ffs::boot::rootBlock);
    for (std::uint32_t blockSize = ffs::smallestBlock; blockSize <= ffs::largestBlock; blockSize *= 2) {
        const Geometry fsUae = fsUaeGeometry(bytes, blockSize);
        const Geometry winUae = winUaeGeometry(bytes, blockSize);
        const auto [even, odd] = blocksForRoot(rootInBoot);
        for (const std::uint64_t blocks : {fsUae.cylinders * fsUae.sectorsOfCylinder(),
                                           winUae.cylinders * winUae.sectorsOfCylinder(), bytes / blockSize, even, odd})
            if (blocks <= bytes / blockSize && hasRoot(device, blockSize, blocks, sum))
                return ProbedVolume{blockSize, blocks * (blockSize / sectorSize)};
    }
    return std::nullopt;
}

} // namespace uaescope::hardfiles
