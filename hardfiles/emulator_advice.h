// What emulators make of a hardfile, and the lines that make them do it.
#pragma once

#include "hardfiles/hardfile.h"

#include <string>
#include <vector>

namespace uaescope::hardfiles {

struct EmulatorAdvice {
    std::string emulator;                   // "fs-uae", "amiberry", "winuae"
    std::string mounts;                     // "rdb", "partition" or "nothing"
    std::vector<std::string> configuration; // lines for the emulator's own configuration file
    std::vector<std::string> notes;         // what will go wrong or be missed
};

// For the image as unit 1, under this path.
std::vector<EmulatorAdvice> adviseEmulators(const Hardfile& hardfile, const std::string& path);

} // namespace uaescope::hardfiles
