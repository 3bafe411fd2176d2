// Proof of the records: the system calls for which they stand, against what somebody beside us has counted (the
// plugin's self-check, or strace).
#pragma once

#include "analyzer/core/trace.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace uaescope::core {

struct Traffic {
    std::uint64_t calls = 0;
    std::uint64_t bytes = 0; // moved by calls that read or write
    bool operator==(const Traffic&) const = default;
};

struct TrafficKey {
    std::string path;
    std::string call; // as capture::callName has it
    auto operator<=>(const TrafficKey&) const = default;
};

using TrafficByFile = std::map<TrafficKey, Traffic>;

// The system call that a record stands for; none when the kernel gets no call of its own for it. At system depth each
// record is one. Three functions of the C library make system calls out of reach of the hooks and stand for them:
// opendir for its open, fclose and closedir for their close.
capture::Call systemCallOf(const capture::HostCall& call);

// A file or folder of emulated storage (the facts storage.N), or something in it.
bool isOnStorage(const Trace& trace, const std::string& path);

// Of storage, from the moment at which counting began (the fact counting.start).
TrafficByFile recordedTraffic(const Trace& trace);
// The self-check's; empty when the run had none.
TrafficByFile countedTraffic(const Trace& trace);

struct TrafficDifference {
    TrafficKey key;
    Traffic counted, recorded;
};

// Where the two differ, in the order of their keys.
std::vector<TrafficDifference> differences(const TrafficByFile& counted, const TrafficByFile& recorded);

} // namespace uaescope::core
