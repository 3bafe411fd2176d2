// A PFS3 volume (PFS\1 or PFS\2 on the disk); a node is the number of an anode.
#pragma once

#include "hardfiles/pfs_layout.h"
#include "hardfiles/volume.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace uaescope::hardfiles {

class PfsVolume : public Volume {
public:
    // What the root block and its extension say.
    struct Layout {
        std::uint32_t options = 0;
        std::uint32_t firstReserved = 0, lastReserved = 0, blocksFree = 0;
        std::uint32_t reservedBytes = 0; // of a block in the reserved area
        std::uint32_t cluster = 0;       // blocks of the root and of the reserved bitmap
        std::uint32_t extension = 0;     // 0: there is none
        bool changePending = false;      // a deletion was cut off
        std::vector<std::uint32_t> bitmapIndexes, supers, anodeIndexes, deleted; // block numbers; 0: not there
        Bytes reservedBitmap;                                                    // the bits alone

        bool has(std::uint32_t option) const { return (options & option) != 0; }
    };

    // Tries the block size of the place and 512. Nothing when the volume cannot be read; the findings then say why.
    static std::optional<PfsVolume> open(const BlockDevice& device, const VolumePlace& place, Findings& findings);

    const Layout& layout() const { return m_layout; }
    std::uint32_t blocksOfReserved() const { return m_layout.reservedBytes / m_info.blockSize; }
    // The numbers of the bitmap's BM blocks; 0 where there is none.
    std::vector<std::uint32_t> bitmapBlocks(Findings& findings) const;

    std::vector<Entry> list(std::uint32_t directory, Findings& findings) const override;
    using Volume::readFile;
    void readFile(const Entry& file, const std::function<void(ConstBytes)>& take) const override;
    Usage usage(Findings& findings) const override;

    // A block of the reserved area that begins with these letters; what is wrong goes into the problem.
    std::optional<Bytes> read(std::uint32_t block, std::uint32_t id, Finding& problem) const;
    Entry entryOf(const pfs::Record& record, std::uint32_t block, std::uint32_t directory) const;

private:
    explicit PfsVolume(PartitionWindow window) : Volume(std::move(window)) {}
    Survey survey(Depth depth) const override;
    bool readRoot(Findings& findings);
    bool readExtension(Findings& findings);

    Layout m_layout;
};

// Finds anodes by their numbers, and keeps the blocks that it read.
class PfsAnodes {
public:
    explicit PfsAnodes(const PfsVolume& volume) : m_volume(volume) {}

    // Nothing when the way there is damaged; the problem says where.
    std::optional<pfs::Anode> get(std::uint32_t number, Finding& problem);

private:
    std::optional<std::uint32_t> blockOf(std::uint32_t sequence, Finding& problem);
    const Bytes* read(std::uint32_t block, std::uint32_t id, Finding& problem);
    std::optional<std::uint32_t> entryOf(std::uint32_t block, std::uint32_t id, std::uint32_t index, Finding& problem);

    const PfsVolume& m_volume;
    std::unordered_map<std::uint32_t, Bytes> m_blocks;
};

} // namespace uaescope::hardfiles
