// What the environment says.
#pragma once

#include <chrono>
#include <filesystem>

namespace uaescope::plugin {

struct Options {
    std::filesystem::path session;    // UAESCOPE_SESSION; empty: recording without a runner
    std::filesystem::path capture;    // UAESCOPE_CAPTURE; empty: in the session folder, or a new one of the user's
    std::filesystem::path program;    // UAESCOPE_PRELOAD; recording starts when this program loads the plugin
    std::filesystem::path marks;      // UAESCOPE_MARKS; the folder whose names are messages of the guest
    std::chrono::seconds watchdog{0}; // UAESCOPE_WATCHDOG; by default 60 in a session and 0 (off) without one
    bool libraryHooks = true;         // UAESCOPE_HOOKS: "library,system" (default), one of them, or "none"
    bool systemHooks = true;
    bool selfCheck = false;   // UAESCOPE_SELF_CHECK=1: the kernel counts as well, see kernel_trap.h
    bool counterClock = true; // UAESCOPE_CLOCK=kernel: do not use the time stamp counter
};

Options readOptions();

// Where a recording without a session goes: the user's data folder, then uaescope/captures/DATE-PID.uascope.
// Makes the folders.
std::filesystem::path userCaptureFile();

} // namespace uaescope::plugin
