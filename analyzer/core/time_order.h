// The order of host calls by their begin: near linear for calls that come in the order of their ends on each thread,
// as captures hold them.
#pragma once

#include "analyzer/core/call_table.h"

#include <cstdint>
#include <vector>

namespace uaescope::core {

// Indices of the calls sorted by begin; at the same moment outer calls come before those nested in them.
std::vector<std::uint32_t> timeOrder(const CallTable& calls);

} // namespace uaescope::core
