// The order of a chunk's host calls by their begin: near linear for calls that come in the order of their ends on each
// thread, as captures hold them.
#pragma once

#include "uaeplugin/capture/event.h"

#include <cstdint>
#include <span>
#include <vector>

namespace uaescope::core {

// Indices of the calls sorted by begin; at the same moment outer calls come before those nested in them.
std::vector<std::uint32_t> timeOrder(std::span<const capture::HostCall> calls);

} // namespace uaescope::core
