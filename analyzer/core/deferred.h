// Buffered writes, and the system calls that carried their bytes to the host later.
#pragma once

#include "analyzer/core/analysis.h"

#include <cstdint>
#include <span>
#include <vector>

namespace uaescope::core {

// A system call and the buffered write most of whose bytes it handed over.
struct Carried {
    std::uint32_t carrier = none;
    std::uint32_t writer = none;
};

struct DeferredWrites {
    std::vector<Carried> carried;  // sorted by carrier
    std::vector<Carrier> carriers; // sorted by write; the last one where several took parts of a write
    AtRisk atRisk;
    std::vector<FileAtRisk> files; // that had buffered writes
};

// A buffered write whose bytes are followed.
bool isFollowedWrite(const capture::HostCall& call, Role role);

// Follows the bytes of storage and side files by file and offset; roles has one entry for each string. For traces with
// system calls only: without them nothing shows when bytes are handed over.
DeferredWrites followWrites(const Trace& trace, std::span<const Role> roles);

} // namespace uaescope::core
