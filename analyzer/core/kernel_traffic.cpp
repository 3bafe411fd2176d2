#include "analyzer/core/kernel_traffic.h"

#include "analyzer/core/host_calls.h"
#include "analyzer/core/roles.h"
#include "uaeplugin/capture/call_names.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace uaescope::core {
namespace {

using capture::Call;
using capture::Depth;
using capture::HostCall;

bool movesBytes(Call call) {
    return call == Call::read || call == Call::write || call == Call::pread || call == Call::pwrite;
}

std::int64_t countingStart(const Trace& trace) {
    const auto fact = trace.facts.find("counting.start");
    return fact == trace.facts.end() ? std::numeric_limits<std::int64_t>::min()
                                     : std::strtoll(fact->second.c_str(), nullptr, 10);
}

// For each string number.
std::vector<bool> stringsOnStorage(const Trace& trace) {
    std::vector<bool> on(trace.strings.size());
    for (std::size_t number = 1; number < on.size(); ++number) on[number] = isOnStorage(trace, trace.strings[number]);
    return on;
}

} // namespace

Call systemCallOf(const HostCall& call) { return call.depth == Depth::system ? call.call : hiddenIn(call.call); }

bool isOnStorage(const Trace& trace, const std::string& path) {
    const std::vector<std::string> storage = storagePaths(trace);
    return std::any_of(storage.begin(), storage.end(),
                       [&](const std::string& folder) { return isAtOrUnder(path, folder); });
}

TrafficByFile recordedTraffic(const Trace& trace) {
    const std::int64_t start = countingStart(trace);
    const std::vector<bool> onStorage = stringsOnStorage(trace);
    TrafficByFile traffic;
    for (const HostCall call : trace.calls) {
        const Call made = systemCallOf(call);
        if (made == Call::none || call.begin < start || call.path >= onStorage.size() || !onStorage[call.path])
            continue;
        Traffic& found = traffic[{trace.strings[call.path], capture::callName(made)}];
        ++found.calls;
        if (movesBytes(made) && call.result > 0) found.bytes += static_cast<std::uint64_t>(call.result);
    }
    return traffic;
}

TrafficByFile countedTraffic(const Trace& trace) {
    TrafficByFile traffic;
    for (const capture::KernelCount& count : trace.kernelCounts) {
        const std::string path(trace.string(count.path));
        if (!isOnStorage(trace, path)) continue;
        Traffic& found = traffic[{path, std::string(trace.string(count.call))}];
        found.calls += count.calls;
        found.bytes += count.bytes;
    }
    return traffic;
}

std::vector<TrafficDifference> differences(const TrafficByFile& counted, const TrafficByFile& recorded) {
    std::map<TrafficKey, TrafficDifference> both;
    for (const auto& [key, traffic] : counted) both[key] = {key, traffic, {}};
    for (const auto& [key, traffic] : recorded) {
        TrafficDifference& one = both[key];
        one.key = key;
        one.recorded = traffic;
    }
    std::vector<TrafficDifference> found;
    for (auto& [key, one] : both)
        if (one.counted != one.recorded) found.push_back(std::move(one));
    return found;
}

} // namespace uaescope::core
