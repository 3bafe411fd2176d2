// What the hot path stores: one cache line for each record, in ticks and numbers of Names.
#pragma once

#include "uaeplugin/capture/event.h"

#include <array>
#include <cstdint>

namespace uaescope::plugin {

enum class RecordKind : std::uint8_t { call, mark, text, packet, request };

struct CallRecord {
    std::uint64_t begin, end; // ticks
    std::int64_t offset, size, result;
    std::uint32_t path;
    std::int32_t descriptor;
    std::uint16_t error;
    capture::Call call;
    capture::Depth depth;
    std::uint8_t nesting, flags;
};

struct MarkRecord {
    std::uint64_t time; // ticks
    std::uint64_t eclock;
    std::uint32_t task, size, value, error, name;
    std::uint16_t test;
    std::uint8_t operation, phase;
};

struct TextRecord {
    std::uint64_t time; // ticks
    std::uint32_t text;
    std::uint8_t kind;
};

// The members are those of capture::PacketSide and capture::RequestSide.
struct PacketRecord {
    std::uint64_t time; // ticks
    std::uint32_t message, task;
    std::int32_t action;
    std::array<std::uint32_t, 5> arguments;
    std::uint32_t result, error, name;
    std::uint8_t phase;
    capture::GuestContext context;
};

struct RequestRecord {
    std::uint64_t time; // ticks
    std::uint64_t offset;
    std::uint32_t request, task, unit, length, actual;
    std::uint16_t command;
    std::uint8_t flags;
    std::int8_t error;
    std::uint8_t phase;
    capture::GuestContext context;
};

struct alignas(64) Record {
    union {
        CallRecord call;
        MarkRecord mark;
        TextRecord text;
        PacketRecord packet;
        RequestRecord request;
    };
    RecordKind kind;
};
static_assert(sizeof(Record) == 64);

} // namespace uaescope::plugin
