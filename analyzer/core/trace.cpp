#include "analyzer/core/trace.h"

#include "analyzer/core/read_ahead.h"
#include "analyzer/core/time_order.h"
#include "uaeplugin/capture/protocol.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace uaescope::core {
namespace {

template <typename T>
void append(std::vector<T>& all, std::vector<T>& more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Calls that only name a descriptor which was open before are kept apart.
void addCalls(Trace& trace, const capture::Batch& batch) {
    std::vector<std::uint32_t> order = timeOrder(batch.calls);
    std::erase_if(order, [&](std::uint32_t i) {
        const bool isOpenBefore = (batch.calls[i].flags & capture::call_flag::openBefore) != 0;
        if (isOpenBefore) trace.openBefore.push_back(batch.calls[i]);
        return isOpenBefore;
    });
    trace.calls.append(batch.calls, batch.callKinds, order);
}

void addChunk(Trace& trace, capture::Batch& batch) {
    addCalls(trace, batch);
    append(trace.marks, batch.marks);
    append(trace.packets, batch.packets);
    append(trace.requests, batch.requests);
    append(trace.texts, batch.texts);
    append(trace.drops, batch.drops);
    append(trace.kernelCounts, batch.kernelCounts);
    append(trace.imageParts, batch.imageParts);
    append(trace.threads, batch.threads);
    append(trace.strings, batch.strings);
    for (auto& [key, value] : batch.facts) trace.facts[key] = value;
    if (batch.end) {
        trace.finished = true;
        trace.exitStatus = batch.endStatus;
        trace.end = batch.endTime;
    }
}

} // namespace

void completeTrace(Trace& trace) {
    trace.calls.sortByBegin();
    const auto byTime = [](const auto& a, const auto& b) { return a.time < b.time; };
    const auto sort = [&](auto& records) {
        if (!std::is_sorted(records.begin(), records.end(), byTime))
            std::stable_sort(records.begin(), records.end(), byTime);
    };
    sort(trace.marks);
    sort(trace.packets);
    sort(trace.requests);
    std::stable_sort(trace.texts.begin(), trace.texts.end(), byTime);

    std::sort(trace.imageParts.begin(), trace.imageParts.end(),
              [](const auto& a, const auto& b) { return std::pair(a.path, a.offset) < std::pair(b.path, b.offset); });

    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = trace.end;
    if (!trace.calls.empty()) first = trace.calls.beginOf(0);
    for (const capture::HostCall call : trace.calls) last = std::max(last, call.end);
    const auto include = [&](const auto& sorted) {
        if (sorted.empty()) return;
        first = std::min(first, sorted.front().time);
        last = std::max(last, sorted.back().time);
    };
    include(trace.marks);
    include(trace.packets);
    include(trace.requests);
    include(trace.texts);
    trace.begin = first == std::numeric_limits<std::int64_t>::max() ? last : first;
    trace.end = last;

    for (const capture::Text& text : trace.texts) {
        if (text.kind != US_TEXT_FACT) continue;
        const std::string_view line = trace.string(text.text);
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) continue;
        trace.facts["guest." + std::string(line.substr(0, equals))] = line.substr(equals + 1);
    }
}

std::string_view Trace::string(std::uint32_t number) const {
    return number < strings.size() ? std::string_view(strings[number]) : std::string_view();
}

std::string_view Trace::threadName(std::uint32_t id) const {
    // A thread may be named again after it renamed itself: the last name counts.
    for (auto thread = threads.rbegin(); thread != threads.rend(); ++thread)
        if (thread->id == id) return string(thread->name);
    return {};
}

Trace loadTrace(const std::filesystem::path& file, const LoadProgress& progress) {
    ReadAhead reader(file);
    Trace trace;
    trace.file = file;
    trace.strings.emplace_back();
    for (ReadChunk chunk; reader.next(chunk);) {
        addChunk(trace, chunk.batch);
        if (progress) progress(chunk.position);
    }
    trace.cutTail = reader.cutTail();
    trace.damage = reader.damage();
    completeTrace(trace);
    return trace;
}

} // namespace uaescope::core
