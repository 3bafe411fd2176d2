#include "analyzer/core/time_order.h"

#include <algorithm>
#include <cstddef>

namespace uaescope::core {
namespace {

// The calls of one thread.
struct Lane {
    std::uint32_t thread = 0;
    std::vector<std::uint32_t> calls;
    std::size_t next = 0;
};

using Calls = std::span<const capture::HostCall>;

bool comesBefore(Calls calls, std::uint32_t a, std::uint32_t b) {
    return calls[a].begin != calls[b].begin ? calls[a].begin < calls[b].begin : calls[a].nesting < calls[b].nesting;
}

// Only the calls nested in a call stand before it, so insertion moves little. A capture that moves a lot is not of
// that kind and gets a general sort.
void sortLane(Calls calls, std::vector<std::uint32_t>& lane) {
    std::size_t budget = lane.size() * 8 + 64;
    for (std::size_t i = 1; i < lane.size(); ++i) {
        const std::uint32_t call = lane[i];
        std::size_t place = i;
        while (place > 0 && comesBefore(calls, call, lane[place - 1])) {
            lane[place] = lane[place - 1];
            --place;
        }
        lane[place] = call;
        if (i - place > budget) {
            std::stable_sort(lane.begin(), lane.end(),
                             [&](std::uint32_t a, std::uint32_t b) { return comesBefore(calls, a, b); });
            return;
        }
        budget -= i - place;
    }
}

std::vector<Lane> lanesOf(Calls calls) {
    std::vector<Lane> lanes;
    std::size_t current = 0;
    for (std::uint32_t i = 0; i < calls.size(); ++i) {
        const std::uint32_t thread = calls[i].thread;
        if (current == lanes.size() || lanes[current].thread != thread) {
            const auto found =
                std::find_if(lanes.begin(), lanes.end(), [&](const Lane& lane) { return lane.thread == thread; });
            current = static_cast<std::size_t>(found - lanes.begin());
            if (found == lanes.end()) lanes.push_back({.thread = thread, .calls = {}, .next = 0});
        }
        lanes[current].calls.push_back(i);
    }
    return lanes;
}

} // namespace

std::vector<std::uint32_t> timeOrder(std::span<const capture::HostCall> calls) {
    std::vector<Lane> lanes = lanesOf(calls);
    for (Lane& lane : lanes) sortLane(calls, lane.calls);

    std::vector<std::uint32_t> order;
    order.reserve(calls.size());
    const auto comesFirst = [&](const Lane& a, const Lane& b) {
        if (a.next == a.calls.size() || b.next == b.calls.size()) return a.next < a.calls.size();
        return comesBefore(calls, a.calls[a.next], b.calls[b.next]);
    };
    while (order.size() < calls.size()) {
        Lane& first = *std::min_element(lanes.begin(), lanes.end(), comesFirst);
        order.push_back(first.calls[first.next++]);
    }
    return order;
}

} // namespace uaescope::core
