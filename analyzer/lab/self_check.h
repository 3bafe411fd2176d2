// Whether the plugin misses anything on this machine: a run during which the kernel counts every system call on the
// storage as well, and both counts side by side.
#pragma once

#include "analyzer/core/kernel_traffic.h"
#include "analyzer/lab/run.h"

#include <string>
#include <vector>

namespace uaescope::lab {

struct SelfCheck {
    std::string setup; // its name
    std::string storage;
    core::TrafficByFile counted;  // by the kernel
    core::TrafficByFile recorded; // by the hooks
    std::vector<core::TrafficDifference> differences;
    std::uint64_t dropped = 0; // records that were lost, which explains a difference
    std::string retried;       // as RunResult

    bool isGood() const { return differences.empty() && !counted.empty(); }
};

// What a capture of a run with UAESCOPE_SELF_CHECK=1 says. Throws EnvironmentError when the kernel would not count,
// WorkError when the capture is unfinished or its counts are incomplete.
SelfCheck selfCheckOf(const core::Trace& trace);

// Runs the suite with the kernel counting. The capture is left in the folder of results. Throws as runSetup and
// selfCheckOf.
SelfCheck runSelfCheck(const Setup& setup, RunOptions options, const std::stop_token& stop = {},
                       const EmulatorObserver& observer = {});

} // namespace uaescope::lab
