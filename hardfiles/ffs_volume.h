// An OFS or FFS volume; a node is the block of a header.
#pragma once

#include "hardfiles/ffs_entry.h"
#include "hardfiles/volume.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace uaescope::hardfiles {

// Where the bitmap of a volume lies.
struct BitmapBlocks {
    std::vector<std::uint32_t> pages; // in order; shorter than it should be when the chain of extensions is damaged
    std::vector<std::uint32_t> extensions;
};

// Whether the checksum counts.
enum class RootSum { right, any };

class FfsVolume : public Volume {
public:
    // Nothing when the window holds no volume that can be read; the findings then say why, unless there is simply none.
    static std::optional<FfsVolume> open(const PartitionWindow& window, std::uint32_t reserved, Findings& findings);

    // Whether the block could be a root block for this block size: type, kind, table size and checksum are right.
    static bool isRoot(ConstBytes block, RootSum sum = RootSum::right);

    // The volume as one that can be written to; throws Error when it has another file system.
    static const FfsVolume& of(const Volume& volume);

    std::vector<Entry> list(std::uint32_t directory, Findings& findings) const override;
    using Volume::readFile;
    void readFile(const Entry& file, const std::function<void(ConstBytes)>& take) const override;
    Usage usage(Findings& findings) const override;
    // With a finding when the chain of extensions is damaged. Page numbers are as they stand there, unchecked.
    BitmapBlocks bitmapBlocks(Findings& findings) const;

private:
    explicit FfsVolume(PartitionWindow window) : Volume(std::move(window)) {}
    Survey survey(Depth depth) const override;
    std::optional<Entry> findIn(std::uint32_t directory, std::string_view name) const override;
    // The block with this number, which must be of this type; what is wrong with it goes into the problem.
    std::optional<Bytes> read(std::uint32_t block, std::uint32_t type, Finding& problem) const;
    // The same; throws FormatError with the problem.
    Bytes read(std::uint32_t block, std::uint32_t type) const;
    Entry entryOf(std::uint32_t block, ConstBytes bytes) const;
    // Calls take for every entry of one hash chain of a directory, given its header.
    void followChain(ConstBytes header, std::uint32_t directory, std::uint32_t slot, Findings& findings,
                     const std::function<void(Entry)>& take) const;
    bool isRight(ConstBytes bytes, std::uint32_t block, std::uint32_t type, Finding& problem) const;

    // Data blocks of a file that follow each other on the disk too.
    struct DataRun {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::uint64_t index = 0; // of the first in the file
        std::uint64_t bytes = 0; // of contents
    };
    void takeRun(const Entry& file, const DataRun& run, const std::function<void(ConstBytes)>& take) const;
    // The block that has the next pointers to data, given the one before it.
    Bytes nextTable(const Entry& file, ConstBytes table, std::unordered_set<std::uint32_t>& seen) const;
    void requireData(const Entry& file, ConstBytes bytes, std::uint32_t block, std::uint64_t index) const;
};

} // namespace uaescope::hardfiles
