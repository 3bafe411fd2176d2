// Small traces, written down where the test can see them. Times are nanoseconds; any order will do.
//
// Threads: 1 is the emulation thread, 2 the storage thread. The volume is the image /vol.hdf or the directory /vol.
#pragma once

#include "analyzer/core/analysis.h"
#include "uaeplugin/capture/protocol.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace uaescope::core::test {

constexpr std::uint32_t emulation = 1;
constexpr std::uint32_t storage = 2;
constexpr const char* image = "/vol.hdf";

struct Op {
    std::uint32_t task = 0x1000;
    std::uint32_t size = 0;
    std::uint32_t object = 0;
    std::uint32_t result = 0xffffffff;
    std::uint32_t error = 0;
    const char* name = "";
    std::uint16_t test = 0;
};

struct Io {
    const char* path = image;
    std::int64_t offset = -1;
    std::int64_t size = 0;
    std::int64_t result = 0;
    std::uint8_t nesting = 0;
    std::uint32_t thread = storage;
};

struct Pkt {
    std::uint32_t message = 0x900;
    std::uint32_t task = 0x1000;
    std::int32_t action = 'R';
    std::array<std::uint32_t, 5> arguments = {};
    std::uint32_t result = 0xffffffff;
    std::uint32_t error = 0;
    const char* name = "";
};

struct Req {
    std::uint32_t request = 0x800;
    std::uint32_t task = 0x2000; // the handler's
    std::uint64_t offset = 0;
    std::uint32_t length = 512;
    std::uint16_t command = 2; // CMD_READ
    std::uint8_t flags = 0;
    std::int8_t error = 0;
};

class TraceBuilder {
public:
    TraceBuilder(); // finished, storage.0 = /vol.hdf, storage.1 = /vol

    TraceBuilder& fact(const std::string& key, const std::string& value);
    TraceBuilder& withoutFact(const std::string& key);
    TraceBuilder& threadName(std::uint32_t thread, std::string_view name);

    TraceBuilder& mark(std::uint8_t kind, std::uint8_t phase, std::int64_t time, Op op = {});
    TraceBuilder& operation(std::uint8_t kind, std::int64_t begin, std::int64_t end, Op op = {});
    TraceBuilder& span(std::uint8_t kind, std::int64_t begin, std::int64_t end, Op op = {}) {
        return operation(kind, begin, end, op);
    }

    TraceBuilder& packetSide(std::uint8_t phase, std::int64_t time, Pkt packet = {});
    TraceBuilder& packet(std::int64_t begin, std::int64_t end, Pkt packet = {}); // both sides
    TraceBuilder& requestSide(std::uint8_t phase, std::int64_t time, Req request = {});
    TraceBuilder& request(std::int64_t begin, std::int64_t end, Req request = {}); // begun and replied to

    TraceBuilder& library(capture::Call call, std::int64_t begin, std::int64_t end, Io io = {});
    TraceBuilder& system(capture::Call call, std::int64_t begin, std::int64_t end, Io io = {});
    TraceBuilder& sleep(std::int64_t begin, std::int64_t end, std::uint32_t thread = emulation);
    TraceBuilder& wait(std::int64_t begin, std::int64_t end, std::uint32_t thread = storage);

    TraceBuilder& text(std::uint8_t kind, std::string_view text, std::int64_t time = 0);
    TraceBuilder& drop(std::uint64_t count, std::int64_t begin = 0, std::int64_t end = 0); // of the storage thread
    TraceBuilder& unfinished();

    Trace build() const;
    Analysis analyze() const { return core::analyze(build()); }

    std::uint32_t number(std::string_view text); // of a string

private:
    TraceBuilder& add(capture::Call call, capture::Depth depth, std::int64_t begin, std::int64_t end, const Io& io);

    Trace m_trace;
    std::map<std::string, std::uint32_t, std::less<>> m_numbers;
};

} // namespace uaescope::core::test
