// Changes what is on an OFS or FFS volume.
//
// The order of the writes leaves the old or the new state, whenever they stop: new blocks go to free places and are
// waited for; the bitmap is marked invalid in the root block; one write of one block then makes the change; the bitmap
// follows; last it is marked valid again. What is cut off in between is a volume with an invalid bitmap, which the
// Amiga validates when it mounts it.
#pragma once

#include "hardfiles/ffs_volume.h"
#include "hardfiles/free_blocks.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace uaescope::hardfiles {

// Of a file to be.
struct Contents {
    std::uint64_t size = 0;
    std::function<void(MutableBytes)> read; // fills the bytes with the next ones of the contents
};

struct FileAttributes {
    AmigaDate changed = AmigaDate::now();
    std::uint32_t protection = 0;
    std::string comment = {}; // Latin-1
};

class VolumeWriter {
public:
    // Refuses with an Error a volume of another file system, and one that is not validated, is damaged, or has a
    // directory cache. The image of the volume must be open for writing, and must not be in use by anybody else.
    explicit VolumeWriter(const Volume& volume);

    // All paths are Latin-1. Each throws UsageError for names that cannot be, Error when there is no room or something
    // is in the way; the volume is then as it was.
    //
    // A file that exists is replaced in one step. With the attributes that it had, unless others are given.
    void put(std::string_view path, const Contents& contents, const FileAttributes& attributes);
    void makeDirectory(std::string_view path, const AmigaDate& date);
    // A file, an empty directory, or a link.
    void remove(std::string_view path);
    // A file, by way of a copy: what stops in between leaves both names. An empty directory likewise.
    void move(std::string_view from, std::string_view to);

private:
    // A directory and a name in it.
    struct Spot {
        std::uint32_t directory = 0;
        std::string name;
        std::uint32_t slot = 0;
    };
    struct FileBlocks {
        std::uint32_t header = 0;
        std::vector<std::uint32_t> extensions, data;
    };

    Spot spotOf(std::string_view path) const;
    FileBlocks allocate(std::uint64_t dataBlocks, std::uint32_t near);
    void writeData(const FileBlocks& blocks, const Contents& contents);
    // Data blocks in a row, of which the first has this index in the file.
    void fillOfsBlocks(MutableBytes batch, const FileBlocks& blocks, std::size_t index, ConstBytes contents) const;
    void writeExtensions(const FileBlocks& blocks);
    Bytes newHeader(std::int32_t kind, std::uint32_t block, const Spot& spot) const;
    void putAttributes(MutableBytes header, const FileAttributes& attributes) const;
    FileBlocks blocksOf(const Entry& entry) const;
    std::vector<std::uint32_t> allBlocksOf(const Entry& entry) const;
    Contents contentsOf(const Entry& file) const;
    Entry existing(std::string_view path) const;
    void requireEmpty(const Entry& entry, std::string_view path) const;
    void requireNoLinks(const Entry& entry, std::string_view path) const;
    void unlinkFromTarget(const Entry& link);

    // Lets the chain of a spot lead to a block instead of what it led to: the steps from the invalid to the valid mark.
    struct Change {
        Spot spot;
        std::uint32_t from = 0; // the entry whose place it takes; 0: it comes first
        std::uint32_t to = 0;
        std::vector<std::uint32_t> freed;
    };
    void commit(const Change& change);
    void writeRoot(std::uint32_t bitmapFlag);
    void relink(const Change& change);

    const FfsVolume& m_volume;
    const VolumeInfo& m_info;
    PartitionWindow m_window;
    FreeBlocks m_free;
};

} // namespace uaescope::hardfiles
