// Puts files and directories on a fresh volume, block by block as the layout says, for tests of the reader. It takes
// free blocks in order and leaves the bitmap alone.
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

    // Changes one long of a block, counted from its end when negative, and makes its checksum right again.
    void setLong(std::uint32_t block, int index, std::uint32_t value);
    std::uint32_t getLong(std::uint32_t block, int index) const;
    // Changes one byte and leaves the checksum wrong.
    void damage(std::uint32_t block, std::size_t offset);

    PartitionWindow& window() { return m_window; }

private:
    std::uint32_t addHeader(std::uint32_t parent, const std::string& name, std::int32_t kind);
    std::uint32_t writeData(ConstBytes piece, std::uint32_t header, std::uint32_t sequence);

    PartitionWindow m_window;
    FormatOptions m_options;
    std::uint32_t m_root;
    std::uint32_t m_next; // the next free block
};

// Bytes that repeat nowhere soon, so that blocks in the wrong order show.
Bytes pattern(std::size_t size);

} // namespace uaescope::hardfiles::testing
