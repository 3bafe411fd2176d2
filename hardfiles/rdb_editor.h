// Changes the rigid disk block area of a disk that has one.
//
//   RdbEditor editor(hardfile.rdbDisk());
//   editor.addPartition(editor.placePartition({.name = "DH1", .size = 0}));
//   editor.commit();
//
// What it does not know of a block stays as it is, and so do bad-block lists, drive init code and boot code. Nothing
// is written before commit(): that writes the chains which change anew, into free blocks of the area, and waits for
// them; one write of the RDSK block makes the change; the blocks of the old chains are cleared last. Whenever it stops,
// the disk is the old or the new one.
#pragma once

#include "hardfiles/create.h"
#include "hardfiles/rdb_blocks.h"
#include "hardfiles/rigid_disk.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace uaescope::hardfiles {

struct NewFileSystem {
    DosType dosType;
    std::uint32_t version = 0; // version in the high word, revision in the low
    Bytes handler;             // an AmigaDOS load file
    std::string name = {};     // of the handler, Latin-1
};

// The blocks of an area that are good, linked or not.
struct RdbParts {
    std::uint32_t rdskBlock = 0;
    Bytes rdsk;
    std::vector<RdbBlock> partitions, fileSystems;
    std::vector<std::vector<RdbBlock>> segments; // of each file system
    std::vector<std::uint32_t> stale;            // RDSK blocks that are damaged; they go when the rest stands
    std::set<std::uint32_t> foreign;             // blocks with something that is not of an RDB; they stay as they are
};

class RdbEditor {
public:
    // Throws FormatError when there is no RDB or when anything about it is damaged.
    explicit RdbEditor(const BlockDevice& device);
    // For an area that is to be made of these blocks. Lists of bad blocks and drive init code that are damaged go.
    RdbEditor(const BlockDevice& device, const RdbParts& parts);

    // As it will be. Block numbers of what is new are known after commit().
    const RigidDisk& disk() const { return m_disk; }
    // The index of the partition with this device name, in any case; throws Error with the names there are.
    std::size_t partitionNamed(std::string_view name) const;

    // A partition for these options in the first gap that is large enough, in the largest when the size is 0, or from a
    // cylinder on. Throws UsageError when there is no such room.
    RdbPartition placePartition(const PartitionOptions& options,
                                std::optional<std::uint32_t> lowCylinder = std::nullopt) const;

    // Both throw UsageError when the name is taken or cannot be, and when the place is outside of what partitions may
    // use or belongs to another one.
    void addPartition(const RdbPartition& partition);
    void setPartition(std::size_t index, const RdbPartition& partition);
    void removePartition(std::size_t index);
    // To another place in the list, which is the order in which the Amiga mounts.
    void movePartition(std::size_t from, std::size_t to);

    // Throws UsageError when the handler is none or too large for UAE, or when there is one for this DosType.
    void addFileSystem(const NewFileSystem& fileSystem);
    void removeFileSystem(std::size_t index);
    std::optional<std::size_t> fileSystemFor(DosType type) const;
    // The load file, without the padding of its last block.
    Bytes handler(std::size_t index) const;

    // Throws Error when the area has no room for what commit() will write.
    void requireRoom() const;
    // Throws as requireRoom(), before anything is written.
    void commit();

private:
    using Chain = std::vector<RdbBlock>; // of blocks that are not written yet the number is 0

    // Throws FormatError when it is damaged.
    Chain readChain(std::uint32_t first, std::uint32_t id) const;
    void noteBlocks();
    void require(const RdbPartition& partition, std::optional<std::size_t> instead) const;
    std::uint32_t place(Chain& chain, std::set<std::uint32_t>& free) const;

    // The blocks with their places. Chains of headers are always written to free blocks, handlers when they are new.
    struct Layout {
        Chain partitions, fileSystems;
        std::vector<Chain> segments;
        std::vector<std::size_t> newSegments; // indices
        Bytes rdsk;
        std::set<std::uint32_t> used;
        std::uint64_t end = 0; // the first block that is not the area's
    };
    Layout layOut() const;

    BlockDevice m_device;
    RigidDisk m_disk;
    Bytes m_rdsk;
    Chain m_partitions, m_fileSystems;
    std::vector<Chain> m_segments;     // of each file system
    std::set<std::uint32_t> m_others;  // blocks of chains that are left alone
    std::set<std::uint32_t> m_foreign; // blocks of anybody else
    std::set<std::uint32_t> m_written; // blocks of the chains as they stand on the disk
};

} // namespace uaescope::hardfiles
