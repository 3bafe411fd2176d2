// One run as text: what was done, who owned the time, the tests, the files.
#pragma once

#include "analyzer/cli/terminal.h"
#include "analyzer/core/report.h"

#include <string>

namespace uaescope::cli {

std::string reportText(const core::Report& report, const Look& look);

// How the times of each test's operations spread.
std::string latencyTable(const core::Report& report);

// Test, rate, operations and their times alone: for the host twin, which has no host calls.
std::string twinText(const core::Report& report, const Look& look);

} // namespace uaescope::cli
