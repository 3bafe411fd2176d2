// The suites that guest and host twin share, as the command line needs them.
#pragma once

#include "analyzer/core/report.h"

#include <string>
#include <vector>

namespace uaescope::lab {

struct SuiteInfo {
    std::string name;
    std::string description;
};

std::vector<SuiteInfo> knownSuites();

// Throws UsageError that lists the known ones.
void requireSuite(const std::string& name);

// Where a report's operations are not exactly those that the suite's fixed form defines: one sentence each.
std::vector<std::string> countFaults(const core::Report& report, const std::string& suite);

} // namespace uaescope::lab
