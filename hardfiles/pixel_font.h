// Letters for pictures: five columns, nine rows of which the last two are below the line.
#pragma once

#include <array>
#include <cstdint>

namespace uaescope::hardfiles {

constexpr std::uint32_t glyphColumns = 5, glyphRows = 9;

// The rows from the top; the highest of five bits is on the left.
using Glyph = std::array<std::uint8_t, glyphRows>;

// Of a letter in Latin-1: ASCII as it is, accented letters without their accents, a box for all else.
const Glyph& glyphOf(std::uint8_t letter);

} // namespace uaescope::hardfiles
