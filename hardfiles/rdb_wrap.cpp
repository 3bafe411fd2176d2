#include "hardfiles/rdb_wrap.h"

#include "hardfiles/error.h"
#include "hardfiles/rdb_plan.h"

#include <algorithm>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint64_t rdbSectors = 1024;     // room for handlers, as on disks that are made anew
constexpr std::uint32_t mostCylinders = 65535; // the most that 16-bit software can count
constexpr std::uint32_t mostHeads = 255, usualMostTrack = 255, mostTrack = 2048; // long ones for the largest disks only

std::uint64_t cylindersOfRdb(std::uint64_t cylinder) { return (rdbSectors + cylinder - 1) / cylinder; }

// Heads and sectors of a track for a cylinder of this size, with few heads.
std::optional<Geometry> tracksOf(std::uint64_t cylinder) {
    for (const std::uint32_t most : {usualMostTrack, mostTrack})
        for (std::uint32_t heads = 1; heads <= mostHeads; ++heads)
            if (cylinder % heads == 0 && cylinder / heads <= most)
                return Geometry{0, heads, static_cast<std::uint32_t>(cylinder / heads)};
    return std::nullopt;
}

// The smallest cylinders, from a usual track up, of which the volume is a whole number.
std::optional<Geometry> geometryFor(std::uint64_t sectors) {
    constexpr std::uint64_t usualTrack = 32;
    for (std::uint64_t cylinder = usualTrack; cylinder <= std::uint64_t{mostHeads} * mostTrack; ++cylinder) {
        const std::uint64_t cylinders = sectors / cylinder + cylindersOfRdb(cylinder);
        if (sectors % cylinder != 0 || cylinders > mostCylinders) continue;
        if (auto geometry = tracksOf(cylinder)) {
            geometry->cylinders = static_cast<std::uint32_t>(cylinders);
            return geometry;
        }
    }
    return std::nullopt;
}

} // namespace

RigidDisk diskAround(const Partition& partition, std::string_view name) {
    requireDriveName(name);
    if (!partition.volume) throw Error("expected a volume that can be read, found none; see 'uaehdf info'");
    const VolumeInfo& info = partition.volume->info();
    const std::uint64_t sectors = info.blocks * (info.blockSize / sectorSize);
    const auto geometry = geometryFor(sectors);
    if (!geometry)
        throw Error("the volume has " + std::to_string(sectors) +
                    " sectors, which no whole number of cylinders makes; copy its files onto a new disk instead");
    const auto low = static_cast<std::uint32_t>(cylindersOfRdb(geometry->sectorsOfCylinder()));
    RigidDisk disk;
    disk.cylinders = geometry->cylinders;
    disk.heads = geometry->heads;
    disk.sectors = geometry->sectors;
    disk.rdbBlocksHigh = static_cast<std::uint32_t>(low * geometry->sectorsOfCylinder() - 1);
    disk.lowCylinder = low;
    disk.highCylinder = geometry->cylinders - 1;
    disk.vendor = "UAESCOPE";
    disk.product = "HARDFILE";
    disk.revision = "1.0";
    RdbPartition made;
    made.block = 1;
    made.driveName = name;
    made.envec.surfaces = geometry->heads;
    made.envec.blocksPerTrack = geometry->sectors;
    made.envec.sectorPerBlock = info.blockSize / sectorSize;
    made.envec.reserved = info.reserved;
    made.envec.lowCylinder = low;
    made.envec.highCylinder = disk.highCylinder;
    made.envec.dosType = info.dosType;
    disk.partitions.push_back(made);
    return disk;
}

WrappedImage::WrappedImage(const RigidDisk& disk, const Image& image, const ByteRange& volume)
    : m_front((disk.rdbBlocksHigh + std::size_t{1}) * sectorSize), m_image(image), m_volume(volume) {
    BlockDevice device(m_front);
    writeRigidDisk(device, disk);
}

void WrappedImage::read(std::uint64_t offset, MutableBytes into) const {
    requireRange(offset, into.size());
    if (offset < m_front.size()) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(m_front.size() - offset, into.size()));
        m_front.read(offset, into.first(count));
        offset += count;
        into = into.subspan(count);
    }
    if (!into.empty()) m_image.read(m_volume.offset + offset - m_front.size(), into);
}

void WrappedImage::write(std::uint64_t, ConstBytes) { throw Error(name() + ": is only read here"); }

std::uint64_t WrappedImage::nextData(std::uint64_t offset) const {
    if (offset < m_front.size()) return offset;
    const std::uint64_t before = m_front.size();
    return std::max(m_image.nextData(m_volume.offset + offset - before), m_volume.offset) - m_volume.offset + before;
}

} // namespace uaescope::hardfiles
