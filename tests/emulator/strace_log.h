// What strace -f -y -e trace=desc,file saw of some files, from the call by which the plugin marks its start.
#pragma once

#include "analyzer/core/kernel_traffic.h"

#include <filesystem>

namespace uaescope {

// Of the files that are on the trace's storage. Throws std::runtime_error when the mark is not there.
core::TrafficByFile readStraceLog(const std::filesystem::path& log, const core::Trace& trace);

} // namespace uaescope
