// Byte offsets of the blocks of the rigid disk block area.
#pragma once

#include <cstddef>
#include <cstdint>

namespace uaescope::hardfiles::rdb {

constexpr std::uint32_t idRdsk = 0x5244534b, idPart = 0x50415254, idFshd = 0x46534844, idLseg = 0x4c534547,
                        idBadb = 0x42414442, idBoot = 0x424f4f54;
constexpr std::uint32_t endOfList = 0xffffffff;
constexpr std::uint32_t usualLongs = 64;
constexpr std::uint32_t usualHost = 7;

constexpr std::size_t id = 0x00, summedLongs = 0x04, checksum = 0x08, hostId = 0x0c, next = 0x10;

namespace rdsk {
constexpr std::size_t blockBytes = 0x10, flags = 0x14, badBlockList = 0x18, partitionList = 0x1c, fileSystemList = 0x20,
                      driveInit = 0x24, reserved = 0x28, bootBlockList = reserved, cylinders = 0x40, sectors = 0x44,
                      heads = 0x48, interleave = 0x4c, parkCylinder = 0x50, writePreComp = 0x60, reducedWrite = 0x64,
                      stepRate = 0x68, rdbBlocksLow = 0x80, rdbBlocksHigh = 0x84, lowCylinder = 0x88,
                      highCylinder = 0x8c, cylinderBlocks = 0x90, highRdskBlock = 0x98, vendor = 0xa0, product = 0xa8,
                      revision = 0xb8, diskSignature = 0xdc;
constexpr std::size_t vendorLength = 8, productLength = 16, revisionLength = 4, reservedLongs = 6;
} // namespace rdsk

namespace part {
constexpr std::size_t flags = 0x14, driveName = 0x24, envec = 0x80;
constexpr std::size_t driveNameBytes = 32; // length byte included
constexpr std::uint32_t bootable = 1, noMount = 2;
} // namespace part

namespace fshd {
constexpr std::size_t dosType = 0x20, version = 0x24, patchFlags = 0x28, segList = 0x48, globalVec = 0x4c, name = 0xac;
constexpr std::size_t nameBytes = 84;
constexpr std::uint32_t patchSegListAndGlobalVec = 0x180;
} // namespace fshd

namespace lseg {
constexpr std::size_t data = 0x14;
}

namespace badb {
constexpr std::size_t pairs = 0x18;
constexpr std::size_t pairsOfBlock = 61;
} // namespace badb

} // namespace uaescope::hardfiles::rdb
