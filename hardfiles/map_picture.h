// A volume as a picture of characters, and the figures that go with it.
#pragma once

#include "hardfiles/volume_map.h"

#include <cstdint>
#include <string>
#include <vector>

namespace uaescope::hardfiles {

// Lines of so many characters, each standing for the same number of blocks; at most so many lines.
struct PictureSize {
    std::uint32_t columns = 64, rows = 24;
};

std::string mapPicture(const VolumeMap& map, const PictureSize& size);
// What the characters mean.
std::string mapLegend();

struct Fragmentation {
    std::uint64_t files = 0;      // with at least one data block
    std::uint64_t inOnePiece = 0; // of those
    std::uint64_t pieces = 0;     // of all of them together
    std::uint32_t worstFile = VolumeMap::noFile;
    std::uint64_t worstPieces = 0;
};

Fragmentation fragmentation(const VolumeMap& map);

// Every file with contents, those in most pieces first.
struct FilePieces {
    std::uint32_t file = 0;
    std::uint64_t pieces = 0;
};
std::vector<FilePieces> piecesOfFiles(const VolumeMap& map);

} // namespace uaescope::hardfiles
