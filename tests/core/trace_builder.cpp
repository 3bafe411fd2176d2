#include "tests/core/trace_builder.h"

namespace uaescope::core::test {

TraceBuilder::TraceBuilder() {
    m_trace.strings.emplace_back();
    m_trace.facts = {{"storage.0", image}, {"storage.1", "/vol"}, {"emulation.thread", "1"}};
    m_trace.finished = true;
}

TraceBuilder& TraceBuilder::fact(const std::string& key, const std::string& value) {
    m_trace.facts[key] = value;
    return *this;
}

TraceBuilder& TraceBuilder::withoutFact(const std::string& key) {
    m_trace.facts.erase(key);
    return *this;
}

TraceBuilder& TraceBuilder::threadName(std::uint32_t thread, std::string_view name) {
    m_trace.threads.push_back({thread, number(name)});
    return *this;
}

TraceBuilder& TraceBuilder::mark(std::uint8_t kind, std::uint8_t phase, std::int64_t time, Op op) {
    capture::Mark mark;
    mark.time = time;
    mark.thread = emulation;
    mark.task = op.task;
    mark.size = op.size;
    mark.value = phase == US_PHASE_BEGIN ? op.object : op.result;
    mark.error = phase == US_PHASE_BEGIN ? 0 : op.error;
    mark.name = phase == US_PHASE_BEGIN ? number(op.name) : 0;
    mark.test = op.test;
    mark.operation = kind;
    mark.phase = phase;
    m_trace.marks.push_back(mark);
    return *this;
}

TraceBuilder& TraceBuilder::operation(std::uint8_t kind, std::int64_t begin, std::int64_t end, Op op) {
    return mark(kind, US_PHASE_BEGIN, begin, op).mark(kind, US_PHASE_END, end, op);
}

TraceBuilder& TraceBuilder::packetSide(std::uint8_t phase, std::int64_t time, Pkt packet) {
    capture::PacketSide side;
    side.time = time;
    side.thread = emulation;
    side.message = packet.message;
    side.task = packet.task;
    side.action = packet.action;
    side.phase = phase;
    if (phase == US_PACKET_BEGIN) {
        side.arguments = packet.arguments;
        side.name = number(packet.name);
    } else {
        side.result = packet.result;
        side.error = packet.error;
    }
    m_trace.packets.push_back(side);
    return *this;
}

TraceBuilder& TraceBuilder::packet(std::int64_t begin, std::int64_t end, Pkt packet) {
    return packetSide(US_PACKET_BEGIN, begin, packet).packetSide(US_PACKET_REPLIED, end, packet);
}

TraceBuilder& TraceBuilder::requestSide(std::uint8_t phase, std::int64_t time, Req request) {
    capture::RequestSide side;
    side.time = time;
    side.thread = emulation;
    side.request = request.request;
    side.task = request.task;
    side.unit = 1;
    side.offset = request.offset;
    side.length = request.length;
    side.actual = phase == US_REQUEST_BEGIN ? 0 : request.length;
    side.command = request.command;
    side.flags = request.flags;
    side.error = phase == US_REQUEST_BEGIN ? std::int8_t{0} : request.error;
    side.phase = phase;
    m_trace.requests.push_back(side);
    return *this;
}

TraceBuilder& TraceBuilder::request(std::int64_t begin, std::int64_t end, Req request) {
    return requestSide(US_REQUEST_BEGIN, begin, request).requestSide(US_REQUEST_REPLIED, end, request);
}

TraceBuilder& TraceBuilder::add(capture::Call call, capture::Depth depth, std::int64_t begin, std::int64_t end,
                                const Io& io) {
    capture::HostCall record;
    record.begin = begin;
    record.end = end;
    record.offset = io.offset;
    record.size = io.size;
    record.result = io.result;
    record.thread = io.thread;
    record.path = number(io.path);
    record.call = call;
    record.depth = depth;
    record.nesting = io.nesting;
    m_trace.calls.push_back(record);
    return *this;
}

TraceBuilder& TraceBuilder::library(capture::Call call, std::int64_t begin, std::int64_t end, Io io) {
    return add(call, capture::Depth::library, begin, end, io);
}

TraceBuilder& TraceBuilder::system(capture::Call call, std::int64_t begin, std::int64_t end, Io io) {
    return add(call, capture::Depth::system, begin, end, io);
}

TraceBuilder& TraceBuilder::sleep(std::int64_t begin, std::int64_t end, std::uint32_t thread) {
    return library(capture::Call::usleep, begin, end, {.path = "", .thread = thread});
}

TraceBuilder& TraceBuilder::wait(std::int64_t begin, std::int64_t end, std::uint32_t thread) {
    return library(capture::Call::semaphoreWait, begin, end, {.path = "", .thread = thread});
}

TraceBuilder& TraceBuilder::text(std::uint8_t kind, std::string_view text, std::int64_t time) {
    m_trace.texts.push_back({time, number(text), kind});
    return *this;
}

TraceBuilder& TraceBuilder::drop(std::uint64_t count, std::int64_t begin, std::int64_t end) {
    m_trace.drops.push_back({begin, end, count, storage});
    return *this;
}

TraceBuilder& TraceBuilder::unfinished() {
    m_trace.finished = false;
    return *this;
}

Trace TraceBuilder::build() const {
    Trace trace = m_trace;
    completeTrace(trace);
    return trace;
}

std::uint32_t TraceBuilder::number(std::string_view text) {
    if (text.empty()) return 0;
    const auto [entry, isNew] =
        m_numbers.emplace(std::string(text), static_cast<std::uint32_t>(m_trace.strings.size()));
    if (isNew) m_trace.strings.emplace_back(text);
    return entry->second;
}

} // namespace uaescope::core::test
