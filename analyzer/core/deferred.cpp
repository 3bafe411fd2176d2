#include "analyzer/core/deferred.h"

#include <algorithm>
#include <limits>

namespace uaescope::core {
namespace {

using capture::Call;
using capture::Depth;
using capture::HostCall;

constexpr std::int64_t unknownOffset = -1;

bool isBufferedWrite(const HostCall& call) {
    if (call.depth != Depth::library || call.result <= 0) return false;
    return call.call == Call::fwrite || call.call == Call::fputc || call.call == Call::fputs ||
           call.call == Call::fprintf;
}

bool isSystemWrite(const HostCall& call) {
    return call.depth == Depth::system && call.result > 0 && (call.call == Call::write || call.call == Call::pwrite);
}

// The C library may do the last write of these in a system call that no hook sees.
bool emptiesBuffer(const HostCall& call) {
    return (call.call == Call::fclose || call.call == Call::fflush) && call.result == 0 && call.depth == Depth::library;
}

// Bytes of one buffered write that no system call has carried yet; offset unknown: in order of writing.
struct Range {
    std::int64_t offset = unknownOffset;
    std::int64_t size = 0;
    std::uint32_t writer = none;
    std::int64_t since = 0; // at risk from then on
};

// What one file's buffer holds. A buffer is a few KiB, so the list is short.
class Buffer {
public:
    explicit Buffer(RiskMeter& all) : m_all(&all) {}

    void add(const Range& range) {
        if (range.offset != unknownOffset) replace(range);
        m_ranges.push_back(range);
        for (RiskMeter* meter : {&m_risk, m_all}) {
            meter->written();
            meter->add(range.size, range.since);
        }
    }

    // Takes the bytes that a system write carries and returns the writer of most of them.
    std::uint32_t carry(std::uint32_t carrier, const HostCall& write, std::vector<Carrier>& carriers) {
        std::int64_t left = write.result; // for ranges without an offset
        std::int64_t most = 0;
        std::uint32_t writer = none;
        std::vector<Range> kept;
        for (const Range& range : m_ranges) {
            const bool byOrder = range.offset == unknownOffset || write.offset == unknownOffset;
            const std::int64_t from = byOrder ? 0 : std::max(range.offset, write.offset) - range.offset;
            const std::int64_t to =
                byOrder ? std::min(left, range.size)
                        : std::min(range.offset + range.size, write.offset + write.result) - range.offset;
            if (to <= from) {
                kept.push_back(range);
                continue;
            }
            left -= to - from;
            carriers.emplace_back(range.writer, carrier);
            gone(range, to - from, write.end);
            if (to - from > most) most = to - from, writer = range.writer;
            keepRest(kept, range, from, to);
        }
        m_ranges = std::move(kept);
        return writer;
    }

    // The call hands over all that the system calls in it do not.
    void emptyWith(std::uint32_t call, std::int64_t end) {
        m_emptier = call;
        m_emptyAt = end;
    }

    // Brings the buffer to the state it has at this moment.
    void settle(std::int64_t time, std::vector<Carrier>& carriers) {
        if (m_emptier == none || time < m_emptyAt) return;
        for (const Range& range : m_ranges) {
            carriers.emplace_back(range.writer, m_emptier);
            gone(range, range.size, m_emptyAt);
        }
        m_ranges.clear();
        m_emptier = none;
    }

    bool isEmpty() const { return m_ranges.empty(); }

    // What is left then was never handed over. Nothing for a file that was never written through a buffer.
    AtRisk finish(const Trace& trace) {
        std::uint32_t last = none;
        for (const Range& range : m_ranges)
            for (RiskMeter* meter : {&m_risk, m_all}) {
                meter->leave(range.size, range.since, trace.end);
                if (range.writer != last) meter->neverHanded();
                if (meter == m_all) last = range.writer;
            }
        return m_risk.finish(trace.begin, trace.end);
    }

private:
    static void keepRest(std::vector<Range>& kept, const Range& range, std::int64_t from, std::int64_t to) {
        if (from > 0) kept.push_back({range.offset, from, range.writer, range.since});
        if (to < range.size)
            kept.push_back({range.offset == unknownOffset ? unknownOffset : range.offset + to, range.size - to,
                            range.writer, range.since});
    }

    void gone(const Range& range, std::int64_t bytes, std::int64_t time) {
        for (RiskMeter* meter : {&m_risk, m_all}) meter->remove(bytes, range.since, time);
    }

    // Bytes that are written again before they went out are never carried.
    void replace(const Range& newer) {
        std::vector<Range> kept;
        for (const Range& range : m_ranges) {
            const std::int64_t from = std::max(range.offset, newer.offset) - range.offset;
            const std::int64_t to = std::min(range.offset + range.size, newer.offset + newer.size) - range.offset;
            if (range.offset == unknownOffset || to <= from)
                kept.push_back(range);
            else {
                keepRest(kept, range, from, to);
                gone(range, to - from, newer.since);
            }
        }
        m_ranges = std::move(kept);
    }

    RiskMeter m_risk;
    RiskMeter* m_all;
    std::vector<Range> m_ranges;
    std::uint32_t m_emptier = none;
    std::int64_t m_emptyAt = 0;
};

// Of the carriers of one write, which were found in time order, the last.
void keepLast(std::vector<Carrier>& carriers) {
    std::sort(carriers.begin(), carriers.end());
    const auto sameWrite = [](const Carrier& a, const Carrier& b) { return a.first == b.first; };
    carriers.erase(carriers.begin(), std::unique(carriers.rbegin(), carriers.rend(), sameWrite).base());
    carriers.shrink_to_fit();
}

bool isFollowed(Role role) { return role == Role::storage || role == Role::sideFile; }

} // namespace

bool isFollowedWrite(const HostCall& call, Role role) { return isFollowed(role) && isBufferedWrite(call); }

DeferredWrites followWrites(const Trace& trace, std::span<const Role> roles) {
    DeferredWrites result;
    RiskMeter all;
    std::vector<Buffer> buffers(roles.size(), Buffer(all));
    for (std::uint32_t i = 0; i < trace.calls.size(); ++i) {
        const HostCall call = trace.calls[i];
        if (call.path >= roles.size() || !isFollowed(roles[call.path])) continue;
        Buffer& buffer = buffers[call.path];
        if (isBufferedWrite(call)) {
            buffer.settle(call.begin, result.carriers);
            buffer.add({call.offset, call.result, i, call.end});
        } else if (!buffer.isEmpty()) {
            buffer.settle(call.begin, result.carriers);
            if (emptiesBuffer(call)) buffer.emptyWith(i, call.end);
            if (!isSystemWrite(call)) continue;
            const std::uint32_t writer = buffer.carry(i, call, result.carriers);
            if (writer != none) result.carried.push_back({i, writer});
        }
    }
    for (std::uint32_t path = 0; path < buffers.size(); ++path) {
        buffers[path].settle(std::numeric_limits<std::int64_t>::max(), result.carriers);
        const AtRisk atRisk = buffers[path].finish(trace);
        if (atRisk.writes > 0) result.files.push_back({path, atRisk});
    }
    result.atRisk = all.finish(trace.begin, trace.end);
    keepLast(result.carriers);
    return result;
}

} // namespace uaescope::core
