// Puts files and directories on a fresh volume, block by block as the layout says, for tests of the reader. It takes
// free blocks in order, and keeps bitmap and directory caches as a file system would.
#pragma once

#include "hardfiles/ffs_format.h"
#include "hardfiles/partition_window.h"

#include <cstdint>
#include <string>

namespace uaescope::hardfiles::testing {

class VolumeBuilder {
public:
    // Formats the window.
    VolumeBuilder(PartitionWindow window, const FormatOptions& options);

    std::uint32_t root() const { return m_root; }
    // All return the number of the header block.
    std::uint32_t addDirectory(std::uint32_t parent, const std::string& name);
    std::uint32_t addFile(std::uint32_t parent, const std::string& name, ConstBytes contents);
    std::uint32_t addSoftLink(std::uint32_t parent, const std::string& name, const std::string& target);
    // To a file or directory, by its header.
    std::uint32_t addHardLink(std::uint32_t parent, const std::string& name, std::uint32_t target);
    // With long names, in a block of its own. Returns that.
    std::uint32_t addCommentBlock(std::uint32_t header, const std::string& comment);

    // Changes one long of a block, counted from its end when negative, and makes its checksum right again.
    void setLong(std::uint32_t block, int index, std::uint32_t value);
    std::uint32_t getLong(std::uint32_t block, int index) const;
    // Says in the bitmap that a block is used or free.
    enum class Mark { used, free };
    void mark(std::uint32_t block, Mark mark);
    // Changes one byte and leaves the checksum wrong.
    void damage(std::uint32_t block, std::size_t offset);

    PartitionWindow& window() { return m_window; }

private:
    std::uint32_t allocate();
    std::uint32_t addHeader(std::uint32_t parent, const std::string& name, std::int32_t kind);
    void addCacheRecord(std::uint32_t parent, std::uint32_t header);
    std::uint32_t addCacheBlock(std::uint32_t directory);
    std::uint32_t writeData(ConstBytes piece, std::uint32_t header, std::uint32_t sequence);

    PartitionWindow m_window;
    FormatOptions m_options;
    std::uint32_t m_root;
    std::uint32_t m_firstPage; // of the bitmap
    std::uint32_t m_next;      // the next free block
};

// Bytes that repeat nowhere soon, so that blocks in the wrong order show.
Bytes pattern(std::size_t size);

} // namespace uaescope::hardfiles::testing
