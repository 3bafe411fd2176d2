// Marks paired into operations, spans and tests.
#pragma once

#include "analyzer/core/analysis.h"

#include <cstdint>
#include <vector>

namespace uaescope::core {

struct PairedMarks {
    std::vector<Operation> operations; // sorted by begin; owners and calls are not filled in
    std::vector<Span> spans;           // sorted by begin
    std::vector<Test> tests;
    std::vector<Span> empty; // US_OP_EMPTY, sorted by begin
    std::uint64_t unpaired = 0;
    std::uint64_t resets = 0;     // of the guest
    std::uint64_t cutByReset = 0; // operations that were open at one
};

// A task does one operation at a time, so a begin inside an operation of the same task, or an end of another kind,
// means that a mark is missing; what it belonged to is counted and left out. A span whose end is missing ends with
// the span around it, with the next test, or with the trace. A reset of the guest (US_TEXT_RESET) ends what was open:
// spans end there; an operation has no end of its own and is counted and left out.
PairedMarks pairMarks(const Trace& trace);

// The tests and programs among the spans, with the operations that begin in each. Both sorted by begin.
std::vector<Test> testsOf(const Trace& trace, const std::vector<Span>& spans, const std::vector<Operation>& operations);

} // namespace uaescope::core
