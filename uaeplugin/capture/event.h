// The records of a capture, as values. See format.h for their encoding.
//
// Times are nanoseconds of the host's CLOCK_MONOTONIC. Strings are numbers into the capture's string table
// (0 = none). The numeric values of the enumerations stand in files and are never renumbered.
#pragma once

#include <array>
#include <cstdint>

namespace uaescope::capture {

// C library and system calls by their C names; 64-bit and checked variants share one value.
enum class Call : std::uint8_t {
    none = 0,
    open = 1,
    close = 2,
    read = 3,
    write = 4,
    lseek = 5,
    pread = 6,
    pwrite = 7,
    stat = 8,
    lstat = 9,
    fstat = 10,
    access = 11,
    unlink = 12, // remove() as well
    rename = 13,
    mkdir = 14,
    rmdir = 15,
    ftruncate = 16,
    utimes = 17,
    chmod = 18,
    fsync = 19,
    opendir = 20,
    readdir = 21, // consecutive calls on one stream are one record; size = number of calls, result = entries
    closedir = 22,
    getdents = 23,
    fopen = 24,
    fclose = 25,
    fread = 26,
    fwrite = 27,
    fseek = 28,
    ftell = 29,
    fflush = 30,
    fgetc = 31,
    fgets = 32,
    fputc = 33,
    fputs = 34,
    fprintf = 35,
    // Sleeping and waiting: no host I/O, but they tell who paced whom.
    usleep = 64,
    semaphoreWait = 65,
    conditionWait = 66,
};

constexpr bool isWait(Call call) { return static_cast<std::uint8_t>(call) >= 64; }

// Where the hook stood that made the record.
enum class Depth : std::uint8_t {
    library = 0, // the C library's function as the emulator called it
    system = 1,  // the C library's own system-call stub
};

// HostCall::flags
namespace call_flag {
constexpr std::uint8_t openBefore = 1; // not a call: names a descriptor that was open when recording began
constexpr std::uint8_t forWriting = 2; // open, fopen: the descriptor may be written to
} // namespace call_flag

struct HostCall {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t offset =
        -1; // file position at which the call worked (read, write: before it; seek: after it); -1 unknown
    std::int64_t size = 0;    // bytes asked for; other calls: see Call
    std::int64_t result = 0;  // bytes moved, new position, descriptor or status; -1 failure
    std::uint32_t thread = 0; // Linux thread id
    std::uint32_t path = 0;   // the file or directory, also for calls on descriptors
    std::int32_t descriptor = -1;
    std::uint16_t error = 0; // errno of a failed call
    Call call = Call::none;
    Depth depth = Depth::library;
    std::uint8_t nesting = 0; // recorded calls of the same thread around this one; 0 = outermost
    std::uint8_t flags = 0;   // call_flag
};

// One side of a guest operation: US_OP_*, US_PHASE_* of protocol.h.
struct Mark {
    std::int64_t time = 0; // begin marks are stamped last, end marks first: the pair encloses the DOS call tightly
    std::uint64_t eclock = 0;
    std::uint32_t thread = 0; // the emulation thread
    std::uint32_t task = 0;   // guest task address
    std::uint32_t size = 0;
    std::uint32_t value = 0; // begin: object; end: result
    std::uint32_t error = 0; // end: IoErr
    std::uint32_t name = 0;
    std::uint16_t test = 0;
    std::uint8_t operation = 0;
    std::uint8_t phase = 0;
};

// Where the guest was when it was seen.
enum class GuestContext : std::uint8_t {
    task = 0,
    supervisor = 1, // an interrupt, or the scheduler; the task is the one that was interrupted
};

// One side of a DosPacket: US_PACKET_* of protocol.h.
struct PacketSide {
    std::int64_t time = 0;                    // begins are stamped last, replies first
    std::uint32_t thread = 0;                 // the emulation thread
    std::uint32_t message = 0;                // its address; while the packet is open it is nobody else's
    std::uint32_t task = 0;                   // guest task address
    std::int32_t action = 0;                  // dp_Type
    std::array<std::uint32_t, 5> arguments{}; // begin: dp_Arg1...
    std::uint32_t result = 0;                 // reply: dp_Res1
    std::uint32_t error = 0;                  // reply: dp_Res2
    std::uint32_t name = 0;                   // begin: string number of the object's name, where the action has one
    std::uint8_t phase = 0;
    GuestContext context = GuestContext::task;
};

// One side of an exec device request: US_REQUEST_* of protocol.h.
struct RequestSide {
    std::int64_t time = 0;    // as PacketSide
    std::uint64_t offset = 0; // bytes on the device; of commands with 64-bit offsets both halves
    std::uint32_t thread = 0;
    std::uint32_t request = 0; // its address. Once replied to it may be used anew before the first BeginIO returns.
    std::uint32_t task = 0;
    std::uint32_t unit = 0; // io_Unit
    std::uint32_t length = 0;
    std::uint32_t actual = 0; // says something when the request is done
    std::uint16_t command = 0;
    std::uint8_t flags = 0; // io_Flags
    std::int8_t error = 0;  // io_Error, likewise
    std::uint8_t phase = 0;
    GuestContext context = GuestContext::task;
};

// US_TEXT_* of protocol.h.
struct Text {
    std::int64_t time = 0;
    std::uint32_t text = 0; // string number; UTF-8
    std::uint8_t kind = 0;
};

// Records that a full ring could not take: counted, never waited for.
struct Drop {
    std::int64_t begin = 0; // first and last moment at which a record was lost
    std::int64_t end = 0;
    std::uint64_t count = 0;
    std::uint32_t thread = 0;
};

// The self-check's count of one kind of system call on one file, made by the kernel's filter without the hooks.
struct KernelCount {
    std::uint64_t calls = 0;
    std::uint64_t bytes = 0; // moved by calls that read or write
    std::uint32_t call = 0;  // string number: the call's name, as callName() has it where Call knows the call
    std::uint32_t path = 0;
};

// Bytes of a storage image that held one thing from the begin of the run to its end. Written by the runner, which looks
// at the image before and after; what stands in no part may have been anything.
struct ImagePart {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint32_t path = 0; // string number: the image
    std::uint32_t role = 0; // string number: "root", "bitmap", "data"..., see hardfiles::roleName()
    std::uint32_t file = 0; // string number: the guest's file or directory, "DH0:dir/file"; UTF-8
};

struct Thread {
    std::uint32_t id = 0;
    std::uint32_t name = 0; // as /proc/PID/task/TID/comm had it at the thread's first record
};

} // namespace uaescope::capture
