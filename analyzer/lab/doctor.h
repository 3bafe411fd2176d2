// What a run needs and whether this machine has it; each gap says what to do about it. Ends with a trial: the emulator
// is started for a second, to see whether it loads the plugin and what the plugin can record in it.
#pragma once

#include "analyzer/lab/emulator.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace uaescope::lab {

enum class Health {
    good,
    note, // nothing is wrong, but it was not tried or is not here
    gap
};

struct Finding {
    std::string what; // "emulator"
    Health health = Health::good;
    std::string found;  // what is here, or what is missing
    std::string advice; // for a gap: what to do
};

struct DoctorOptions {
    std::string emulator = "fs-uae";
    std::filesystem::path out;      // folder for captures; need not exist
    std::vector<KeyValue> settings; // of the trial, as EmulatorRun
};

// Throws Cancelled when asked to stop.
std::vector<Finding> examine(const DoctorOptions& options, const std::stop_token& stop = {});

bool hasGap(const std::vector<Finding>& findings);

} // namespace uaescope::lab
