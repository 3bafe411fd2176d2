#include "analyzer/core/account.h"

#include "analyzer/core/host_calls.h"
#include "analyzer/core/in_parts.h"

#include <algorithm>
#include <array>
#include <span>

namespace uaescope::core {
namespace {

using capture::Call;
using capture::HostCall;

struct Stretch {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

// Sorts and joins; afterwards the stretches are disjoint.
void join(std::vector<Stretch>& stretches) {
    const auto byBegin = [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; };
    if (!std::is_sorted(stretches.begin(), stretches.end(), byBegin))
        std::sort(stretches.begin(), stretches.end(), byBegin);
    std::size_t kept = 0;
    for (const Stretch& stretch : stretches) {
        if (stretch.end <= stretch.begin) continue;
        if (kept > 0 && stretch.begin <= stretches[kept - 1].end)
            stretches[kept - 1].end = std::max(stretches[kept - 1].end, stretch.end);
        else
            stretches[kept++] = stretch;
    }
    stretches.resize(kept);
}

std::vector<Stretch> sleepsOf(const Trace& trace, std::uint32_t thread) {
    std::vector<Stretch> sleeps;
    for (const HostCall call : trace.calls)
        if (call.call == Call::usleep && call.thread == thread) sleeps.push_back({call.begin, call.end});
    join(sleeps);
    return sleeps;
}

// When one of the storage threads was at work: from its first record to its first wait, between its waits, and from
// its last wait to its last record. Of a thread whose waits were not recorded nothing is known.
std::vector<Stretch> busyTimes(const Analysis& analysis) {
    struct Storage {
        std::uint32_t thread = 0;
        std::int64_t busySince = 0;
        std::int64_t lastEnd = 0;
        bool seen = false;
        bool waits = false;
    };
    std::vector<Storage> states;
    for (const std::uint32_t thread : analysis.storageThreads) states.push_back({.thread = thread});
    std::vector<Stretch> busy;
    for (const HostCall call : analysis.trace.calls) {
        const auto state = std::find_if(states.begin(), states.end(),
                                        [&](const Storage& storage) { return storage.thread == call.thread; });
        if (state == states.end()) continue;
        if (!state->seen) state->busySince = call.begin;
        state->seen = true;
        state->lastEnd = std::max(state->lastEnd, call.end);
        if (!capture::isWait(call.call)) continue;
        busy.push_back({state->busySince, call.begin});
        state->busySince = std::max(state->busySince, call.end);
        state->waits = true;
    }
    for (const Storage& state : states)
        if (state.waits) busy.push_back({state.busySince, state.lastEnd});
    join(busy);
    return busy;
}

// When the device had something to do: a request was in flight, or a storage thread was at work.
std::vector<Stretch> deviceTimes(const Analysis& analysis, const std::vector<Stretch>& busy) {
    if (analysis.requests.empty()) return busy;
    std::vector<Stretch> times = busy;
    for (const Request& request : analysis.requests) times.push_back({request.begin, request.end});
    join(times);
    return times;
}

// When the handler had a packet of the operation.
void packetTimes(const Analysis& analysis, std::uint32_t index, std::vector<Stretch>& times) {
    times.clear();
    const Operation& operation = analysis.operations[index];
    auto packet = std::lower_bound(analysis.packets.begin(), analysis.packets.end(), operation.begin,
                                   [](const Packet& one, std::int64_t time) { return one.begin < time; });
    for (; packet != analysis.packets.end() && packet->begin <= operation.end; ++packet)
        if (packet->operation == index) times.push_back({packet->begin, packet->end});
    join(times);
}

// The system calls in a record of several directory reads.
void readTimes(const Analysis& analysis, std::size_t outer, const HostCall& read, std::vector<Stretch>& times) {
    const CallTable& calls = analysis.trace.calls;
    for (std::size_t i = outer + 1; i < calls.size() && calls.beginOf(i) < read.end; ++i) {
        if (calls.threadOf(i) != read.thread || analysis.calls[i].outermost) continue;
        const HostCall inside = calls[i];
        times.push_back({inside.begin, inside.end});
    }
}

// One call, without the parts in which it hands over what earlier operations wrote.
void ownTimes(const Analysis& analysis, std::size_t outer, const HostCall& call, std::vector<Stretch>& times) {
    const CallTable& calls = analysis.trace.calls;
    std::int64_t from = call.begin;
    for (std::size_t i = outer + 1; i < calls.size() && calls.beginOf(i) < call.end; ++i) {
        if (analysis.calls[i].place != Place::late || calls.threadOf(i) != call.thread) continue;
        const HostCall late = calls[i];
        times.push_back({from, late.begin});
        from = late.end;
    }
    times.push_back({from, call.end});
}

struct HostTimes {
    std::vector<Stretch> storage;
    std::vector<Stretch> overhead;
};

void hostTimes(const Analysis& analysis, const Operation& operation, HostTimes& times) {
    times.storage.clear();
    times.overhead.clear();
    for (const std::uint32_t index : analysis.callsOf(operation)) {
        const CallInfo info = analysis.calls[index];
        if (!info.outermost || (info.place != Place::attributed && info.place != Place::overhead)) continue;
        std::vector<Stretch>& place = info.place == Place::attributed ? times.storage : times.overhead;
        const HostCall call = analysis.trace.calls[index];
        if (analysis.systemDepth && callWeight(call) > 1)
            readTimes(analysis, index, call, place);
        else
            ownTimes(analysis, index, call, place);
    }
    join(times.storage);
    join(times.overhead);
}

// Walks along disjoint, sorted stretches; time only moves forward.
class Lane {
public:
    explicit Lane(std::span<const Stretch> stretches) : m_stretches(stretches) {}

    void moveTo(std::int64_t time) {
        while (m_next < m_stretches.size() && m_stretches[m_next].end <= time) ++m_next;
    }
    bool covers(std::int64_t time) const { return m_next < m_stretches.size() && m_stretches[m_next].begin <= time; }
    // When the stretch in which or before which the lane stands ends; the limit where it begins at that or later.
    std::int64_t firstEnd(std::int64_t limit) const {
        return m_next < m_stretches.size() && m_stretches[m_next].begin < limit ? m_stretches[m_next].end : limit;
    }
    // The next moment after time at which covers() changes, at most the limit.
    std::int64_t change(std::int64_t time, std::int64_t limit) const {
        if (m_next == m_stretches.size()) return limit;
        const Stretch& stretch = m_stretches[m_next];
        return std::min(limit, stretch.begin > time ? stretch.begin : stretch.end);
    }

private:
    std::span<const Stretch> m_stretches;
    std::size_t m_next = 0;
};

// The time that the emulation thread slept, by what the storage threads did meanwhile. Each is sorted and disjoint.
struct Sleeps {
    std::vector<Stretch> work;   // one was at work
    std::vector<Stretch> wakeUp; // one had been at work in this sleep, and none was any more
    std::vector<Stretch> pacing; // none had been
};

// Sleeps that follow each other closely are one sleep in steps: the emulator looks at its clock between them, no more.
constexpr std::int64_t stepGap = 100'000;

void divideSleep(const Stretch& sleep, std::int64_t firstDone, Lane busy, Sleeps& sleeps) {
    for (std::int64_t time = sleep.begin; time < sleep.end;) {
        busy.moveTo(time);
        const bool works = busy.covers(time);
        std::int64_t next = busy.change(time, sleep.end);
        if (!works && time < firstDone) next = std::min(next, firstDone);
        std::vector<Stretch>& part = works ? sleeps.work : time < firstDone ? sleeps.pacing : sleeps.wakeUp;
        part.push_back({time, next});
        time = next;
    }
}

Sleeps divideSleeps(const std::vector<Stretch>& all, const std::vector<Stretch>& busy) {
    Sleeps sleeps;
    Lane lane(busy);
    for (std::size_t first = 0; first < all.size();) {
        std::size_t end = first + 1;
        while (end < all.size() && all[end].begin - all[end - 1].end <= stepGap) ++end;
        lane.moveTo(all[first].begin);
        const std::int64_t firstDone = lane.firstEnd(all[end - 1].end);
        for (; first < end; ++first) {
            lane.moveTo(all[first].begin);
            divideSleep(all[first], firstDone, lane, sleeps);
        }
    }
    for (auto* part : {&sleeps.work, &sleeps.wakeUp, &sleeps.pacing}) join(*part);
    return sleeps;
}

// Lanes in the order of precedence; the first that covers a moment owns it, and where none does, the guest.
enum LaneOf { storageLane, overheadLane, workLane, wakeUpLane, pacingLane, deviceLane, packetLane, laneCount };
using Lanes = std::array<Lane, laneCount>;

std::array<std::int64_t, laneCount + 1> shareOut(std::int64_t begin, std::int64_t end, Lanes lanes) {
    std::array<std::int64_t, laneCount + 1> shares{};
    for (std::int64_t time = begin; time < end;) {
        std::int64_t next = end;
        for (Lane& lane : lanes) {
            lane.moveTo(time);
            next = lane.change(time, next);
        }
        const auto owner =
            std::find_if(lanes.begin(), lanes.end(), [&](const Lane& lane) { return lane.covers(time); });
        shares[static_cast<std::size_t>(owner - lanes.begin())] += next - time;
        time = next;
    }
    return shares;
}

// What holds for all operations.
struct Background {
    Sleeps sleeps;
    std::vector<Stretch> device;
};

void accountOperations(Analysis& analysis, const Background& background, std::size_t first, std::size_t last) {
    HostTimes host;
    std::vector<Stretch> packets;
    const Sleeps& sleeps = background.sleeps;
    Lanes lanes = {Lane(host.storage),  Lane(host.overhead),     Lane(sleeps.work), Lane(sleeps.wakeUp),
                   Lane(sleeps.pacing), Lane(background.device), Lane(packets)};
    for (std::size_t i = first; i < last; ++i) {
        Operation& operation = analysis.operations[i];
        hostTimes(analysis, operation, host);
        packetTimes(analysis, static_cast<std::uint32_t>(i), packets);
        lanes[storageLane] = Lane(host.storage);
        lanes[overheadLane] = Lane(host.overhead);
        lanes[packetLane] = Lane(packets);
        for (Lane& lane : lanes) lane.moveTo(operation.begin);
        const auto shares = shareOut(operation.begin, operation.end, lanes);
        operation.owners[Owner::hostIo] = shares[storageLane] + shares[overheadLane];
        operation.owners[Owner::sleep] = shares[workLane] + shares[wakeUpLane] + shares[pacingLane];
        operation.owners[Owner::device] = shares[deviceLane];
        operation.owners[Owner::guest] = shares[packetLane] + shares[laneCount];
        operation.detail = {shares[overheadLane], shares[workLane], shares[wakeUpLane], shares[packetLane]};
    }
}

constexpr std::size_t operationsWorthAThread = 1000;

} // namespace

void accountTime(Analysis& analysis) {
    const std::vector<Stretch> busy = busyTimes(analysis);
    const Background background{divideSleeps(sleepsOf(analysis.trace, analysis.emulationThread), busy),
                                deviceTimes(analysis, busy)};
    inParts(analysis.operations.size(), operationsWorthAThread,
            [&](std::size_t first, std::size_t last) { accountOperations(analysis, background, first, last); });
}

} // namespace uaescope::core
