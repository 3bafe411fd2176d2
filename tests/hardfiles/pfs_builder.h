// Makes a PFS3 volume in memory, as the layout says, for tests of the reader.
#pragma once

#include "hardfiles/pfs_layout.h"

#include <cstdint>
#include <string>
#include <vector>

namespace uaescope::hardfiles::testing {

struct PfsOptions {
    std::uint32_t blocks = 3000, blockSize = 512, reservedBytes = 1024;
    bool super = false, large = false; // SB blocks; sizes of 48 bits
};

class PfsBuilder {
public:
    explicit PfsBuilder(const PfsOptions& options = {});

    static std::uint32_t root() { return pfs::rootAnode; }
    // All return the anode of the new entry.
    std::uint32_t addDirectory(std::uint32_t parent, const std::string& name);
    // The contents are cut into pieces of so many blocks, with a free block between them; 0: they are one piece.
    std::uint32_t addFile(std::uint32_t parent, const std::string& name, const Bytes& contents,
                          std::uint32_t blocksOfPiece = 0);
    std::uint32_t addSoftLink(std::uint32_t parent, const std::string& name, const std::string& target);
    std::uint32_t addHardLink(std::uint32_t parent, const std::string& name, std::uint32_t target);
    // An entry with extra fields: a comment, protection beyond the low byte, the high bits of a size.
    std::uint32_t addLarge(std::uint32_t parent, const std::string& name, std::uint64_t size);
    std::uint32_t addRollover(std::uint32_t parent, const std::string& name, std::uint32_t size);

    Bytes bytes();

    // Where things came to lie; the blocks of directories after bytes().
    const pfs::Anode& anode(std::uint32_t number) const { return m_anodes.at(number); }
    std::uint32_t anodeBlock() const { return m_anodeBlock; }
    std::uint32_t bitmapBlock() const { return m_bitmapBlock; }
    std::uint64_t offsetOf(std::uint32_t block) const { return std::uint64_t{block} * m_options.blockSize; }

private:
    struct Item {
        std::int8_t type = 0;
        std::uint32_t anode = 0, parent = 0, linkNode = 0, virtualSize = 0;
        std::uint64_t size = 0;
        std::string name, comment;
    };

    std::uint32_t newAnode(const pfs::Anode& anode);
    std::uint32_t add(std::uint32_t parent, const std::string& name, std::int8_t type, std::uint32_t anode);
    std::uint32_t store(const Bytes& contents, std::uint32_t blocksOfPiece);
    MutableBytes newReserved(std::uint32_t id, std::uint32_t& number);
    static Bytes entryOf(const Item& item);
    void writeDirectory(std::uint32_t anode, std::uint32_t parent);
    std::uint32_t writeAnodes();
    std::uint32_t writeBitmap();

    PfsOptions m_options;
    std::uint32_t m_perReserved, m_reserved, m_last, m_nextReserved = 0, m_nextData;
    Bytes m_image;
    std::vector<bool> m_used;
    std::vector<pfs::Anode> m_anodes; // by number; there are not more than one block holds
    std::vector<Item> m_items;
    std::uint32_t m_anodeBlock = 0, m_bitmapBlock = 0;
};

} // namespace uaescope::hardfiles::testing
