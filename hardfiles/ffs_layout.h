// Where things stand on an OFS or FFS volume: offsets, values, and the arithmetic of root, bitmap and names.
//
//   boot block   DosType, checksum of boot code, number of the root block
//   root         type, -, -, hash table size, -, checksum, hash table..., bitmap flag, bitmap pages, ..., label, dates
//   header       type, own key, count, -, first data, checksum, pointers or hash table..., size, ..., name, links
//   extension    type, own key, count, -, -, checksum, pointers..., header, next extension
//   OFS data     type, header, sequence from 1, bytes, next, checksum, bytes...
//   bitmap page  checksum, bits: 1 = free, the lowest bit of a long first, counted from the first block after Reserved
//   bitmap ext.  page numbers..., next extension; no checksum
//   comment      type, own key, header, -, -, checksum, text; only with long names, when it has no room in the header
// Tables of data pointers are filled from their end towards their start.
#pragma once

#include "hardfiles/dos_type.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace uaescope::hardfiles::ffs {

constexpr std::uint32_t smallestBlock = 512;
constexpr std::uint32_t largestBlock = 32768;
constexpr std::uint32_t usualReserved = 2;
constexpr std::uint32_t rootBitmapPages = 25;
constexpr std::size_t longestName = 30;
constexpr std::size_t longestComment = 79;
constexpr std::size_t longestLongName = 107; // of files and directories, with DOS\6 and DOS\7

// Values of the first long, and of the last.
constexpr std::uint32_t typeHeader = 2;
constexpr std::uint32_t typeData = 8;
constexpr std::uint32_t typeExtension = 16;
constexpr std::uint32_t typeDirectoryCache = 33;
constexpr std::uint32_t typeComment = 64;
constexpr std::int32_t kindRoot = 1;
constexpr std::int32_t kindDirectory = 2;
constexpr std::int32_t kindSoftLink = 3;
constexpr std::int32_t kindDirectoryLink = 4;
constexpr std::int32_t kindFile = -3;
constexpr std::int32_t kindFileLink = -4;

constexpr std::uint32_t bitmapValid = 0xffffffff;

// Byte offsets from the start of a block.
namespace boot {
constexpr std::size_t dosType = 0, rootBlock = 8;
}
namespace at {
constexpr std::size_t type = 0, ownKey = 4, count = 8, hashSize = 12, firstData = 16, checksum = 20, table = 24;
}
namespace data {
constexpr std::size_t header = 4, sequence = 8, bytes = 12, next = 16, payload = 24;
}
namespace cache {
constexpr std::size_t parent = 8, records = 12, next = 16;
}

// Byte offsets from the end of a block, to be subtracted from its size.
namespace fromEnd {
constexpr std::size_t kind = 4, extension = 8, directoryCache = 8, parent = 12, hashChain = 16, created = 28,
                      linkChain = 40, volumeChanged = 40, linkTarget = 44, name = 80, changed = 92,
                      bitmapExtension = 96, bitmapPages = 196, bitmapFlag = 200, comment = 184, size = 188,
                      protection = 192;
}

// What DOS\6 and DOS\7 have elsewhere: one field for name and comment, and behind it what it pushed aside.
namespace longNames {
constexpr std::size_t header = 8; // of a comment block: whose comment it is
namespace fromEnd {
constexpr std::size_t dosType = 16, blocksUsed = 44, changed = 60, commentBlock = 72, names = 184;
}
} // namespace longNames

constexpr bool isBlockSize(std::uint32_t bytes) {
    return bytes >= smallestBlock && bytes <= largestBlock && (bytes & (bytes - 1)) == 0;
}

// Slots of a hash table, or of a table of data pointers.
constexpr std::uint32_t tableSlots(std::uint32_t blockSize) { return blockSize / 4 - 56; }

constexpr std::uint64_t rootBlock(std::uint64_t blocks, std::uint32_t reserved) { return (reserved + blocks - 1) / 2; }

constexpr std::uint32_t blocksOfPage(std::uint32_t blockSize) { return 32 * (blockSize / 4 - 1); }

constexpr std::uint64_t bitmapPages(std::uint64_t blocks, std::uint32_t reserved, std::uint32_t blockSize) {
    return (blocks - reserved + blocksOfPage(blockSize) - 1) / blocksOfPage(blockSize);
}

// Pages that one extension block can name.
constexpr std::uint32_t pagesOfExtension(std::uint32_t blockSize) { return blockSize / 4 - 1; }

constexpr std::uint64_t bitmapExtensions(std::uint64_t pages, std::uint32_t blockSize) {
    if (pages <= rootBitmapPages) return 0;
    return (pages - rootBitmapPages + pagesOfExtension(blockSize) - 1) / pagesOfExtension(blockSize);
}

// Bytes of a file that one data block holds.
constexpr std::uint32_t dataBytes(DosType type, std::uint32_t blockSize) {
    return type.isFfs() ? blockSize : blockSize - static_cast<std::uint32_t>(data::payload);
}

// Names are Latin-1. Upper case is that of the file system: accented letters only when it is international.
std::uint8_t upperCase(std::uint8_t letter, DosType type);
bool sameName(std::string_view left, std::string_view right, DosType type);
std::uint32_t hashSlot(std::string_view name, DosType type, std::uint32_t slots);

// The most characters of a file's or directory's name.
constexpr std::size_t longestNameOf(DosType type) { return type.hasLongNames() ? longestLongName : longestName; }

// Whether a volume, file or directory may be called that.
bool isName(std::string_view name, std::size_t longest = longestName);

} // namespace uaescope::hardfiles::ffs
