// Runs in Amiberry, where there is one: named by UAESCOPE_AMIBERRY, or in PATH. Its data and kickstarts folders are
// found beside it, or through AMIBERRY_DATA_DIR.
#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/run.h"
#include "guest/suites/suite.h"
#include "tests/lab/scratch.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>

namespace uaescope::lab {
namespace {

class Amiberry : public testing::TestWithParam<const char*> {};

TEST_P(Amiberry, RunsASuiteWithEveryHostCallAttributed) {
    const char* named = std::getenv("UAESCOPE_AMIBERRY"); // NOLINT(concurrency-mt-unsafe): one thread
    const std::string program = named ? named : "amiberry";
    if (!findProgram(program)) GTEST_SKIP() << program << " is not here; set UAESCOPE_AMIBERRY to an Amiberry";
    const Scratch scratch;
    RunOptions options;
    options.suite = "diskperf";
    options.emulator = program;
    options.out = scratch.path();
    const RunResult result = runSetup(parseSetup(GetParam()), 1, options);
    if (!result.retried.empty()) std::cout << "tried twice: " << result.retried << "\n";
    const core::Report& report = result.report;
    EXPECT_TRUE(report.finished);
    EXPECT_TRUE(report.facts.at("emulator.version").starts_with("Amiberry ")) << report.facts.at("emulator.version");
    EXPECT_EQ(report.facts.at("depths"), "library,system");
    std::uint64_t expected = 0;
    const us_suite& suite = *us_suite_named("diskperf");
    for (std::size_t i = 0; i < suite.count_rows; ++i) expected += suite.counts[i].count;
    EXPECT_EQ(report.operations, expected);
    EXPECT_EQ(report.unattributed, 0u);
    EXPECT_EQ(report.dropped, 0u);
    EXPECT_EQ(report.unpaired, 0u);
    EXPECT_GT(report.hostCalls, 0u);
}

INSTANTIATE_TEST_SUITE_P(Setups, Amiberry, testing::Values("dir", "hdf", "rdb"));

} // namespace
} // namespace uaescope::lab
