#include "uaeplugin/collector.h"

#include "uaeplugin/capture/format.h"
#include "uaeplugin/host_calls.h"
#include "uaeplugin/kernel_trap.h"
#include "uaeplugin/recorder.h"

#include <algorithm>

namespace uaescope::plugin {

namespace {

// Nanoseconds. A semaphore that was free is taken in a fraction of this, and one that was not costs a multiple; calls
// that did not wait are three quarters of all records, and say nothing.
constexpr std::int64_t shortestWait = 1000;

} // namespace

Collector::Collector(const std::filesystem::path& file) : m_file(file, capture::Encoder::fileHeader()) {
    m_scale.add(TickScale::now());
}

bool Collector::isUrgent() const {
    for (const ThreadLog* log : Recorder::logs())
        if (log->end() - log->begin() > ThreadLog::capacity / 4) return true;
    return false;
}

void Collector::collect(std::vector<capture::Fact> facts) {
    m_batch.facts = std::move(facts);
    struct Part {
        ThreadLog* log;
        bool isFinished; // asked before the end, so that nothing can follow
        std::uint64_t end;
    };
    std::vector<Part> parts;
    for (ThreadLog* log : Recorder::logs()) {
        const bool isFinished = log->finished.load(std::memory_order_acquire);
        parts.push_back({log, isFinished, log->end()});
    }
    // Later than all the stamps up to those ends.
    m_scale.add(TickScale::now());
    for (const Part& part : parts) {
        collectLog(*part.log, part.end);
        if (part.isFinished) {
            m_threads.erase(part.log->thread); // the kernel may give the number to another thread
            Recorder::remove(part.log);
        }
    }
    write();
    if (!m_file.failure().empty()) endCutShort();
}

void Collector::finish(int status) {
    addKernelCalls();
    write();
    if (!m_file.failure().empty()) return endCutShort();
    m_file.closeWith(m_encoder.encodeEnd(static_cast<std::int64_t>(Clock::kernelNanoseconds()), status));
}

void Collector::addKernelCalls() {
    std::unordered_map<std::string_view, std::uint32_t> calls;
    for (const auto& [name, count] : kernelCalls()) {
        const auto [call, isNew] = calls.try_emplace(name);
        if (isNew) call->second = addString(name);
        m_batch.kernelCounts.push_back({count.calls, count.bytes, call->second, stringOf(count.path)});
    }
    if (const std::uint64_t lost = uncountedKernelCalls(); lost != 0)
        m_batch.facts.emplace_back("self-check.lost", std::to_string(lost));
}

void Collector::collectLog(ThreadLog& log, std::uint64_t end) {
    std::uint64_t at = log.begin();
    if (at != end && m_threads.insert(log.thread).second)
        m_batch.threads.push_back({log.thread, addString(log.name.data())});
    for (; at != end; ++at) {
        const Record& record = log.at(at);
        switch (record.kind) {
        case RecordKind::call: addCall(record.call, log.thread); break;
        case RecordKind::mark: addMark(record.mark, log.thread); break;
        case RecordKind::packet: addPacket(record.packet, log.thread); break;
        case RecordKind::request: addRequest(record.request, log.thread); break;
        case RecordKind::text:
            m_batch.texts.push_back(
                {m_scale.nanoseconds(record.text.time), stringOf(record.text.text), record.text.kind});
            break;
        }
        if (m_batch.calls.size() == capture::format::callsPerChunk) {
            log.release(at + 1); // room for the thread before the long work
            write();
        }
    }
    endFolderReads();
    log.release(end);
    if (const Dropped dropped = log.takeDropped(); dropped.count != 0)
        m_batch.drops.push_back(
            {m_scale.nanoseconds(dropped.first), m_scale.nanoseconds(dropped.last), dropped.count, log.thread});
}

void Collector::addCall(const CallRecord& record, std::uint32_t thread) {
    const capture::HostCall call = {m_scale.nanoseconds(record.begin),
                                    m_scale.nanoseconds(record.end),
                                    record.offset,
                                    record.size,
                                    record.result,
                                    thread,
                                    stringOf(record.path),
                                    record.descriptor,
                                    record.error,
                                    record.call,
                                    record.depth,
                                    record.nesting,
                                    record.flags};
    if (isWait(call.call) && call.end - call.begin < shortestWait) return;
    if (call.call == capture::Call::open && call.result >= 0) m_opened.insert(names().name(record.path));
    capture::HostCall& pending = m_folderReads;
    const bool isRead = call.call == capture::Call::readdir;
    if (isRead && pending.call == call.call && pending.descriptor == call.descriptor && pending.path == call.path &&
        pending.nesting == call.nesting) {
        pending.end = call.end;
        pending.size += call.size;
        pending.result += call.result;
        return;
    }
    // What a readdir itself calls does not come between it and the next.
    const bool isInside = pending.call != capture::Call::none && call.nesting > pending.nesting;
    if (!isInside) endFolderReads();
    if (isRead && !isInside)
        pending = call;
    else
        m_batch.calls.push_back(call);
}

void Collector::endFolderReads() {
    if (m_folderReads.call != capture::Call::none) m_batch.calls.push_back(m_folderReads);
    m_folderReads = {};
}

void Collector::addMark(const MarkRecord& record, std::uint32_t thread) {
    m_batch.marks.push_back({m_scale.nanoseconds(record.time), record.eclock, thread, record.task, record.size,
                             record.value, record.error, stringOf(record.name), record.test, record.operation,
                             record.phase});
}

void Collector::addPacket(const PacketRecord& record, std::uint32_t thread) {
    m_batch.packets.push_back({m_scale.nanoseconds(record.time), thread, record.message, record.task, record.action,
                               record.arguments, record.result, record.error, stringOf(record.name), record.phase,
                               record.context});
}

void Collector::addRequest(const RequestRecord& record, std::uint32_t thread) {
    m_batch.requests.push_back({m_scale.nanoseconds(record.time), record.offset, thread, record.request, record.task,
                                record.unit, record.length, record.actual, record.command, record.flags, record.error,
                                record.phase, record.context});
}

std::uint32_t Collector::stringOf(std::uint32_t name) {
    if (name == 0) return 0;
    const auto known = m_strings.find(name);
    if (known != m_strings.end()) return known->second;
    const std::uint32_t number = addString(names().name(name));
    m_strings.emplace(name, number);
    return number;
}

std::uint32_t Collector::addString(std::string_view text) {
    m_batch.strings.emplace_back(text);
    return m_encoder.stringCount() + static_cast<std::uint32_t>(m_batch.strings.size()) - 1;
}

void Collector::write() {
    if (!m_file.append(m_encoder.encode(m_batch))) countBatchLost();
    m_batch.clear();
}

void Collector::countLost(std::uint32_t thread, std::int64_t begin, std::int64_t end, std::uint64_t count) {
    const auto [at, isFirst] = m_lost.try_emplace(thread, capture::Drop{begin, end, 0, thread});
    capture::Drop& lost = at->second;
    lost.begin = std::min(lost.begin, begin);
    lost.end = std::max(lost.end, end);
    lost.count += count;
}

void Collector::countBatchLost() {
    for (const capture::HostCall& call : m_batch.calls) countLost(call.thread, call.begin, call.end, 1);
    for (const capture::Mark& mark : m_batch.marks) countLost(mark.thread, mark.time, mark.time, 1);
    for (const capture::PacketSide& side : m_batch.packets) countLost(side.thread, side.time, side.time, 1);
    for (const capture::RequestSide& side : m_batch.requests) countLost(side.thread, side.time, side.time, 1);
    for (const capture::Drop& drop : m_batch.drops) countLost(drop.thread, drop.begin, drop.end, drop.count);
}

void Collector::endCutShort() {
    // Threads beyond this are summed up in the last: the chunk must fit into the room that was set aside for it.
    constexpr std::size_t maxThreads = 64;
    capture::Batch last;
    last.facts.emplace_back(capture::factStopped, m_file.failure());
    for (const auto& [thread, lost] : m_lost) {
        if (last.drops.size() < maxThreads) {
            last.drops.push_back(lost);
            continue;
        }
        capture::Drop& others = last.drops.back();
        others.begin = std::min(others.begin, lost.begin);
        others.end = std::max(others.end, lost.end);
        others.count += lost.count;
    }
    m_file.closeWith(m_encoder.encode(last));
}

} // namespace uaescope::plugin
