// Which operation each host call belongs to.
#pragma once

#include "analyzer/core/analysis.h"
#include "analyzer/core/deferred.h"

#include <span>

namespace uaescope::core {

// Fills in the calls of an analysis (role, place, operation), their order by operation, the storage threads and the
// counters. A call of a storage or side file belongs to the operation in whose window it begins. Where operations of
// several tasks are open, the path decides when it ends like the name of just one of them; else they share the call.
// Nested calls follow the call they are in, but for system calls that carry the bytes of an earlier operation: those
// are late and belong to that one. Calls on the emulator's own files, made by the emulation thread or one that works on
// storage while an operation is open, are overhead in the time of that operation (of several, of the first).
void attributeCalls(Analysis& analysis, std::span<const Role> roles, std::span<const Carried> carried);

} // namespace uaescope::core
