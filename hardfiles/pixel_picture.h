// A picture of coloured rectangles and letters, and the PNG file of it.
#pragma once

#include "hardfiles/bytes.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace uaescope::hardfiles {

struct Colour {
    std::uint8_t red = 0, green = 0, blue = 0;
};

// In pixels, from the upper left corner.
struct Rectangle {
    std::uint32_t x = 0, y = 0, width = 0, height = 0;
};

class PixelPicture {
public:
    PixelPicture(std::uint32_t width, std::uint32_t height, Colour background);

    std::uint32_t width() const { return m_width; }
    std::uint32_t height() const { return m_height; }
    Colour at(std::uint32_t x, std::uint32_t y) const;

    // What leaves the picture is not painted.
    void fill(const Rectangle& rectangle, Colour colour);
    // Latin-1, from its upper left corner; letters that the font does not have become boxes.
    void text(std::uint32_t x, std::uint32_t y, std::string_view latin1, Colour colour);

    // One letter with its gap, and one line without the gap below it.
    static constexpr std::uint32_t letterWidth = 12, letterHeight = 18;

    // The file, without an alpha channel. Throws EnvironmentError when there is no memory for it.
    Bytes png() const;

private:
    std::uint32_t m_width, m_height;
    Bytes m_pixels; // red, green and blue of each
};

} // namespace uaescope::hardfiles
