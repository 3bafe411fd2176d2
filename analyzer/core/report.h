// What `report` prints of one analysis: figures per run, per test and per file. Plain numbers.
#pragma once

#include "analyzer/core/analysis.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace uaescope::core {

// A figure that is not a plain number says why (design: "not measured", "below resolution", "invalid").
enum class FigureState { measured, notMeasured, belowResolution, invalid };

struct TestReport {
    std::string name;
    std::string unit; // "files/s", "bytes/s", ...
    double rate = 0;  // by the host's clock over the test's operations
    FigureState state = FigureState::notMeasured;
    double guestRate = 0; // as the guest's own clock has it; 0 not known
    std::uint64_t operations = 0;
    std::uint64_t items = 0; // files, seeks or bytes the rate counts
    std::int64_t wallNs = 0; // sum of the operations
    std::int64_t medianNs = 0;
    std::int64_t p95Ns = 0;
    std::int64_t maxNs = 0;
    Owners owners;
    std::uint64_t hostCalls = 0; // outermost, attributed, merged directory reads counted one by one
    std::uint64_t sideFileCalls = 0;
    std::uint64_t hostReads = 0; // system calls that moved data; sizes below
    std::uint64_t hostWrites = 0;
    std::uint64_t hostBytesRead = 0;
    std::uint64_t hostBytesWritten = 0;
    std::uint64_t guestBytesRead = 0;
    std::uint64_t guestBytesWritten = 0;
    std::map<std::uint8_t, std::uint64_t> operationsByKind; // US_OP_* -> count
    std::map<capture::Call, std::uint64_t> callsByName;
};

struct FileReport {
    std::string path;
    Role role = Role::unknown;
    std::uint64_t calls = 0; // at system-call depth where that depth was recorded, else library depth
    std::uint64_t bytesRead = 0;
    std::uint64_t bytesWritten = 0;
    std::int64_t ns = 0;
};

struct Report {
    std::string file;
    std::map<std::string, std::string> facts;
    bool finished = false;
    int exitStatus = 0;
    std::uint64_t operations = 0;
    std::uint64_t hostCalls = 0;
    std::uint64_t unattributed = 0;
    std::uint64_t late = 0;
    std::uint64_t outside = 0;
    std::uint64_t dropped = 0;
    std::uint64_t bytesNotHanded = 0;
    std::uint64_t failedOperations = 0;
    Owners owners; // over all operations
    std::vector<TestReport> tests;
    std::vector<FileReport> files;
    std::vector<std::string> console;  // what the guest printed
    std::vector<std::string> warnings; // one sentence each: unfinished, drops, damage, ...
};

Report makeReport(const Analysis& analysis);

} // namespace uaescope::core
