// Makes an SFS volume in memory, as the layout says, for tests of the reader: each block is written once, by bytes().
#pragma once

#include "hardfiles/sfs_layout.h"

#include <cstdint>
#include <string>
#include <vector>

namespace uaescope::hardfiles::testing {

class SfsBuilder {
public:
    explicit SfsBuilder(std::uint32_t blocks = 2000, std::uint32_t blockSize = 512);

    // All return the node of the new object.
    std::uint32_t addDirectory(std::uint32_t parent, const std::string& name);
    // The contents are cut into pieces of so many blocks, with a free block between them; 0: they are one piece.
    std::uint32_t addFile(std::uint32_t parent, const std::string& name, const Bytes& contents,
                          std::uint32_t blocksOfPiece = 0);
    std::uint32_t addSoftLink(std::uint32_t parent, const std::string& name, const std::string& target);

    Bytes bytes();

    // Where things came to lie, after bytes().
    std::uint32_t blockOf(std::uint32_t node) const { return m_items.at(node - 1).block; }
    std::uint32_t firstDataOf(std::uint32_t node) const { return m_items.at(node - 1).object.data; }

    // A block may be changed afterwards, and has its checksum again.
    static void seal(MutableBytes block);

private:
    struct Item {
        sfs::Object object;
        std::uint32_t parent = 0, block = 0;
        std::string target;
        std::vector<std::uint32_t> children; // nodes
    };

    std::uint32_t add(std::uint32_t parent, const std::string& name, std::uint8_t bits);
    MutableBytes blockAt(std::uint32_t block);
    MutableBytes newBlock(std::uint32_t id, std::uint32_t& number);
    void take(std::uint32_t block);
    void writeDirectory(Item& directory);
    void writeHashTable(Item& directory);
    void writeNodes();
    void writeExtents();
    void writeAreas();
    void writeRoots();
    void writeBitmap();

    std::uint32_t m_blocks, m_blockSize, m_nextData, m_nextAdmin = 0;
    Bytes m_image;
    std::vector<bool> m_used;
    std::vector<Item> m_items; // by node - 1
    std::vector<sfs::Extent> m_extents;
    std::vector<std::uint32_t> m_areas, m_areaBits;
    std::vector<sfs::Node> m_nodes;
    std::uint32_t m_bitmap = 0, m_nodeRoot = 0, m_extentRoot = 0;
};

} // namespace uaescope::hardfiles::testing
