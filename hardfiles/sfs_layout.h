// Where things stand on an SFS volume of structure version 3 (SFS\0). Every block but those of files begins with an id,
// a checksum and its own number; the sum of its longs is 0xffffffff.
//
//   root        in the first and in the last block: sizes, and where everything else begins
//   OBJC        parent, next, previous, objects...: the entries of a directory; a chain for each
//   HTAB        parent, nodes...: the first of each hash chain of a directory
//   NDC         first node, nodes of an entry (1: a leaf), entries...: from the number of an object to its block
//   BNDC        count, leaf, size of an entry, entries...: from the first block of an extent to the next
//   ADMC        next, previous, -, areas {first block, 32 bits}...: where all these blocks are, the highest bit first
//   BTMP        bits: 1 = free, the highest bit of a long first; one behind the other from the first
//   SLNK        parent, next, previous, text
//   TROK, TRFA  no change, or one that was cut off; two blocks behind the root directory's OBJC
#pragma once

#include "hardfiles/amiga_date.h"
#include "hardfiles/bytes.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uaescope::hardfiles::sfs {

constexpr std::uint32_t idRoot = 0x53465300, idObjects = 0x4f424a43, idHashTable = 0x48544142, idNodes = 0x4e444320,
                        idExtents = 0x424e4443, idAreas = 0x41444d43, idBitmap = 0x42544d50, idSoftLink = 0x534c4e4b,
                        idChangePending = 0x54524641, idChangeStorage = 0x54525354;
constexpr std::uint32_t structureVersion = 3;
constexpr std::uint32_t rootNode = 1;
constexpr std::uint32_t blocksOfArea = 32;

// Byte offsets from the start of a block.
namespace at {
constexpr std::size_t id = 0, checksum = 4, ownBlock = 8, header = 12;
}
namespace root {
constexpr std::size_t version = 0x0c, sequence = 0x0e, created = 0x10, bits = 0x14, blocks = 0x30, blockSize = 0x34,
                      bitmap = 0x60, areas = 0x64, directory = 0x68, extents = 0x6c, nodes = 0x70;
constexpr std::uint8_t caseSensitive = 0x80;
} // namespace root
namespace objects {
constexpr std::size_t parent = 12, next = 16, previous = 20, first = 24;
}
namespace hashTable {
constexpr std::size_t parent = 12, slots = 16;
}
namespace nodes {
constexpr std::size_t first = 12, ofEntry = 16, entries = 20, leafEntry = 10;
}
namespace extents {
constexpr std::size_t count = 12, isLeaf = 14, entrySize = 15, entries = 16, innerEntry = 8, leafEntry = 14;
}
namespace areas {
constexpr std::size_t next = 12, previous = 16, entries = 24, entry = 8;
}
namespace softLink {
constexpr std::size_t text = 24;
}
namespace change {
constexpr std::size_t next = 12;
}

// An entry of a directory.
struct Object {
    std::uint32_t node = 0, protection = 0;
    std::uint32_t data = 0; // a file's first block, a soft link's block, a directory's hash table (0: none)
    std::uint32_t size = 0; // a file's bytes, a directory's first block of objects (0: it is empty)
    std::uint32_t date = 0; // in seconds since 1 January 1978
    std::uint8_t bits = 0;
    std::string name, comment; // Latin-1

    static constexpr std::uint8_t directory = 0x80, link = 0x40, hardLink = 0x20;
    bool isDirectory() const { return (bits & directory) != 0; }
    bool isLink() const { return (bits & link) != 0; }
};

struct Objects {
    std::vector<Object> objects;
    bool whole = true; // false: the last one leaves the block
};

// A piece of a file; its contents go on in the one with the number next, which is the first block of that.
struct Extent {
    std::uint32_t first = 0, next = 0, previous = 0, blocks = 0;
};

struct Node {
    std::uint32_t data = 0; // the block of objects that holds it; 0: free, all bits set: not used
    std::uint32_t next = 0; // in its hash chain
    std::uint16_t hash = 0;
};

bool isBlockSize(std::uint32_t size); // a power of two from 512 to 32768
Objects objectsIn(ConstBytes block);
std::optional<Extent> extentAt(ConstBytes block, std::uint32_t index); // nothing when it leaves the block
std::uint16_t hashOf(std::string_view name, bool caseSensitive);
AmigaDate dateOf(std::uint32_t seconds);
// The low bits of a pointer to a block of nodes are used for something else.
unsigned nodeShift(std::uint32_t blockSize);
std::uint32_t blocksOfBitmapBlock(std::uint32_t blockSize);

} // namespace uaescope::hardfiles::sfs
