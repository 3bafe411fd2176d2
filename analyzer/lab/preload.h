// The plugin loaded with the emulator's own libraries (LD_PRELOAD): it records from the start, and needs nobody to ask
// for it.
#pragma once

#include "analyzer/lab/emulator.h"

#include <filesystem>
#include <string>
#include <vector>

namespace uaescope::lab {

struct Preload {
    std::filesystem::path plugin;  // loaded; where a guest program opens it as well, the same file
    std::filesystem::path program; // the emulator: no other process records
    std::filesystem::path capture;
    std::filesystem::path marks; // the folder whose names are messages of the guest
};

// The environment of the emulator's process. Throws EnvironmentError for a plugin that LD_PRELOAD cannot name.
std::vector<KeyValue> preloadEnvironment(const Preload& preload);

// The program's file, links resolved. Throws EnvironmentError when it is a script, whose process is its interpreter's.
std::filesystem::path programToRecord(const std::string& emulator);

} // namespace uaescope::lab
