// The lanes of the timeline: what the guest asked for above, what the emulator did for it on the host below.
#pragma once

#include "analyzer/core/analysis.h"
#include "analyzer/models/span_index.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace uaescope::models {

enum class LaneKind {
    tests,      // spans are tests of the suite; their time is part 0
    operations, // spans are operations; parts are the owners of their time, as core::Owner counts them
    packets,    // spans are packets to the volume's handler; their time is part 0
    requests,   // spans are requests to the device below it; their time is the part of RequestPart
    calls,      // spans are host calls; their time is the part of CallPart
};

// The part a host call's time counts as. Waits for work count as none: the thread is idle.
enum class CallPart { storage, sideFile, other, sleep };

enum class RequestPart { done, failed };

struct Lane {
    LaneKind kind = LaneKind::calls;
    std::uint32_t owner = 0; // operations: the guest task; calls: the host thread
    QString label;
    QString explanation;         // one sentence for a tool tip
    std::vector<SpanIndex> rows; // calls: row 0 outermost, then the calls they made; packets and requests: one row for
                                 // each that may be open at a time. Span::item is the index in the analysis
};

// Guest lanes first. Host threads: the emulation thread, the storage threads, then the others; a thread that
// only ever waits for others has no lane.
std::vector<Lane> makeLanes(const core::Analysis& analysis);

std::optional<CallPart> callPart(const capture::HostCall& call, core::Role role);

} // namespace uaescope::models
