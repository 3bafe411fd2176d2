#include "analyzer/models/lanes.h"

#include "analyzer/models/readable.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace uaescope::models {

namespace {

// Rows are filled in the order of begin. A span that would overlap the last one of its row goes one row down.
class RowBuilder {
public:
    void add(std::size_t row, const Span& span) {
        while (row < m_rows.size() && !m_rows[row].empty() && m_rows[row].back().end > span.begin) ++row;
        if (row >= m_rows.size()) m_rows.resize(row + 1);
        m_rows[row].push_back(span);
    }

    std::vector<SpanIndex> finish() {
        std::vector<SpanIndex> indices;
        for (auto& row : m_rows) indices.emplace_back(std::move(row));
        return indices;
    }

private:
    std::vector<std::vector<Span>> m_rows;
};

Span wholeSpan(std::int64_t begin, std::int64_t end, std::size_t item, int part) {
    Span span{begin, std::max(begin, end), static_cast<std::uint32_t>(item), {}};
    span.parts[static_cast<std::size_t>(part)] = Span::whole;
    return span;
}

Lane testsLane(const core::Analysis& analysis) {
    RowBuilder rows;
    for (std::size_t i = 0; i < analysis.tests.size(); ++i) {
        rows.add(0, wholeSpan(analysis.tests[i].begin, analysis.tests[i].end, i, 0));
    }
    return {LaneKind::tests, 0, QStringLiteral("Tests"),
            QStringLiteral("The tests of the benchmark, one after the other."), rows.finish()};
}

Span operationSpan(const core::Operation& operation, std::size_t item) {
    Span span{operation.begin, std::max(operation.begin, operation.end), static_cast<std::uint32_t>(item), {}};
    const auto total = static_cast<double>(std::max<std::int64_t>(operation.owners.total(), 1));
    for (int owner = 0; owner < core::ownerCount; ++owner) {
        const auto share = static_cast<double>(operation.owners.ns[static_cast<std::size_t>(owner)]) / total;
        span.parts[static_cast<std::size_t>(owner)] = static_cast<std::uint8_t>(std::lround(share * Span::whole));
    }
    return span;
}

void addOperationLanes(const core::Analysis& analysis, std::vector<Lane>& lanes) {
    std::vector<std::uint32_t> tasks; // in the order in which they appear
    std::map<std::uint32_t, RowBuilder> rows;
    for (std::size_t i = 0; i < analysis.operations.size(); ++i) {
        const core::Operation& operation = analysis.operations[i];
        if (!rows.contains(operation.task)) tasks.push_back(operation.task);
        rows[operation.task].add(0, operationSpan(operation, i));
    }
    for (const std::uint32_t task : tasks) {
        const QString label =
            tasks.size() == 1 ? QStringLiteral("Operations") : QStringLiteral("Task $%1").arg(task, 0, 16);
        lanes.push_back({LaneKind::operations, task, label,
                         QStringLiteral("Calls to AmigaDOS. The colours below each name say who owned its time."),
                         rows[task].finish()});
    }
}

// Absent where the guest did not trace.
void addTrafficLanes(const core::Analysis& analysis, std::vector<Lane>& lanes) {
    RowBuilder packets;
    for (std::size_t i = 0; i < analysis.packets.size(); ++i)
        packets.add(0, wholeSpan(analysis.packets[i].begin, analysis.packets[i].end, i, 0));
    RowBuilder requests;
    for (std::size_t i = 0; i < analysis.requests.size(); ++i) {
        const core::Request& request = analysis.requests[i];
        const RequestPart part = request.error == 0 ? RequestPart::done : RequestPart::failed;
        requests.add(0, wholeSpan(request.begin, request.end, i, static_cast<int>(part)));
    }
    if (!analysis.packets.empty())
        lanes.push_back({LaneKind::packets, 0, QStringLiteral("Packets"),
                         QStringLiteral("What AmigaDOS asked of the volume's filesystem, until it was answered."),
                         packets.finish()});
    if (!analysis.requests.empty())
        lanes.push_back({LaneKind::requests, 0, QStringLiteral("Requests"),
                         QStringLiteral("What the filesystem asked of the device below it, until it was answered."),
                         requests.finish()});
}

enum class ThreadRank { emulation, storage, other };

ThreadRank rankOf(const core::Analysis& analysis, std::uint32_t thread) {
    if (thread == analysis.emulationThread) return ThreadRank::emulation;
    const auto& storage = analysis.storageThreads;
    return std::find(storage.begin(), storage.end(), thread) != storage.end() ? ThreadRank::storage : ThreadRank::other;
}

QString explanationOf(ThreadRank rank) {
    switch (rank) {
    case ThreadRank::emulation: return QStringLiteral("Runs the emulated processor; sleeps to keep the Amiga's pace.");
    case ThreadRank::storage: return QStringLiteral("Reads and writes the host's files for one emulated drive.");
    case ThreadRank::other: break;
    }
    return QStringLiteral("Another thread of the emulator.");
}

struct ThreadLane {
    ThreadRank rank = ThreadRank::other;
    bool works = false; // does more than wait
    RowBuilder rows;
};

void addThreadLanes(const core::Analysis& analysis, std::vector<Lane>& lanes) {
    std::map<std::uint32_t, ThreadLane> threads;
    for (std::size_t i = 0; i < analysis.trace.calls.size(); ++i) {
        const capture::HostCall& call = analysis.trace.calls[i];
        ThreadLane& thread = threads[call.thread];
        const auto part = callPart(call, analysis.calls[i].role);
        Span span{call.begin, std::max(call.begin, call.end), static_cast<std::uint32_t>(i), {}};
        if (part) span.parts[static_cast<std::size_t>(*part)] = Span::whole;
        thread.rows.add(call.nesting, span);
        thread.works = thread.works || !capture::isWait(call.call);
    }
    std::vector<std::uint32_t> order;
    std::map<std::string_view, int> named;
    for (auto& [id, thread] : threads) {
        thread.rank = rankOf(analysis, id);
        if (!thread.works && thread.rank == ThreadRank::other) continue;
        order.push_back(id);
        ++named[analysis.trace.threadName(id)];
    }
    std::stable_sort(order.begin(), order.end(),
                     [&threads](std::uint32_t a, std::uint32_t b) { return threads[a].rank < threads[b].rank; });
    for (const std::uint32_t id : order) {
        const std::string_view name = analysis.trace.threadName(id);
        QString label = name.empty() ? QStringLiteral("thread %1").arg(id) : utf8(name);
        if (!name.empty() && named[name] > 1) label += QStringLiteral(" (%1)").arg(id);
        lanes.push_back({LaneKind::calls, id, label, explanationOf(threads[id].rank), threads[id].rows.finish()});
    }
}

} // namespace

std::optional<CallPart> callPart(const capture::HostCall& call, core::Role role) {
    if (call.call == capture::Call::usleep) return CallPart::sleep;
    if (capture::isWait(call.call)) return std::nullopt;
    switch (role) {
    case core::Role::storage: return CallPart::storage;
    case core::Role::sideFile: return CallPart::sideFile;
    case core::Role::emulator:
    case core::Role::unknown: break;
    }
    return CallPart::other;
}

std::vector<Lane> makeLanes(const core::Analysis& analysis) {
    std::vector<Lane> lanes;
    if (!analysis.tests.empty()) lanes.push_back(testsLane(analysis));
    addOperationLanes(analysis, lanes);
    addTrafficLanes(analysis, lanes);
    addThreadLanes(analysis, lanes);
    return lanes;
}

} // namespace uaescope::models
