// The guest's memory as the emulator shows it to the plugin.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace uaescope::plugin {

using ResolveFunction = void* (*)(std::uint32_t address);

// The host's bytes of a guest range. Absent when its two ends do not lie in one piece of host memory.
std::optional<std::span<std::uint8_t>> guestRange(ResolveFunction resolve, std::uint32_t address, std::uint32_t length);

} // namespace uaescope::plugin
