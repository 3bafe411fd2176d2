// The DosEnvec: how AmigaDOS is told of a partition's place and shape.
#pragma once

#include "hardfiles/bytes.h"
#include "hardfiles/dos_type.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace uaescope::hardfiles {

struct DosEnvec {
    std::uint32_t tableSize = 19;  // longs that follow this one
    std::uint32_t sizeBlock = 128; // longs of a sector
    std::uint32_t secOrg = 0;
    std::uint32_t surfaces = 0;
    std::uint32_t sectorPerBlock = 1; // sectors of a file system block
    std::uint32_t blocksPerTrack = 0; // in sectors, whatever sectorPerBlock is
    std::uint32_t reserved = 2;       // file system blocks
    std::uint32_t preAlloc = 0;
    std::uint32_t interleave = 0;
    std::uint32_t lowCylinder = 0;
    std::uint32_t highCylinder = 0; // inclusive
    std::uint32_t numBuffers = 30;
    std::uint32_t bufMemType = 0;
    std::uint32_t maxTransfer = 0x1fe00; // 255 sectors: what every IDE controller can do in one command
    std::uint32_t mask = 0x7ffffffe;
    std::int32_t bootPriority = 0;
    DosType dosType;
    std::uint32_t baud = 0;
    std::uint32_t control = 0;
    std::uint32_t bootBlocks = 0;

    // Of the file system, in bytes; nothing when it does not fit 32 bits or is 0.
    std::optional<std::uint32_t> blockSize() const;
    // In sectors; nothing on overflow, and when the last cylinder comes before the first.
    std::optional<std::uint64_t> firstSector() const;
    std::optional<std::uint64_t> sectors() const;
};

constexpr std::size_t dosEnvecBytes = 80;

// Fields past the table size read as 0. Throws capture::OutOfBounds when the bytes end before the table does.
DosEnvec readDosEnvec(ConstBytes bytes, std::size_t offset);
// Writes as many fields as the table size says.
void putDosEnvec(MutableBytes bytes, std::size_t offset, const DosEnvec& envec);

} // namespace uaescope::hardfiles
