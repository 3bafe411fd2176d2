// Who is faster at which kind of work.
#pragma once

#include "analyzer/core/compare.h"

#include <span>
#include <vector>

namespace uaescope::core {

// One verdict for each kind of work that two setups or more have measured. A run's score is the geometric mean of its
// rates in the tests of the kind. Each comparison is a claim of its own at 95 %.
std::vector<Verdict> verdictsFor(std::span<const SetupRuns> setups);

} // namespace uaescope::core
