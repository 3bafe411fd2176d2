// Where things stand on a PFS3 volume (PFS\1 or PFS\2 on the disk). There are no checksums. All but the contents of
// files stands in the reserved area, in blocks of their own size, which begin with two letters and a date stamp.
//
//   root     in block 2: names, sizes, options, and where the bitmap and, without SB, the anodes begin; behind it the
//            bitmap of the reserved area
//   EX       more of the root: limits, SB blocks, blocks of deleted files
//   SB IB AB anodes by their number: SB leads to IB leads to AB; an anode is a run of blocks and the number of the next
//   MI BM    the bitmap of what is behind the reserved area: MI leads to BM; 1 = free, the highest bit of a long first
//   DB       anode, parent, entries...: a directory is a chain of anodes, one for each block
//   DD       names of deleted files; their contents are free
#pragma once

#include "hardfiles/bytes.h"
#include "hardfiles/entry.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace uaescope::hardfiles::pfs {

constexpr std::uint32_t rootBlock = 2;
constexpr std::uint32_t rootAnode = 5;
constexpr std::uint32_t idExtension = 0x4558, idSuper = 0x5342, idIndex = 0x4942, idAnodes = 0x4142,
                        idBitmapIndex = 0x4d49, idBitmap = 0x424d, idDirectory = 0x4442, idDeleted = 0x4444;

// Byte offsets from the start of a block.
namespace root {
constexpr std::size_t diskType = 0x00, options = 0x04, day = 0x0c, label = 0x14, labelField = 32, lastReserved = 0x34,
                      firstReserved = 0x38, reservedFree = 0x3c, reservedBytes = 0x40, cluster = 0x42,
                      blocksFree = 0x44, deleted = 0x50, diskSize = 0x54, extension = 0x58, bitmapIndex = 0x60,
                      anodeIndex = 0x74, reservedBitmap = 512;
constexpr std::uint32_t smallBitmapIndexes = 5, largeBitmapIndexes = 104, anodeIndexes = 99;
} // namespace root
namespace option {
constexpr std::uint32_t splitAnodes = 2, extraFields = 4, sizeField = 16, extension = 32, superIndex = 128,
                        deletedBlocks = 256, largeFiles = 2048;
}
namespace extension {
constexpr std::size_t pending = 0x1c, volumeDate = 0x16, deletedBlocks = 0x36, superIndex = 0x40, deleted = 0x90;
constexpr std::uint32_t superIndexes = 16, mostDeleted = 32;
} // namespace extension
namespace index { // of SB, IB, MI; and the bits of BM
constexpr std::size_t sequence = 8, entries = 12;
}
namespace anodes {
constexpr std::size_t sequence = 8, entries = 16, entry = 12;
}
namespace directory {
constexpr std::size_t anode = 0x0c, parent = 0x10, entries = 0x14;
}

// A run of blocks.
struct Anode {
    std::uint32_t blocks = 0, first = 0, next = 0; // next: the number of an anode, 0 at the end
};

// An entry of a directory. The kind is missing when it is none that is known.
struct Record {
    std::optional<EntryKind> kind;
    Entry entry;                // without kind, block, directory and linkText
    std::uint32_t linkList = 0; // of what has hard links: the first one's anode
};

struct Records {
    std::vector<Record> records;
    bool whole = true; // false: an entry leaves the block
};

Records recordsIn(ConstBytes block, std::uint32_t options);
AmigaDate dateAt(ConstBytes block, std::size_t offset);
// How many longs there are behind the header of SB, IB, MI and BM, and how many anodes in AB.
std::uint32_t longsOfBlock(std::uint32_t reservedBytes);
std::uint32_t anodesOfBlock(std::uint32_t reservedBytes);

} // namespace uaescope::hardfiles::pfs
