// What each file of a capture is about: the volume, metadata beside it, or the emulator's own.
#pragma once

#include "analyzer/core/analysis.h"

#include <string_view>
#include <vector>

namespace uaescope::core {

bool isAtOrUnder(std::string_view path, std::string_view folder);

// One role for each string number. Storage is what the facts storage.N name and what lies under it; in it,
// NAME.uaem, the NAME.uaem.tmp that becomes one, and _UAEFSDB.___ are side files. A capture without such facts (the
// plugin used without the runner) takes for storage what the emulator's storage threads (filesys, hardfile, ide) use
// outside the system's own folders.
std::vector<Role> rolesOf(const Trace& trace);

} // namespace uaescope::core
