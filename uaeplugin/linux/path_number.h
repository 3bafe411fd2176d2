// Paths as the emulator gives them to calls.
#pragma once

#include <cstdint>

namespace uaescope::plugin {

// The number of a path as given to a call, made absolute; 0 for null. A relative one starts at the folder, itself an
// absolute path, or at the current folder when that is 0.
std::uint32_t pathNumber(const char* path, std::uint32_t folder = 0);

} // namespace uaescope::plugin
