// What an existing image file is, by its first blocks.
#pragma once

#include "analyzer/lab/setup.h"

#include <filesystem>

namespace uaescope::lab {

// hardfile for a DOS boot block at the start, rdb for an RDSK block among the first sixteen. Throws WorkError for
// anything else, because the guest could not mount it.
StorageKind imageKind(const std::filesystem::path& image);

} // namespace uaescope::lab
