// Waits for an emulator that was started, ends it when that is wanted, and says how it ended.
#pragma once

#include "analyzer/lab/child_process.h"
#include "analyzer/lab/emulator.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>

namespace uaescope::lab {

struct Supervision {
    std::filesystem::path capture;               // that the plugin writes
    std::optional<std::chrono::seconds> timeout; // none: as long as it takes
    std::chrono::milliseconds grace{5000};
};

// Fills in everything but output and log.
EmulatorEnd supervise(ChildProcess& child, const Supervision& supervision, const std::stop_token& stop,
                      const EmulatorObserver& observer);

} // namespace uaescope::lab
