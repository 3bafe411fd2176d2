// A comparison as text: a row for each test, the reasons under it, and the verdict.
#pragma once

#include "analyzer/cli/terminal.h"
#include "analyzer/core/compare.h"

#include <string>

namespace uaescope::cli {

std::string compareText(const core::Comparison& comparison, const Look& look);

} // namespace uaescope::cli
