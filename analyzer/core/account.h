// Who owned every nanosecond of an operation.
#pragma once

#include "analyzer/core/analysis.h"

namespace uaescope::core {

// Fills in the owners of all operations of an analysis whose calls are attributed. They add up to the wall time.
void accountTime(Analysis& analysis);

} // namespace uaescope::core
