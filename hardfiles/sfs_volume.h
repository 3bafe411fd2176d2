// An SFS volume (SFS\0); a node is the number of an object.
//
// A change that was cut off (a block TRFA) is not carried out here: the Amiga does that when it mounts the volume. What
// is read is then what stands on the disk, and info().bitmapValid is false.
#pragma once

#include "hardfiles/sfs_layout.h"
#include "hardfiles/volume.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_set>
#include <vector>

namespace uaescope::hardfiles {

class SfsVolume : public Volume {
public:
    // What the better one of the two root blocks says.
    struct Places {
        std::uint32_t bitmap = 0, areas = 0, directory = 0, extents = 0, nodes = 0;
    };

    // Takes the block size from the volume. Nothing when it cannot be read; the findings then say why.
    static std::optional<SfsVolume> open(const BlockDevice& device, const VolumePlace& place, Findings& findings);

    const Places& places() const { return m_places; }
    bool caseSensitive() const { return m_caseSensitive; }

    std::vector<Entry> list(std::uint32_t directory, Findings& findings) const override;
    using Volume::readFile;
    void readFile(const Entry& file, const std::function<void(ConstBytes)>& take) const override;
    Usage usage(Findings& findings) const override;

    // The block with this number, which has this id, a right checksum and its own number; what is wrong goes into the
    // problem.
    std::optional<Bytes> read(std::uint32_t block, std::uint32_t id, Finding& problem) const;
    Entry entryOf(const sfs::Object& object, std::uint32_t block, std::uint32_t directory) const;

private:
    explicit SfsVolume(PartitionWindow window) : Volume(std::move(window)) {}
    Survey survey(Depth depth) const override;
    bool readRoots(Findings& findings);
    bool isRoot(ConstBytes block, std::uint64_t number) const;
    // Both by a walk down their tree.
    std::optional<std::uint32_t> blockOfNode(std::uint32_t node, Finding& problem) const;
    std::optional<sfs::Extent> findExtent(std::uint32_t first, Finding& problem) const;
    std::string linkText(std::uint32_t block) const;

    Places m_places;
};

} // namespace uaescope::hardfiles
