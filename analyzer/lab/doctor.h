// What a run needs and whether this machine has it; each gap says what to do about it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace uaescope::lab {

enum class Health { good, gap };

struct Finding {
    std::string what; // "emulator"
    Health health = Health::good;
    std::string found;  // what is here, or what is missing
    std::string advice; // for a gap: what to do
};

struct DoctorOptions {
    std::string emulator = "fs-uae";
    std::filesystem::path out; // folder for captures; need not exist
};

std::vector<Finding> examine(const DoctorOptions& options);

} // namespace uaescope::lab
