// From an ELF file to the hunks of an AmigaDOS load file.
#pragma once

#include "guest/hunk/hunk.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace uaescope::hunk {

// Every section that occupies memory becomes one hunk: CODE when executable, BSS when it has no bytes, else DATA.
// The first is the code that holds the entry point, at its first byte, because that is where AmigaDOS jumps to.
// Throws LinkError, with name in its messages, for whatever a load file cannot express.
std::vector<Hunk> link(std::span<const std::uint8_t> elf, std::string_view name);

} // namespace uaescope::hunk
