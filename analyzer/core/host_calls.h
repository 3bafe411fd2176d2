// Counting host calls and the bytes they move.
#pragma once

#include "analyzer/core/report.h"

#include <cstdint>
#include <vector>

namespace uaescope::core {

struct Moved {
    std::uint64_t read = 0;
    std::uint64_t written = 0;
};

// Bytes that a call moved between the process and the host; where system calls were recorded only those move any.
Moved movedBy(const capture::HostCall& call, bool systemDepth);

// The system call that the C library makes out of reach of the hooks, when none was recorded inside the call; none when
// there is no such thing.
capture::Call hiddenIn(capture::Call call);

// How many calls of the emulator a record stands for: consecutive directory reads are one record.
std::uint64_t callWeight(const capture::HostCall& call);

// One entry for each named file, with storage first, then by bytes moved.
std::vector<FileReport> filesOf(const Analysis& analysis);

// Those of the emulator's own, summed up by purpose.
std::vector<OverheadReport> overheadOf(const std::vector<FileReport>& files);

} // namespace uaescope::core
