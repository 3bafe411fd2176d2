// An emulator started once without work, to see whether the guest reaches the plugin in it, and how deep its hooks go.
#pragma once

#include "analyzer/lab/emulator.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace uaescope::lab {

struct TrialBoot {
    std::string fault; // one sentence; empty when the guest reached the plugin
    Ending how = Ending::finished;
    // Of the capture; empty when the emulator did not load the plugin.
    std::map<std::string, std::string> facts;
    std::chrono::milliseconds duration{0}; // from start to end
};

// Emulators crash and hang by chance now and then, so such an end is tried once more. Uses a folder of its own under
// the runtime folder and removes it. Throws Cancelled when asked to stop, EnvironmentError when something is missing.
TrialBoot tryBoot(const std::string& emulator, const std::vector<KeyValue>& settings, const std::stop_token& stop = {},
                  const EmulatorObserver& observer = {});

} // namespace uaescope::lab
