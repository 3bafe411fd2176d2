#include "hardfiles/dos_envec.h"

#include <array>
#include <limits>

namespace uaescope::hardfiles {

namespace {

constexpr std::size_t longs = dosEnvecBytes / 4;

std::optional<std::uint64_t> product(std::uint64_t left, std::uint64_t right) {
    std::uint64_t result = 0;
    if (__builtin_mul_overflow(left, right, &result)) return std::nullopt;
    return result;
}

std::optional<std::uint64_t> cylinders(const DosEnvec& envec, std::uint64_t count) {
    return product(std::uint64_t{envec.surfaces} * envec.blocksPerTrack, count);
}

} // namespace

std::optional<std::uint32_t> DosEnvec::blockSize() const {
    const auto bytes = product(std::uint64_t{sizeBlock} * 4, sectorPerBlock);
    if (!bytes || *bytes == 0 || *bytes > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(*bytes);
}

std::optional<std::uint64_t> DosEnvec::firstSector() const { return cylinders(*this, lowCylinder); }

std::optional<std::uint64_t> DosEnvec::sectors() const {
    if (highCylinder < lowCylinder) return std::nullopt;
    return cylinders(*this, std::uint64_t{highCylinder} - lowCylinder + 1);
}

DosEnvec readDosEnvec(ConstBytes bytes, std::size_t offset) {
    const std::uint32_t tableSize = longAt(bytes, offset);
    std::array<std::uint32_t, longs> values{};
    for (std::size_t i = 0; i < longs && i <= tableSize; ++i) values[i] = longAt(bytes, offset + 4 * i);
    DosEnvec envec;
    envec.tableSize = values[0];
    envec.sizeBlock = values[1];
    envec.secOrg = values[2];
    envec.surfaces = values[3];
    envec.sectorPerBlock = values[4];
    envec.blocksPerTrack = values[5];
    envec.reserved = values[6];
    envec.preAlloc = values[7];
    envec.interleave = values[8];
    envec.lowCylinder = values[9];
    envec.highCylinder = values[10];
    envec.numBuffers = values[11];
    envec.bufMemType = values[12];
    envec.maxTransfer = values[13];
    envec.mask = values[14];
    envec.bootPriority = static_cast<std::int32_t>(values[15]);
    envec.dosType = DosType(values[16]);
    envec.baud = values[17];
    envec.control = values[18];
    envec.bootBlocks = values[19];
    return envec;
}

void putDosEnvec(MutableBytes bytes, std::size_t offset, const DosEnvec& envec) {
    const std::array<std::uint32_t, longs> values{
        envec.tableSize,       envec.sizeBlock,      envec.secOrg,       envec.surfaces,
        envec.sectorPerBlock,  envec.blocksPerTrack, envec.reserved,     envec.preAlloc,
        envec.interleave,      envec.lowCylinder,    envec.highCylinder, envec.numBuffers,
        envec.bufMemType,      envec.maxTransfer,    envec.mask,         static_cast<std::uint32_t>(envec.bootPriority),
        envec.dosType.value(), envec.baud,           envec.control,      envec.bootBlocks};
    for (std::size_t i = 0; i < longs && i <= envec.tableSize; ++i) putLong(bytes, offset + 4 * i, values[i]);
}

} // namespace uaescope::hardfiles
