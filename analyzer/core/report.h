// What `report` prints of one analysis: figures per run, per test and per file. Plain numbers.
#pragma once

#include "analyzer/core/analysis.h"
#include "analyzer/core/file_purpose.h"
#include "analyzer/core/guest_traffic.h"
#include "analyzer/core/image_parts.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace uaescope::core {

// A figure that is not a plain number says why (design: "not measured", "below resolution", "invalid").
enum class FigureState { measured, notMeasured, belowResolution, invalid };

// What a test asks of the volume, told by its operations; results of one kind are summed up in one verdict.
enum class Work : std::uint8_t { create, open, load, lock, list, remove, rename, seek, read, write, other };
const char* workName(Work work); // "creating files", "reading data", ...

// Of a test's operations, those on another volume than the one under test, where a copy goes for example.
struct Elsewhere {
    std::uint64_t operations = 0;
    Owners owners;
};

struct TestReport {
    std::string name;
    std::string unit; // "files/s", "bytes/s", ...
    Work work = Work::other;
    double rate = 0; // items over wallNs, by the host's clock; preparing operations count nowhere in this struct
    FigureState state = FigureState::notMeasured;
    std::string note;             // why the figure is not measured, below resolution or invalid
    double guestRate = 0;         // as the guest's own clock has it; 0 not known
    std::int64_t guestStepNs = 0; // smallest difference that this clock shows; 0 not known
    std::uint64_t operations = 0;
    std::uint64_t items = 0; // files, seeks or bytes the rate counts
    std::int64_t wallNs = 0; // during which one of the operations or more was open
    std::int64_t minNs = 0;  // of one operation, and so on
    std::int64_t medianNs = 0;
    std::int64_t p90Ns = 0;
    std::int64_t p95Ns = 0;
    std::int64_t p99Ns = 0;
    std::int64_t maxNs = 0;
    Owners owners;
    TimeDetail detail;
    Elsewhere elsewhere;
    std::uint64_t hostCalls = 0; // outermost, attributed, merged directory reads counted one by one
    std::uint64_t sideFileCalls = 0;
    std::uint64_t overheadCalls = 0; // the same on the emulator's own files; not among hostCalls, nor in what follows
    std::uint64_t hostReads = 0;     // system calls that moved data (C library calls where that depth is all there is),
    std::uint64_t hostWrites = 0;    // the late ones that the test's operations caused among them
    std::uint64_t hostBytesRead = 0;
    std::uint64_t hostBytesWritten = 0;
    std::uint64_t guestBytesRead = 0;
    std::uint64_t guestBytesWritten = 0;
    std::uint64_t lateWrites = 0; // of hostWrites: after the operation that caused them
    std::uint64_t lateBytes = 0;
    std::int64_t lateNs = 0;
    std::optional<GuestTraffic> traffic;
    std::map<std::uint8_t, std::uint64_t> operationsByKind; // US_OP_* -> count
    std::map<capture::Call, std::uint64_t> callsByName;     // as hostCalls
};

struct FileReport {
    std::string path;
    Role role = Role::unknown;
    Purpose purpose = Purpose::other;
    // At system-call depth where that depth was recorded, else library depth. An opendir, fclose or closedir without
    // a recorded system call in it stands for the open or close that the C library hides.
    std::uint64_t calls = 0;
    std::map<capture::Call, std::uint64_t> callsByName;
    std::uint64_t bytesRead = 0;
    std::uint64_t bytesWritten = 0;
    std::int64_t ns = 0;          // of the outermost calls
    std::optional<AtRisk> atRisk; // of files that were written through a buffer; system depth only
};

// The emulator's own files of one purpose, counted like FileReport.
struct OverheadReport {
    Purpose purpose = Purpose::other;
    std::uint64_t calls = 0;
    std::uint64_t bytesRead = 0;
    std::uint64_t bytesWritten = 0;
    std::int64_t ns = 0;
};

// Records of one thread that its full log could not take.
struct Loss {
    std::string thread;
    std::uint64_t count = 0;
    std::int64_t first = 0; // when, from the begin of the recording
    std::int64_t last = 0;
};
std::string lossText(const Loss& loss); // "4 records of thread hardfile, 1.203 s to 1.250 s after the start"

// Guest code of the operations on the traced volume, divided: the filesystem's handler, and the rest.
struct GuestSplit {
    std::int64_t dos = 0; // DOS and scheduling
    std::int64_t handler = 0;
};

struct Report {
    std::string file;
    std::map<std::string, std::string> facts;
    bool finished = false;
    int exitStatus = 0;
    std::uint64_t operations = 0;
    std::uint64_t hostCalls = 0; // outermost, of storage and side files, merged directory reads counted one by one
    std::uint64_t unattributed = 0;
    std::uint64_t shared = 0;
    std::uint64_t late = 0;
    std::uint64_t outside = 0;
    std::uint64_t unpaired = 0; // marks
    MarkCost markCost;
    std::uint64_t resets = 0; // of the guest
    std::uint64_t cutByReset = 0;
    std::uint64_t dropped = 0;
    std::uint64_t bytesNotHanded = 0;
    std::uint64_t failedOperations = 0;
    Owners owners; // over all operations
    TimeDetail detail;
    std::uint64_t overheadCalls = 0;     // as in TestReport, over all operations
    std::optional<AtRisk> atRisk;        // system depth only
    std::optional<GuestTraffic> traffic; // packets and requests, where they were traced
    std::vector<TestReport> tests;
    std::vector<FileReport> files;
    std::vector<ContentReport> contents;  // of images, where the capture says what their blocks hold
    std::vector<OverheadReport> overhead; // the most time first
    std::vector<Loss> losses;
    std::vector<std::string> console;  // what the guest printed
    std::vector<std::string> warnings; // one sentence each: unfinished, drops, damage, ...
};

Report makeReport(const Analysis& analysis);

// Absent where nothing was traced. Operations on another volume have no packets that were traced: their guest code is
// left out. The report's is that of all operations, but where tests went to another volume or were not traced the sum
// of the tests'.
std::optional<GuestSplit> guestSplitOf(const TestReport& test);
std::optional<GuestSplit> guestSplitOf(const Report& report);

// The warning of a capture without an end record, which is none while the recording goes on.
std::string unfinishedWarning(const Trace& trace);

} // namespace uaescope::core
