#include "hardfiles/image_map.h"

#include "hardfiles/survey.h"

#include <algorithm>

namespace uaescope::hardfiles {

namespace {

// The place of a byte of a data block in the contents of its file.
std::optional<std::uint64_t> fileOffset(const VolumeMap& map, const BlockUse& use, std::uint64_t within) {
    const std::uint64_t before = map.info().dataHeader;
    if (use.role != BlockRole::data || within < before) return std::nullopt;
    const std::uint64_t offset = use.index * (map.info().blockSize - before) + within - before;
    if (offset >= map.files()[use.file].size) return std::nullopt;
    return offset;
}

} // namespace

ImageMap::ImageMap(const Hardfile& hardfile) : m_size(hardfile.size()), m_rdbAreas(hardfile.rdbAreas()) {
    for (const Partition& partition : hardfile.partitions()) {
        MappedPartition mapped{partition.name, partition.offset(), partition.size(), std::nullopt};
        if (partition.volume) mapped.volume = surveyVolume(*partition.volume, Depth::structure).map;
        m_partitions.push_back(std::move(mapped));
    }
}

ImagePlace ImageMap::at(std::uint64_t offset) const {
    ImagePlace place;
    const auto partition = std::find_if(m_partitions.begin(), m_partitions.end(), [offset](const MappedPartition& p) {
        return offset >= p.offset && offset - p.offset < p.size;
    });
    place.block = offset / sectorSize;
    place.use = {BlockRole::outside, VolumeMap::noFile, 0};
    if (partition == m_partitions.end()) {
        const bool inRdb = std::any_of(m_rdbAreas.begin(), m_rdbAreas.end(), [&](const BlockRange& area) {
            return place.block >= area.first && place.block - area.first < area.count;
        });
        if (inRdb) place.use.role = BlockRole::rdb;
        return place;
    }
    place.partition = static_cast<std::size_t>(partition - m_partitions.begin());
    place.use.role = BlockRole::unknown;
    if (!partition->volume) return place;
    const VolumeInfo& info = partition->volume->info();
    place.block = (offset - partition->offset) / info.blockSize;
    place.use.role = BlockRole::outside; // sectors at the end that make no whole block
    if (place.block >= info.blocks) return place;
    place.use = partition->volume->at(place.block);
    place.fileOffset = fileOffset(*partition->volume, place.use, (offset - partition->offset) % info.blockSize);
    return place;
}

std::string ImageMap::partitionName(const ImagePlace& place) const {
    return place.partition == ImagePlace::noPartition ? "" : m_partitions[place.partition].name;
}

std::string ImageMap::file(const ImagePlace& place) const {
    if (place.partition == ImagePlace::noPartition || !m_partitions[place.partition].volume) return "";
    return m_partitions[place.partition].volume->path(place.use.file);
}

} // namespace uaescope::hardfiles
