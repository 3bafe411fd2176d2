// A self-check for people.
#pragma once

#include "analyzer/cli/terminal.h"
#include "analyzer/lab/self_check.h"

#include <string>

namespace uaescope::cli {

// Calls and bytes by kind over all files of the storage, then every file and call that differs.
std::string selfCheckText(const lab::SelfCheck& check, const Look& look);

} // namespace uaescope::cli
