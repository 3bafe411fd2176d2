// Packets as operations, and the operations that packets and requests belong to.
#include "analyzer/core/packets.h"

#include "uaeplugin/capture/protocol.h"

#include <algorithm>

namespace uaescope::core {
namespace {

// The operation that open, read and so on would have been, had the program marked them.
std::uint8_t kindOf(std::int32_t action) {
    switch (action) {
    case 1004: // FINDUPDATE
    case 1005: // FINDINPUT
    case 1006: // FINDOUTPUT
    case 1026: // FH_FROM_LOCK
        return US_OP_OPEN;
    case 1007: return US_OP_CLOSE;
    case 'R': return US_OP_READ;
    case 'W': return US_OP_WRITE;
    case 1008: return US_OP_SEEK;
    case 8: return US_OP_LOCK;
    case 15: return US_OP_UNLOCK;
    case 23:   // EXAMINE_OBJECT
    case 1034: // EXAMINE_FH
        return US_OP_EXAMINE;
    case 24: return US_OP_EXNEXT;
    case 1033: return US_OP_EXALL;
    case 16: return US_OP_DELETE;
    case 21: return US_OP_SET_PROTECTION;
    case 22: return US_OP_CREATE_DIR;
    case 17: return US_OP_RENAME;
    case 25: // DISK_INFO
    case 26: return US_OP_INFO;
    default: return US_OP_PACKET;
    }
}

bool hasFailed(const Packet& packet, std::uint8_t kind) {
    constexpr std::uint32_t minusOne = 0xffffffff;
    if (kind == US_OP_READ || kind == US_OP_WRITE || kind == US_OP_SEEK) return packet.result == minusOne;
    return packet.result == 0 && kind != US_OP_CLOSE && kind != US_OP_UNLOCK;
}

Operation operationOf(const Packet& packet, std::uint16_t test) {
    Operation operation;
    operation.begin = packet.begin;
    operation.end = packet.end;
    operation.task = packet.task;
    operation.kind = kindOf(packet.action);
    operation.object = packet.arguments[0];
    if (operation.kind == US_OP_READ || operation.kind == US_OP_WRITE) operation.size = packet.arguments[2];
    if (operation.kind == US_OP_SEEK) operation.size = packet.arguments[1];
    operation.result = packet.result;
    operation.error = hasFailed(packet, operation.kind) ? packet.error : 0;
    operation.name = packet.name;
    operation.test = test;
    return operation;
}

// The operations that are open at a moment; time only moves forward.
class Windows {
public:
    explicit Windows(const std::vector<Operation>& operations) : m_operations(operations) {}

    const std::vector<std::uint32_t>& at(std::int64_t time) {
        while (m_next < m_operations.size() && m_operations[m_next].begin <= time) m_open.push_back(m_next++);
        std::erase_if(m_open, [&](std::uint32_t index) { return m_operations[index].end < time; });
        return m_open;
    }

private:
    const std::vector<Operation>& m_operations;
    std::uint32_t m_next = 0;
    std::vector<std::uint32_t> m_open;
};

// The last one begun: what stands in for a packet begins with it, and the one before may end in the same moment.
std::uint32_t ofTask(const std::vector<std::uint32_t>& open, const std::vector<Operation>& operations,
                     std::uint32_t task) {
    const auto found =
        std::find_if(open.rbegin(), open.rend(), [&](std::uint32_t index) { return operations[index].task == task; });
    return found == open.rend() ? none : *found;
}

std::vector<Span> programsIn(const std::vector<Span>& spans) {
    std::vector<Span> programs;
    for (const Span& span : spans)
        if (span.kind == US_OP_PROGRAM) programs.push_back(span);
    return programs;
}

} // namespace

void letPacketsStandIn(const Trace& trace, const std::vector<Packet>& packets, PairedMarks& paired) {
    const std::vector<Span> programs = programsIn(paired.spans);
    const bool all = paired.operations.empty();
    std::vector<Operation> more;
    Windows windows(paired.operations);
    for (const Packet& packet : packets) {
        if (!packet.isAnswered) continue;
        // The program may be one that marks its operations after all.
        if (ofTask(windows.at(packet.begin), paired.operations, packet.task) != none) continue;
        const auto program = std::find_if(programs.begin(), programs.end(), [&](const Span& span) {
            return span.begin <= packet.begin && packet.begin <= span.end;
        });
        if (program != programs.end() || all)
            more.push_back(operationOf(packet, program == programs.end() ? std::uint16_t{0} : program->test));
    }
    if (more.empty()) return;
    paired.operations.insert(paired.operations.end(), more.begin(), more.end());
    std::stable_sort(paired.operations.begin(), paired.operations.end(),
                     [](const Operation& one, const Operation& other) { return one.begin < other.begin; });
    paired.tests = testsOf(trace, paired.spans, paired.operations);
}

void findOperations(const std::vector<Operation>& operations, std::vector<Packet>& packets,
                    std::vector<Request>& requests) {
    Windows packetWindows(operations);
    for (Packet& packet : packets) packet.operation = ofTask(packetWindows.at(packet.begin), operations, packet.task);
    Windows windows(operations);
    std::size_t next = 0;
    std::vector<std::size_t> open; // packets, the last begun last
    for (Request& request : requests) {
        for (; next < packets.size() && packets[next].begin <= request.begin; ++next) open.push_back(next);
        std::erase_if(open, [&](std::size_t index) { return packets[index].end < request.begin; });
        const std::vector<std::uint32_t>& candidates = windows.at(request.begin);
        request.operation = candidates.empty() ? none : candidates.front();
        if (candidates.size() < 2) continue;
        const std::uint32_t own = ofTask(candidates, operations, request.task);
        if (own != none)
            request.operation = own;
        else if (!open.empty() && packets[open.back()].operation != none)
            request.operation = packets[open.back()].operation;
    }
}

} // namespace uaescope::core
