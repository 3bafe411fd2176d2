// A trace understood: operations, the host calls that belong to them, and who owned every nanosecond.
//
// Indices refer to the vectors of the trace and of this analysis; no pointers, so the whole is a value.
#pragma once

#include "analyzer/core/at_risk.h"
#include "analyzer/core/call_infos.h"
#include "analyzer/core/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace uaescope::core {

// Who a nanosecond of an operation belongs to; the first that applies, in this order.
enum class Owner : std::uint8_t {
    hostIo, // a thread is inside an outermost host call of the operation: on storage, or on the emulator's own files
    sleep,  // the emulation thread is inside one of its pacing sleeps
    device, // a device request is in flight, or the storage thread is between its wake-up and its next wait
    guest,  // the rest: emulated code
};
constexpr int ownerCount = 4;
const char* ownerName(Owner owner); // "host I/O", "emulator sleep", "device", "guest code"

struct Owners {
    std::array<std::int64_t, ownerCount> ns{};
    std::int64_t& operator[](Owner owner) { return ns[static_cast<std::size_t>(owner)]; }
    std::int64_t operator[](Owner owner) const { return ns[static_cast<std::size_t>(owner)]; }
    std::int64_t total() const { return ns[0] + ns[1] + ns[2] + ns[3]; }
    Owners& operator+=(const Owners& other);
};

// Parts of what two owners have: they tell why.
struct TimeDetail {
    std::int64_t overheadIo = 0; // of host I/O: on the emulator's own files alone, its log for example
    std::int64_t workAsleep = 0; // of sleep: a storage thread worked meanwhile
    std::int64_t wakeUp = 0;     // of sleep: the storage thread was done, but the emulation thread slept on: the guest
                             // waited to be woken. The rest of sleep is pacing: no storage thread had anything to do.
    std::int64_t handler = 0; // of guest code: a packet of the operation is open, so the filesystem's handler has it.
                              // The rest is DOS and scheduling. Known only where packets were recorded.
    TimeDetail& operator+=(const TimeDetail& other);
};

struct Operation {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    Owners owners; // sums to end - begin
    TimeDetail detail;
    std::uint32_t task = 0;   // guest task
    std::uint32_t size = 0;   // asked for
    std::uint32_t object = 0; // file handle or lock; for Open the handle it returned
    std::uint32_t result = 0;
    std::uint32_t error = 0;     // IoErr
    std::uint32_t name = 0;      // string number; for calls on handles the name given at Open
    std::uint32_t firstCall = 0; // its calls are callOrder[firstCall, firstCall + callCount)
    std::uint32_t callCount = 0;
    std::uint16_t test = 0; // number in the suite, 0 outside tests
    std::uint8_t kind = 0;  // US_OP_*
    bool prepares = false;  // lies in a US_OP_PREPARE span: not part of the test's figure
};
const char* operationName(std::uint8_t kind); // "Open", "Read", ... as AmigaDOS calls them

// What marks cost: by the empty pairs that the guest makes for it. Medians; 0 when it made none.
struct MarkCost {
    std::int64_t insideNs = 0; // of it lies inside each operation
    std::int64_t pairNs = 0;   // for each operation
};

// One DosPacket to the volume's handler. Times as capture::PacketSide.
struct Packet {
    std::int64_t begin = 0;
    std::int64_t end = 0; // the begin where it was not answered
    std::uint32_t operation = none;
    std::uint32_t task = 0; // that sent it
    std::int32_t action = 0;
    std::array<std::uint32_t, 5> arguments{};
    std::uint32_t result = 0; // dp_Res1
    std::uint32_t error = 0;  // dp_Res2
    std::uint32_t name = 0;   // string number
    bool isAnswered = false;
};

// One exec request to the device below the volume. Times as capture::RequestSide.
struct Request {
    std::int64_t begin = 0;
    std::int64_t end = 0; // the begin where it was not answered
    std::uint64_t offset = 0;
    std::uint32_t operation = none;
    std::uint32_t task = 0; // that began it
    std::uint32_t unit = 0;
    std::uint32_t length = 0;
    std::uint32_t actual = 0;
    std::uint16_t command = 0;
    std::int8_t error = 0; // io_Error
    bool isAnswered = false;
    bool isQuick = false; // done when BeginIO returned
};

// A US_OP_SUITE, US_OP_TEST, US_OP_SETTLE or US_OP_PREPARE span.
struct Span {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint32_t task = 0;
    std::uint32_t name = 0; // string number
    std::uint16_t test = 0;
    std::uint8_t kind = 0;
};

struct Test {
    std::string name; // the row's label
    std::uint16_t number = 0;
    std::uint8_t kind = 0; // of its span: US_OP_TEST, or US_OP_PROGRAM
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint32_t firstOperation = 0; // operations[firstOperation, firstOperation + operationCount) begin in the span;
                                      // those of other tasks among them carry another test number
    std::uint32_t operationCount = 0;
};

struct Analysis {
    Trace trace; // without its marks and sides: operations, spans, packets and requests hold what they said
    std::vector<Operation> operations; // sorted by begin
    std::vector<Span> spans;           // sorted by begin
    std::vector<Test> tests;
    std::vector<Packet> packets;   // sorted by begin; none where the guest did not trace
    std::vector<Request> requests; // likewise
    CallInfos calls;               // one for each of trace.calls
    // Call indices grouped by operation, in time order: the attributed calls with those nested in them, and the late
    // calls that the operation caused, and the calls on the emulator's own files that its emulation and storage threads
    // made meanwhile (Place::overhead). A shared call stands in the group of each operation that shares it.
    std::vector<std::uint32_t> callOrder;
    MarkCost markCost;
    std::int64_t stampNs = 0; // what one side of a packet or request costs, see stampCost()
    std::uint32_t emulationThread = 0;
    std::vector<std::uint32_t> storageThreads;
    std::uint64_t unpairedMarks = 0;  // a begin without an end, or the reverse
    std::uint64_t resets = 0;         // of the guest
    std::uint64_t cutByReset = 0;     // operations that were open at a reset; they are not among the others
    std::uint64_t bytesNotHanded = 0; // written by the emulator, never handed to the host; known at system depth only
    AtRisk atRisk;                    // likewise
    std::vector<FileAtRisk> filesAtRisk;
    std::uint64_t unattributedCalls = 0; // outermost
    std::uint64_t sharedCalls = 0;       // outermost
    std::uint64_t lateCalls = 0;
    std::uint64_t droppedRecords = 0;
    bool systemDepth = false; // system calls were recorded, not only the C library's functions

    std::span<const std::uint32_t> callsOf(const Operation& operation) const;
};

Analysis analyze(Trace trace);

// The host paths that hold the volume, from the facts "storage.0", "storage.1"...: an image, or a directory.
std::vector<std::string> storagePaths(const Trace& trace);

} // namespace uaescope::core
