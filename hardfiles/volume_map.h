// Which block of a volume belongs to which file, and which blocks a file has. A snapshot: it does not need the volume
// that it was made from (see survey.h), and does not notice what happens to it later.
#pragma once

#include "hardfiles/block_role.h"
#include "hardfiles/volume.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace uaescope::hardfiles {

// Blocks in a row with one use.
struct BlockRun {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t file = 0;  // index in VolumeMap::files, or VolumeMap::noFile
    std::uint32_t index = 0; // data: which block of the file the first one is, from 0
    BlockRole role = BlockRole::free;
};

// A file, directory or link.
struct MappedFile {
    std::string name; // Latin-1; empty for the root directory
    std::uint32_t parent = 0;
    EntryKind kind = EntryKind::directory;
    std::uint32_t node = 0;  // as in Entry
    std::uint32_t block = 0; // that describes it
    std::uint64_t size = 0;  // in bytes
    std::uint32_t firstRun = 0, runs = 0;
};

struct BlockUse {
    BlockRole role = BlockRole::free;
    std::uint32_t file = 0;  // index in VolumeMap::files, or VolumeMap::noFile
    std::uint32_t index = 0; // data: which block of the file it is, from 0
};

class VolumeMap {
public:
    static constexpr std::uint32_t noFile = 0xffffffff;

    const VolumeInfo& info() const { return m_info; }

    // The root directory is file 0; parents come before what is in them.
    const std::vector<MappedFile>& files() const { return m_files; }
    // From the root, with '/' between; Latin-1. Empty for the root and for noFile.
    std::string path(std::uint32_t file) const;

    // In logarithmic time. Blocks that nothing uses are free; so are all beyond the volume.
    BlockUse at(std::uint64_t block) const;

    // What a file uses: its header first, its extensions, and its data in the order of its contents.
    std::span<const BlockRun> runsOf(std::uint32_t file) const;
    std::vector<BlockRun> dataOf(std::uint32_t file) const;
    // In linear time; noFile when nothing has this node.
    std::uint32_t fileOfNode(std::uint32_t node) const;

    // Calls take(run) for everything that is not free, in the order of the blocks.
    template <typename Take>
    void forEachRun(const Take& take) const {
        for (const std::uint32_t index : m_byBlock) take(m_runs[index]);
    }
    // Blocks for each role.
    std::array<std::uint64_t, blockRoles> count() const;

private:
    friend class VolumeMapBuilder;
    VolumeMap() = default;

    VolumeInfo m_info;
    std::vector<MappedFile> m_files;
    std::vector<BlockRun> m_runs;         // those of one file together, in its order
    std::vector<std::uint32_t> m_byBlock; // indices of m_runs by their first block
};

// Takes the uses of blocks as a walk meets them. No block may be given twice.
class VolumeMapBuilder {
public:
    explicit VolumeMapBuilder(const VolumeInfo& info) { m_map.m_info = info; }

    // The number of the file. Its blocks must be added before the next file's.
    std::uint32_t addFile(MappedFile file);
    void add(std::uint32_t block, const BlockUse& use) { add({block, 1, use.file, use.index, use.role}); }
    void add(const BlockRun& run);
    void addRun(const BlockRun& run) { m_map.m_runs.push_back(run); }

    const std::vector<MappedFile>& files() const { return m_map.m_files; }
    std::string path(std::uint32_t file) const { return m_map.path(file); }
    // The file that has the block, in linear time; noFile when none has.
    std::uint32_t ownerOf(std::uint32_t block) const;

    // The builder is empty afterwards.
    VolumeMap finish();

private:
    VolumeMap m_map;
};

} // namespace uaescope::hardfiles
