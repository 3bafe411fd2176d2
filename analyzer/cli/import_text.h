// Imported results as tables: those of the same work beside each other.
#pragma once

#include "analyzer/core/import.h"

#include <string>
#include <vector>

namespace uaescope::cli {

std::string importText(const std::vector<core::ImportedResult>& results);

// How many lines of a file no reader knew, and the first of them.
std::string unreadText(const std::string& file, const core::UnreadLines& unread);

} // namespace uaescope::cli
