// Whole runs of the real thing, and everything about them that must hold. The shorter suite runs twice on each setup,
// to see that its counts repeat.

#include "analyzer/core/analysis.h"
#include "analyzer/core/compare.h"
#include "analyzer/lab/run.h"
#include "analyzer/lab/suites.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>
#include <iostream>

namespace uaescope::lab {
namespace {

struct Case {
    const char* setup;
    const char* suite;
    bool twice;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.setup << " with " << one.suite; }

class LabRun : public testing::TestWithParam<Case> {
protected:
    RunResult run(int number) {
        RunOptions options;
        options.suite = GetParam().suite;
        options.out = m_scratch.path();
        RunResult result = runSetup(parseSetup(GetParam().setup), number, options);
        if (!result.retried.empty()) std::cout << "tried twice: " << result.retried << "\n";
        return result;
    }

    Scratch m_scratch;
};

void expectExactOperations(const RunResult& result, const std::string& suite) {
    for (const std::string& fault : countFaults(result.report, suite)) ADD_FAILURE() << fault;
    EXPECT_EQ(result.report.failedOperations, 0u);
    EXPECT_EQ(result.report.unpaired, 0u);
    EXPECT_EQ(result.report.dropped, 0u);
}

void expectEveryNanosecondOwned(const core::Analysis& analysis) {
    for (std::size_t i = 0; i < analysis.operations.size(); ++i) {
        const core::Operation& operation = analysis.operations[i];
        ASSERT_EQ(operation.owners.total(), operation.end - operation.begin) << "operation " << i;
        for (const std::int64_t part : operation.owners.ns) ASSERT_GE(part, 0) << "operation " << i;
    }
}

void expectSameCounts(const core::Report& first, const core::Report& second) {
    EXPECT_EQ(first.operations, second.operations);
    EXPECT_EQ(first.hostCalls, second.hostCalls);
    const std::vector<core::SetupRuns> runs{{"setup", {first, second}}};
    for (const core::Row& row : core::compare(runs, nullptr).rows)
        for (const std::string& difference : row.cells.front().countsDiffer)
            ADD_FAILURE() << row.name << ": " << difference;
}

// Every byte that the host moved in the image is one thing or another.
void expectContentsAddUp(const core::Report& report) {
    std::uint64_t bytes = 0;
    std::uint64_t rootWrites = 0;
    for (const core::ContentReport& content : report.contents) {
        bytes += content.bytesRead + content.bytesWritten;
        if (content.role == "root") rootWrites += content.writes;
    }
    std::uint64_t moved = 0;
    for (const core::FileReport& file : report.files)
        if (file.path == report.facts.at("storage.0")) moved += file.bytesRead + file.bytesWritten;
    EXPECT_EQ(bytes, moved);
    EXPECT_GT(rootWrites, 0u);
}

TEST_P(LabRun, HoldsExactlyTheSuiteAndRepeatsItsCounts) {
    std::vector<RunResult> results = {run(1)};
    if (GetParam().twice) results.push_back(run(2));
    for (const RunResult& result : results) {
        expectExactOperations(result, GetParam().suite);
        EXPECT_LE(result.report.unattributed * 100, result.report.hostCalls);
        expectEveryNanosecondOwned(core::analyze(core::loadTrace(result.capture)));
    }
    EXPECT_GT(results.front().report.hostCalls, 0u);
    if (std::string(GetParam().setup) == "dir")
        EXPECT_TRUE(results.front().report.contents.empty());
    else
        expectContentsAddUp(results.front().report);
    expectSameCounts(results.front().report, results.back().report);
}

INSTANTIATE_TEST_SUITE_P(Setups, LabRun,
                         testing::Values(Case{"dir", "diskspeed13", false}, Case{"hdf", "diskspeed13", false},
                                         Case{"rdb", "diskspeed13", false}, Case{"dir", "diskperf", true},
                                         Case{"hdf", "diskperf", true}, Case{"rdb", "diskperf", true}),
                         [](const auto& one) { return std::string(one.param.setup) + "_" + one.param.suite; });

} // namespace
} // namespace uaescope::lab
