// A hardfile as a picture of coloured squares: the whole disk as a bar, below it each volume block by block.
#pragma once

#include "hardfiles/image_map.h"
#include "hardfiles/pixel_picture.h"

#include <cstdint>
#include <string>

namespace uaescope::hardfiles {

struct PaintingSize {
    std::uint32_t columns = 128;    // squares of a line
    std::uint32_t rows = 48;        // lines of a volume, at most
    std::uint32_t squarePixels = 8; // with the gap between two of them
};

// The title is what the picture is called, in Latin-1.
PixelPicture paintMap(const ImageMap& map, const std::string& title, const PaintingSize& size);

} // namespace uaescope::hardfiles
