// The suites that guest and host twin share, as the command line needs them.
#pragma once

#include "analyzer/core/report.h"
#include "analyzer/lab/setup.h"

#include <string>
#include <vector>

namespace uaescope::lab {

struct SuiteInfo {
    std::string name;
    std::string description;
    bool readsOnly = false; // works on what it finds on the volume, and changes nothing
};

std::vector<SuiteInfo> knownSuites();

// Throws UsageError that lists the known ones.
void requireSuite(const std::string& name);

bool readsOnly(const std::string& suite);

unsigned extraMemoryMb(const std::string& suite); // that the guest needs for it beside what a model has

// Throws UsageError when the suite cannot work on such a volume: it writes to media that are read-only, or reads what
// is on a volume that is empty. Says which suites can.
void requireFit(const Setup& setup, const std::string& suite);

// Where a report's operations are not exactly those that the suite's fixed form defines: one sentence each. Of a
// suite that reads what it finds, the tests alone are known.
std::vector<std::string> countFaults(const core::Report& report, const std::string& suite);

} // namespace uaescope::lab
