// Counting the packets and device requests of a traced volume.
#pragma once

#include "analyzer/core/analysis.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace uaescope::core {

struct GuestTraffic {
    std::int64_t stampNs = 0; // what each side that was recorded cost; a packet has two, a request three
    std::uint64_t packets = 0;
    std::uint64_t packetsInside = 0; // of them: in operations
    std::uint64_t packetsOpen = 0;   // never answered
    bool hasDevice = false;          // the capture has requests as well; a host directory has no device below it
    std::uint64_t requests = 0;
    std::uint64_t requestsInside = 0;
    std::uint64_t requestsOpen = 0;
    std::uint64_t quick = 0;
    std::uint64_t failed = 0;
    std::uint64_t bytesRead = 0; // as the device says it moved them
    std::uint64_t bytesWritten = 0;
    // (command, io_Error) of requests that failed -> how many
    std::map<std::pair<std::uint16_t, std::int8_t>, std::uint64_t> errors;
};

// Of the whole run; absent where it has neither packet nor request.
std::optional<GuestTraffic> trafficOf(const Analysis& analysis);

// Of the operations of a test that belong to its figure; absent likewise.
std::optional<GuestTraffic> trafficOf(const Analysis& analysis, const Test& test);

} // namespace uaescope::core
