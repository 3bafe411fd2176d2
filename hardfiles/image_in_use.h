// Whether anybody else has an image open. Emulators lock nothing, so only the system's list of open files can tell.
#pragma once

#include "hardfiles/image.h"

namespace uaescope::hardfiles {

// Locks the file against other runs of ours for as long as it is open. Throws Error when another process has it open,
// with its number and name. Processes of other users are seen by root only.
void requireUnused(const FileImage& image);

} // namespace uaescope::hardfiles
