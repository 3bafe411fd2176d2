// Host calls as lines of text, for comparison with what a test expects.
#pragma once

#include "host_run.h"

namespace uaescope::plugin {

// "read 10+50=40 a": name, offset (none when unknown), + size (when there is one), = result ("fd" for the descriptor it
// returned, "EBADF" for a failure), last part of the path.
std::string describe(const Captured& captured, const capture::HostCall& call);
std::vector<std::string> describe(const Captured& captured, const std::vector<capture::HostCall>& calls);

} // namespace uaescope::plugin
