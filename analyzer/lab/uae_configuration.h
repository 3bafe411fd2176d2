// Drives as lines of UAE's own configuration (.uae), which Amiberry and WinUAE read.
#pragma once

#include "analyzer/lab/emulator.h"

#include <string>
#include <vector>

namespace uaescope::lab {

// Translates FS-UAE's hard_drive_N, floppy_drive_N and cdrom_drive_0 with what belongs to them; lines for UAE lose the
// "uae_" that FS-UAE wants before them, and other settings stay as they are. Throws UsageError for what belongs to a
// drive, a controller or a path that has no translation.
std::vector<std::string> uaeLines(const std::vector<KeyValue>& settings, const std::vector<std::string>& rawLines);

} // namespace uaescope::lab
