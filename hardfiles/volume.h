// A volume that is only read: what every file system offers. See ffs_volume.h, sfs_volume.h and pfs_volume.h.
//
// No walk trusts what it reads: every block number is checked against the volume, every block against its kind and its
// checksum where it has one, and every chain ends when it comes back to itself. What is wrong becomes a finding where
// the rest can still be listed, and a FormatError where it cannot.
#pragma once

#include "hardfiles/dos_type.h"
#include "hardfiles/entry.h"
#include "hardfiles/finding.h"
#include "hardfiles/partition_window.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uaescope::hardfiles {

struct VolumeInfo {
    DosType dosType;   // what the boot block says; with PFS3 that is not what the RDB says
    std::string label; // Latin-1
    std::uint32_t blockSize = 0;
    std::uint64_t blocks = 0; // boot blocks included
    std::uint32_t reserved = 0;
    std::uint32_t root = 0;       // the block that describes the volume
    std::uint32_t rootNode = 0;   // of the root directory
    std::uint32_t dataHeader = 0; // bytes at the start of a data block that are not contents: OFS has such
    bool bitmapValid = false;
    AmigaDate created, changed;
};

struct Usage {
    std::uint64_t freeBlocks = 0;
    std::uint64_t usedBlocks = 0; // boot blocks included
};

enum class Depth {
    structure, // all that is needed to know the use of every block
    contents,  // what has to be compared besides: the data blocks of OFS, directory caches, hash tables
};

struct Survey;

class Volume {
public:
    virtual ~Volume() = default;

    const VolumeInfo& info() const { return m_info; }
    const PartitionWindow& window() const { return m_window; }
    // Whether the number is that of a block after the boot blocks.
    bool inRange(std::uint64_t block) const { return block >= m_info.reserved && block < m_info.blocks; }

    // The entries of a directory, given its node, in the order in which they stand there.
    virtual std::vector<Entry> list(std::uint32_t directory, Findings& findings) const = 0;

    // Calls visit for everything below a directory, parents before their children, with the path from there.
    using Visitor = std::function<void(const std::string& path, const Entry& entry)>;
    void walk(std::uint32_t directory, Findings& findings, const Visitor& visit) const;

    // By a path of names with '/' between, in any case; nothing when there is no such entry. The empty path is the
    // root directory. Links are not followed. Throws FormatError when damage is in the way.
    std::optional<Entry> find(std::string_view path) const;

    // Calls take with the contents piece by piece. Throws FormatError when they cannot be read as they were written.
    virtual void readFile(const Entry& file, const std::function<void(ConstBytes)>& take) const = 0;
    Bytes readFile(const Entry& file) const;

    // What the bitmap says.
    virtual Usage usage(Findings& findings) const = 0;

protected:
    explicit Volume(PartitionWindow window) : m_window(std::move(window)) {}
    Volume(const Volume&) = default;
    Volume(Volume&&) = default;
    Volume& operator=(const Volume&) = default;
    Volume& operator=(Volume&&) = default;

    Finding finding(std::string code, std::uint64_t block, std::string message) const;
    bool sameName(std::string_view left, std::string_view right) const;
    // The entry of a directory with this name. Throws FormatError when damage may hide it.
    virtual std::optional<Entry> findIn(std::uint32_t directory, std::string_view name) const;

    PartitionWindow m_window;
    VolumeInfo m_info;
    bool m_caseSensitive = false;

private:
    friend Survey surveyVolume(const Volume& volume, Depth depth);
    virtual Survey survey(Depth depth) const = 0;
};

// What is in a part of a device, or nothing when it holds no volume that can be read; the findings then say why, unless
// there is simply none.
struct VolumePlace {
    BlockRange sectors;          // at least one
    std::uint32_t blockSize = 0; // as the RDB says; SFS and PFS3 say it themselves
    std::uint32_t reserved = 0;
    std::string partition = {};
    DosType dosType = {}; // as the RDB says
};
std::shared_ptr<const Volume> openVolume(const BlockDevice& device, const VolumePlace& place, Findings& findings);

} // namespace uaescope::hardfiles
