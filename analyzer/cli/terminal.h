// What the place is like that text goes to.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace uaescope::cli {

enum class Paint { plain, coloured };

struct Look {
    Paint paint = Paint::plain;
    std::size_t width = 100; // columns
};

// Colour only on a terminal, and not when NO_COLOR is set.
Look lookOfOutput();
bool errorIsTerminal();

enum class Colour { bold, dim, green, yellow, red };
std::string painted(std::string_view text, Colour colour, Paint paint);

} // namespace uaescope::cli
