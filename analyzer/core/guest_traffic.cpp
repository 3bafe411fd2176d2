#include "analyzer/core/guest_traffic.h"

#include "analyzer/core/packets.h"

#include <algorithm>

namespace uaescope::core {
namespace {

void add(GuestTraffic& traffic, const Packet& packet) {
    ++traffic.packets;
    if (packet.operation != none) ++traffic.packetsInside;
    if (!packet.isAnswered) ++traffic.packetsOpen;
}

void add(GuestTraffic& traffic, const Request& request) {
    ++traffic.requests;
    if (request.operation != none) ++traffic.requestsInside;
    if (!request.isAnswered) ++traffic.requestsOpen;
    if (request.isQuick) ++traffic.quick;
    if (request.error != 0) {
        ++traffic.failed;
        ++traffic.errors[{request.command, request.error}];
    } else if (readsData(request.command)) {
        traffic.bytesRead += request.actual;
    } else if (writesData(request.command)) {
        traffic.bytesWritten += request.actual;
    }
}

// Those that begin in a stretch of time and that the filter wants.
template <typename Item, typename Filter>
void addFrom(GuestTraffic& traffic, const std::vector<Item>& items, std::int64_t begin, std::int64_t end,
             Filter wanted) {
    auto item = std::lower_bound(items.begin(), items.end(), begin,
                                 [](const Item& one, std::int64_t time) { return one.begin < time; });
    for (; item != items.end() && item->begin <= end; ++item)
        if (wanted(*item)) add(traffic, *item);
}

template <typename Filter>
std::optional<GuestTraffic> trafficIn(const Analysis& analysis, std::int64_t begin, std::int64_t end, Filter wanted) {
    GuestTraffic traffic;
    traffic.stampNs = analysis.stampNs;
    addFrom(traffic, analysis.packets, begin, end, wanted);
    addFrom(traffic, analysis.requests, begin, end, wanted);
    traffic.hasDevice = !analysis.requests.empty();
    if (traffic.packets + traffic.requests == 0) return std::nullopt;
    return traffic;
}

} // namespace

std::optional<GuestTraffic> trafficOf(const Analysis& analysis) {
    return trafficIn(analysis, analysis.trace.begin, analysis.trace.end, [](const auto&) { return true; });
}

std::optional<GuestTraffic> trafficOf(const Analysis& analysis, const Test& test) {
    return trafficIn(analysis, test.begin, test.end, [&](const auto& item) {
        if (item.operation == none) return false;
        const Operation& operation = analysis.operations[item.operation];
        return operation.test == test.number && !operation.prepares;
    });
}

} // namespace uaescope::core
