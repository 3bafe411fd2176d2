#include "analyzer/core/packets.h"

#include "analyzer/core/statistics.h"
#include "uaeplugin/capture/protocol.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace uaescope::core {
namespace {

constexpr std::uint8_t flagQuick = 1; // IOF_QUICK

std::vector<std::int64_t> resetsOf(const Trace& trace) {
    std::vector<std::int64_t> resets;
    for (const capture::Text& text : trace.texts)
        if (text.kind == US_TEXT_RESET) resets.push_back(text.time);
    return resets;
}

// What is open, by its guest address; after a reset nothing is.
class Open {
public:
    explicit Open(const Trace& trace) : m_resets(resetsOf(trace)) {}

    std::unordered_map<std::uint32_t, std::size_t>& at(std::int64_t time) {
        for (; m_next < m_resets.size() && m_resets[m_next] <= time; ++m_next) m_items.clear();
        return m_items;
    }

private:
    std::vector<std::int64_t> m_resets;
    std::size_t m_next = 0;
    std::unordered_map<std::uint32_t, std::size_t> m_items;
};

Packet begun(const capture::PacketSide& side) {
    Packet packet;
    packet.begin = packet.end = side.time;
    packet.task = side.task;
    packet.action = side.action;
    packet.arguments = side.arguments;
    packet.name = side.name;
    return packet;
}

Request begun(const capture::RequestSide& side) {
    Request request;
    request.begin = request.end = side.time;
    request.offset = side.offset;
    request.task = side.task;
    request.unit = side.unit;
    request.length = side.length;
    request.command = side.command;
    return request;
}

void finish(Request& request, const capture::RequestSide& side, bool quick) {
    request.end = std::max(request.begin, side.time);
    request.actual = side.actual;
    request.error = side.error;
    request.isAnswered = true;
    request.isQuick = quick;
}

} // namespace

std::vector<Packet> pairPackets(const Trace& trace) {
    std::vector<Packet> packets;
    Open open(trace);
    for (const capture::PacketSide& side : trace.packets) {
        auto& items = open.at(side.time);
        if (side.phase == US_PACKET_BEGIN) {
            items[side.message] = packets.size();
            packets.push_back(begun(side));
            continue;
        }
        const auto known = items.find(side.message);
        if (known == items.end()) continue;
        Packet& packet = packets[known->second];
        packet.end = std::max(packet.begin, side.time);
        packet.result = side.result;
        packet.error = side.error;
        packet.isAnswered = true;
        items.erase(known);
    }
    return packets;
}

// A request is done when it is replied to, or quick on return. The two come in either order, and a request that was
// replied to may be begun again before BeginIO returns to the task that began it first: a return belongs to the begin
// of its task, and says nothing of one that has been answered.
std::vector<Request> pairRequests(const Trace& trace) {
    std::vector<Request> requests;
    Open open(trace);
    for (const capture::RequestSide& side : trace.requests) {
        auto& items = open.at(side.time);
        if (side.phase == US_REQUEST_EMPTY) continue;
        if (side.phase == US_REQUEST_BEGIN) {
            items[side.request] = requests.size();
            requests.push_back(begun(side));
            continue;
        }
        const auto known = items.find(side.request);
        if (known == items.end()) continue;
        Request& request = requests[known->second];
        if (request.isAnswered) continue;
        if (side.phase == US_REQUEST_REPLIED)
            finish(request, side, false);
        else if (side.task == request.task && (side.flags & flagQuick) != 0)
            finish(request, side, true);
    }
    return requests;
}

std::int64_t stampCost(const Trace& trace) {
    std::vector<std::int64_t> gaps;
    std::optional<std::int64_t> last;
    for (const capture::RequestSide& side : trace.requests) {
        const bool isEmpty = side.phase == US_REQUEST_EMPTY;
        if (isEmpty && last) gaps.push_back(side.time - *last);
        last = isEmpty ? std::optional(side.time) : std::nullopt;
    }
    return percentile(gaps, 0.5);
}

} // namespace uaescope::core
