#include "hardfiles/pixel_picture.h"

#include "hardfiles/error.h"
#include "hardfiles/pixel_font.h"

#include <algorithm>
#include <zlib.h>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint32_t scale = 2; // pixels for each of the font's

// A length, a kind of four letters, the contents, and a checksum of the last two.
void append(Bytes& file, std::string_view kind, ConstBytes contents) {
    const std::size_t at = file.size();
    file.resize(at + 12 + contents.size());
    putLong(file, at, static_cast<std::uint32_t>(contents.size()));
    putText(file, at + 4, kind);
    std::copy(contents.begin(), contents.end(), file.begin() + static_cast<std::ptrdiff_t>(at + 8));
    const uLong sum = crc32(0, file.data() + at + 4, static_cast<uInt>(4 + contents.size()));
    putLong(file, at + 8 + contents.size(), static_cast<std::uint32_t>(sum));
}

} // namespace

PixelPicture::PixelPicture(std::uint32_t width, std::uint32_t height, Colour background)
    : m_width(width), m_height(height), m_pixels(std::size_t{3} * width * height) {
    fill({0, 0, width, height}, background);
}

Colour PixelPicture::at(std::uint32_t x, std::uint32_t y) const {
    const std::size_t pixel = 3 * (std::size_t{y} * m_width + x);
    return {m_pixels.at(pixel), m_pixels.at(pixel + 1), m_pixels.at(pixel + 2)};
}

void PixelPicture::fill(const Rectangle& rectangle, Colour colour) {
    const std::uint64_t right = std::min<std::uint64_t>(std::uint64_t{rectangle.x} + rectangle.width, m_width);
    const std::uint64_t bottom = std::min<std::uint64_t>(std::uint64_t{rectangle.y} + rectangle.height, m_height);
    for (std::uint64_t y = rectangle.y; y < bottom; ++y) {
        for (std::uint64_t x = rectangle.x; x < right; ++x) {
            const std::size_t pixel = 3 * static_cast<std::size_t>(y * m_width + x);
            m_pixels[pixel] = colour.red;
            m_pixels[pixel + 1] = colour.green;
            m_pixels[pixel + 2] = colour.blue;
        }
    }
}

void PixelPicture::text(std::uint32_t x, std::uint32_t y, std::string_view latin1, Colour colour) {
    for (const char letter : latin1) {
        const Glyph& glyph = glyphOf(static_cast<std::uint8_t>(letter));
        for (std::uint32_t row = 0; row < glyphRows; ++row)
            for (std::uint32_t column = 0; column < glyphColumns; ++column)
                if ((glyph[row] >> (glyphColumns - 1 - column) & 1) != 0)
                    fill({x + scale * column, y + scale * row, scale, scale}, colour);
        x += letterWidth;
    }
}

Bytes PixelPicture::png() const {
    constexpr std::uint8_t depth = 8, trueColour = 2;
    Bytes file{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    Bytes header(13);
    putLong(header, 0, m_width);
    putLong(header, 4, m_height);
    header[8] = depth;
    header[9] = trueColour;
    append(file, "IHDR", header);
    // Before each line stands how it is filtered: not at all.
    const std::size_t line = 3 * std::size_t{m_width};
    Bytes lines;
    lines.reserve((line + 1) * m_height);
    for (std::uint32_t y = 0; y < m_height; ++y) {
        lines.push_back(0);
        const auto from = m_pixels.begin() + static_cast<std::ptrdiff_t>(y * line);
        lines.insert(lines.end(), from, from + static_cast<std::ptrdiff_t>(line));
    }
    uLongf size = compressBound(lines.size());
    Bytes packed(size);
    if (compress2(packed.data(), &size, lines.data(), lines.size(), Z_BEST_COMPRESSION) != Z_OK)
        throw EnvironmentError("no memory to pack the picture");
    packed.resize(size);
    append(file, "IDAT", packed);
    append(file, "IEND", {});
    return file;
}

} // namespace uaescope::hardfiles
