// Who owned every nanosecond of an operation.
#pragma once

#include "analyzer/core/analysis.h"

namespace uaescope::core {

// Fills in the owners of all operations of an analysis whose calls are attributed, and their detail. The owners add up
// to the wall time.
// A record of several directory reads spans the emulator's work between them, which is no host I/O: of such a record
// the system calls in it count, where they were recorded.
void accountTime(Analysis& analysis);

} // namespace uaescope::core
