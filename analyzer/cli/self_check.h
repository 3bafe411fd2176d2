// doctor --self-check: does the plugin see everything here? Runs a short suite with the kernel counting beside it.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

namespace uaescope::cli {

struct SelfCheckFlags {
    bool wanted = false;
    std::vector<std::string> setups; // empty: the three plain ones
    std::string emulator = "fs-uae";
    std::string out; // empty: a new folder in the user's data folder
    bool allowDevice = false;
    bool json = false;
};

// The exit status.
int selfCheck(const SelfCheckFlags& flags, const std::stop_token& stop);

} // namespace uaescope::cli
