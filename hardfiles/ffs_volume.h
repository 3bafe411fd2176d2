// Reads an OFS or FFS volume. Knows its window and nothing outside.
//
// No walk trusts what it reads: every block number is checked against the volume, every block against its kind, its
// checksum and its own key, and every chain ends when it comes back to itself. What is wrong becomes a finding where
// the rest can still be listed, and a FormatError where it cannot.
#pragma once

#include "hardfiles/amiga_date.h"
#include "hardfiles/dos_type.h"
#include "hardfiles/ffs_entry.h"
#include "hardfiles/finding.h"
#include "hardfiles/partition_window.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uaescope::hardfiles {

struct VolumeInfo {
    DosType dosType;   // what the boot block says
    std::string label; // Latin-1
    std::uint32_t blockSize = 0;
    std::uint64_t blocks = 0; // boot blocks included
    std::uint32_t reserved = 0;
    std::uint32_t root = 0;
    bool bitmapValid = false;
    AmigaDate created, changed;
};

// Where the bitmap of a volume lies.
struct BitmapBlocks {
    std::vector<std::uint32_t> pages; // in order; shorter than it should be when the chain of extensions is damaged
    std::vector<std::uint32_t> extensions;
};

struct Usage {
    std::uint64_t freeBlocks = 0;
    std::uint64_t usedBlocks = 0; // boot blocks included
};

// Whether the checksum counts.
enum class RootSum { right, any };

class Volume {
public:
    // Nothing when the window holds no volume that can be read; the findings then say why, unless there is simply none.
    static std::optional<Volume> open(const PartitionWindow& window, std::uint32_t reserved, Findings& findings);

    // Whether the block could be a root block for this block size: type, kind, table size and checksum are right.
    static bool isRoot(ConstBytes block, RootSum sum = RootSum::right);

    const VolumeInfo& info() const { return m_info; }
    const PartitionWindow& window() const { return m_window; }
    // Whether the number is that of a block after the boot blocks.
    bool inRange(std::uint64_t block) const { return block >= m_info.reserved && block < m_info.blocks; }

    // The entries of a directory in the order of its hash table.
    std::vector<Entry> list(std::uint32_t directory, Findings& findings) const;

    // Calls visit for everything below a directory, parents before their children, with the path from there.
    using Visitor = std::function<void(const std::string& path, const Entry& entry)>;
    void walk(std::uint32_t directory, Findings& findings, const Visitor& visit) const;

    // By a path of names with '/' between, in any case; nothing when there is no such entry. The empty path is the
    // root directory. Links are not followed. Throws FormatError when damage is in the way.
    std::optional<Entry> find(std::string_view path) const;

    // Calls take with the contents piece by piece. Throws FormatError when they cannot be read as they were written.
    void readFile(const Entry& file, const std::function<void(ConstBytes)>& take) const;
    Bytes readFile(const Entry& file) const;

    // What the bitmap says.
    Usage usage(Findings& findings) const;
    // With a finding when the chain of extensions is damaged. Page numbers are as they stand there, unchecked.
    BitmapBlocks bitmapBlocks(Findings& findings) const;

private:
    explicit Volume(PartitionWindow window) : m_window(std::move(window)) {}

    Finding finding(std::string code, std::uint64_t block, std::string message) const;
    // The block with this number, which must be of this type; what is wrong with it goes into the problem.
    std::optional<Bytes> read(std::uint32_t block, std::uint32_t type, Finding& problem) const;
    // The same; throws FormatError with the problem.
    Bytes read(std::uint32_t block, std::uint32_t type) const;
    Entry entryOf(std::uint32_t block, ConstBytes bytes) const;
    // Calls take for every entry of one hash chain of a directory, given its header.
    void followChain(ConstBytes header, std::uint32_t directory, std::uint32_t slot, Findings& findings,
                     const std::function<void(Entry)>& take) const;
    std::size_t payloadOffset() const; // of the contents in a data block
    Bytes readData(const Entry& file, std::uint32_t block, std::uint32_t sequence) const;

    PartitionWindow m_window;
    VolumeInfo m_info;
};

} // namespace uaescope::hardfiles
