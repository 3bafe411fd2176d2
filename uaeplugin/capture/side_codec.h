// Packets and requests as columns.
#pragma once

#include "uaeplugin/capture/mark_codec.h"

namespace uaescope::capture {

struct PacketShape {
    std::uint32_t thread = 0, task = 0;
    std::int32_t action = 0;
    std::uint8_t phase = 0;
    GuestContext context = GuestContext::task;

    static PacketShape of(const PacketSide& p) { return {p.thread, p.task, p.action, p.phase, p.context}; }
    void fill(PacketSide& p) const {
        p.thread = thread;
        p.task = task;
        p.action = action;
        p.phase = phase;
        p.context = context;
    }
    bool operator==(const PacketShape&) const = default;
    template <typename Visit>
    static void eachField(Visit visit) {
        visit(&PacketShape::thread);
        visit(&PacketShape::task);
        visit(&PacketShape::action);
        visit(&PacketShape::phase);
        visit(&PacketShape::context);
    }
};

struct RequestShape {
    std::uint32_t thread = 0, task = 0, unit = 0;
    std::uint16_t command = 0;
    std::uint8_t flags = 0, phase = 0;
    std::int8_t error = 0;
    GuestContext context = GuestContext::task;

    static RequestShape of(const RequestSide& r) {
        return {r.thread, r.task, r.unit, r.command, r.flags, r.phase, r.error, r.context};
    }
    void fill(RequestSide& r) const {
        r.thread = thread;
        r.task = task;
        r.unit = unit;
        r.command = command;
        r.flags = flags;
        r.phase = phase;
        r.error = error;
        r.context = context;
    }
    bool operator==(const RequestShape&) const = default;
    template <typename Visit>
    static void eachField(Visit visit) {
        visit(&RequestShape::thread);
        visit(&RequestShape::task);
        visit(&RequestShape::unit);
        visit(&RequestShape::command);
        visit(&RequestShape::flags);
        visit(&RequestShape::phase);
        visit(&RequestShape::error);
        visit(&RequestShape::context);
    }
};

template <typename Coder>
void codePackets(Coder& coder, std::vector<PacketSide>& packets) {
    codeCount(coder, packets);
    const auto [numbers, shapes] = codeShapes<PacketShape>(coder, packets, PacketShape::of);
    if constexpr (!Coder::writes)
        for (std::size_t i = 0; i < packets.size(); ++i) shapes[numbers[i]].fill(packets[i]);
    codeTimes(coder, packets, numbers, shapes.size());
    codeField(coder, packets, &PacketSide::message, numbers, shapes.size());
    for (std::size_t argument = 0; argument < PacketSide().arguments.size(); ++argument) {
        std::vector<std::uint32_t> last(shapes.size());
        coder.begin(packets.size());
        for (std::size_t i = 0; i < packets.size(); ++i) {
            std::uint32_t& previous = last[numbers[i]];
            coder.code(packets[i].arguments[argument], previous);
            previous = packets[i].arguments[argument];
        }
        coder.end();
    }
    codeField(coder, packets, &PacketSide::result, numbers, shapes.size());
    codeField(coder, packets, &PacketSide::error, numbers, shapes.size());
    codeField(coder, packets, &PacketSide::name, numbers, shapes.size());
}

template <typename Coder>
void codeRequests(Coder& coder, std::vector<RequestSide>& requests) {
    codeCount(coder, requests);
    const auto [numbers, shapes] = codeShapes<RequestShape>(coder, requests, RequestShape::of);
    if constexpr (!Coder::writes)
        for (std::size_t i = 0; i < requests.size(); ++i) shapes[numbers[i]].fill(requests[i]);
    const std::vector<std::uint32_t> one(requests.size());
    codeTimes(coder, requests, numbers, shapes.size());
    codeField(coder, requests, &RequestSide::request, numbers, shapes.size());
    codeField(coder, requests, &RequestSide::length, one, 1);
    codeField(coder, requests, &RequestSide::actual, numbers, shapes.size());
    // Three sides of one request stand at one offset.
    codeField(coder, requests, &RequestSide::offset, one, 1);
}

} // namespace uaescope::capture
