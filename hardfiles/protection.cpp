#include "hardfiles/protection.h"

#include <string_view>

namespace uaescope::hardfiles {

std::string protectionText(std::uint32_t bits) {
    constexpr std::string_view letters = "hsparwed";
    constexpr std::uint32_t inverted = 0x0f;
    std::string text;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const bool set = ((bits ^ inverted) >> (letters.size() - 1 - i) & 1) != 0;
        text += set ? letters[i] : '-';
    }
    return text;
}

} // namespace uaescope::hardfiles
