// Which file a byte of a hardfile belongs to. A snapshot: it needs neither the hardfile nor its image once it is made.
//
//   const ImageMap map(Hardfile::open("disk.hdf"));
//   const ImagePlace place = map.at(offset);               in logarithmic time
//   if (place.use.role == BlockRole::data) ...   map.file(place), place.fileOffset
#pragma once

#include "hardfiles/hardfile.h"
#include "hardfiles/volume_map.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace uaescope::hardfiles {

struct MappedPartition {
    std::string name; // of the device, Latin-1; empty in a partition hardfile
    std::uint64_t offset = 0, size = 0;
    std::optional<VolumeMap> volume; // nothing when its file system cannot be read
};

struct ImagePlace {
    static constexpr std::size_t noPartition = static_cast<std::size_t>(-1);

    std::size_t partition = noPartition; // index in ImageMap::partitions
    std::uint64_t block = 0;             // of the volume; outside of one the 512-byte sector of the image
    BlockUse use;
    std::optional<std::uint64_t> fileOffset; // in the file's contents, where the byte is one of them
};

class ImageMap {
public:
    // Reads the metadata of all volumes once. Damage is no obstacle: what cannot be reached is lost or free.
    explicit ImageMap(const Hardfile& hardfile);

    const std::vector<MappedPartition>& partitions() const { return m_partitions; }
    std::uint64_t size() const { return m_size; }
    // What the RDBs own, in sectors of the image.
    const std::vector<BlockRange>& rdbAreas() const { return m_rdbAreas; }

    ImagePlace at(std::uint64_t offset) const;

    // Latin-1; empty where there is none.
    std::string partitionName(const ImagePlace& place) const;
    std::string file(const ImagePlace& place) const;

private:
    std::uint64_t m_size = 0;
    std::vector<BlockRange> m_rdbAreas; // in sectors
    std::vector<MappedPartition> m_partitions;
};

} // namespace uaescope::hardfiles
