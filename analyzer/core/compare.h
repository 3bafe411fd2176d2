// One suite on several setups, set side by side: a row for each test, a cell for each setup, the host's own rate
// beside them, and what may be claimed from the differences.
#pragma once

#include "analyzer/core/reasons.h"
#include "analyzer/core/report.h"
#include "analyzer/core/statistics.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace uaescope::core {

struct SetupRuns {
    std::string name;
    std::vector<Report> runs;
};

// What must repeat exactly from run to run.
struct Counts {
    std::uint64_t operations = 0;
    std::uint64_t hostCalls = 0;
    std::uint64_t sideFileCalls = 0;
    std::uint64_t hostReads = 0;
    std::uint64_t hostWrites = 0;
    std::uint64_t hostBytesRead = 0;
    std::uint64_t hostBytesWritten = 0;
    bool operator==(const Counts&) const = default;
};

struct Cell {
    FigureState state = FigureState::notMeasured;
    std::string note;          // why there is no figure
    std::vector<double> rates; // of the runs that measured one
    double median = 0;
    double spread = 0;                     // see relativeSpread
    bool wideSpread = false;               // over 10 %
    double guestRate = 0;                  // median, by the guest's own clock; 0 not known
    std::optional<double> passThrough;     // median over the host twin's median
    std::optional<Ratio> ratio;            // to the first setup; none for the first itself and for the host
    Counts counts;                         // of the first run
    std::vector<std::string> countsDiffer; // "host calls 5210 to 5214"; empty when they repeat exactly
    Owners owners;                         // of the middle run
};

struct Row {
    std::string name;
    std::string unit;
    Work work = Work::other;
    std::vector<Cell> cells; // as Comparison::setups
    std::optional<Cell> host;
};

// Who is faster at one kind of work; all rows of that kind count alike.
struct Verdict {
    Work work = Work::other;
    std::string faster;         // empty: no difference shown
    std::string slower;         // the next best setup, against which it is claimed
    std::optional<Ratio> ratio; // faster over slower
    std::string text;           // one sentence
};

struct Comparison {
    std::string suite;
    std::vector<std::string> setups;
    std::vector<std::size_t> runCounts; // as setups
    std::string hostMode;               // "cached" or "synced"; empty without a twin
    std::vector<Row> rows;
    std::vector<Reason> reasons;
    std::vector<Verdict> verdicts;
    std::vector<std::string> warnings;
};

// twin: runs of the same suite natively on the host, or nullptr.
Comparison compare(std::span<const SetupRuns> setups, const SetupRuns* twin);

} // namespace uaescope::core
