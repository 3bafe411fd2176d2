#include "analyzer/core/time_order.h"

#include <algorithm>
#include <cstddef>

namespace uaescope::core {
namespace {

struct Key {
    std::int64_t begin;
    std::uint32_t index;
    std::uint8_t nesting;

    bool before(const Key& other) const { return begin != other.begin ? begin < other.begin : nesting < other.nesting; }
};

struct Lane {
    std::uint32_t thread;
    std::vector<Key> keys;
    std::size_t next = 0;
};

// A thread's calls come in the order of their ends: only the calls nested in a call stand before it, so insertion
// moves little. A capture that moves a lot is not of that kind and gets a general sort.
void sortLane(std::vector<Key>& keys) {
    std::size_t budget = keys.size() * 8 + 64;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        const Key key = keys[i];
        std::size_t place = i;
        while (place > 0 && key.before(keys[place - 1])) {
            keys[place] = keys[place - 1];
            --place;
        }
        keys[place] = key;
        if (i - place > budget) {
            std::stable_sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) { return a.before(b); });
            return;
        }
        budget -= i - place;
    }
}

std::vector<Lane> lanesOf(std::span<const capture::HostCall> calls) {
    std::vector<Lane> lanes;
    Lane* lane = nullptr;
    for (std::uint32_t i = 0; i < calls.size(); ++i) {
        const capture::HostCall& call = calls[i];
        if (!lane || lane->thread != call.thread) {
            auto found =
                std::find_if(lanes.begin(), lanes.end(), [&](const Lane& l) { return l.thread == call.thread; });
            if (found == lanes.end()) found = lanes.insert(lanes.end(), Lane{call.thread, {}, 0});
            lane = &*found;
        }
        lane->keys.push_back({call.begin, i, call.nesting});
    }
    return lanes;
}

} // namespace

std::vector<std::uint32_t> timeOrder(std::span<const capture::HostCall> calls) {
    std::vector<Lane> lanes = lanesOf(calls);
    for (Lane& lane : lanes) sortLane(lane.keys);

    std::vector<std::uint32_t> order;
    order.reserve(calls.size());
    while (order.size() < calls.size()) {
        Lane* first = nullptr;
        for (Lane& lane : lanes) {
            if (lane.next == lane.keys.size()) continue;
            if (!first || lane.keys[lane.next].before(first->keys[first->next])) first = &lane;
        }
        order.push_back(first->keys[first->next++].index);
    }
    return order;
}

} // namespace uaescope::core
