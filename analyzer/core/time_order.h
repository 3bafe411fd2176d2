// The order of host calls by their begin, near linear for captures as they are written.
#pragma once

#include "uaeplugin/capture/event.h"

#include <cstdint>
#include <span>
#include <vector>

namespace uaescope::core {

// Indices of the calls sorted by begin; at the same moment outer calls come before those nested in them.
std::vector<std::uint32_t> timeOrder(std::span<const capture::HostCall> calls);

} // namespace uaescope::core
