// Imported results as tables: those of the same work beside each other.
#pragma once

#include "analyzer/core/import.h"

#include <string>
#include <vector>

namespace uaescope::cli {

std::string importText(const std::vector<core::ImportedResult>& results);

} // namespace uaescope::cli
