// The suites that read the device under a volume, on images with and without a partition table.
#include "analyzer/core/report.h"
#include "analyzer/lab/run.h"
#include "analyzer/lab/suites.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>
#include <iostream>

namespace uaescope::lab {
namespace {

core::Report reportOf(const char* setup, const char* suite, const Scratch& scratch) {
    RunOptions options;
    options.suite = suite;
    options.out = scratch.path();
    const RunResult result = runSetup(parseSetup(setup), 1, options);
    if (!result.retried.empty()) std::cout << "tried twice: " << result.retried << "\n";
    return result.report;
}

void expectOnlyReads(const core::Report& report, const std::string& suite) {
    for (const std::string& fault : countFaults(report, suite)) ADD_FAILURE() << fault;
    EXPECT_EQ(report.failedOperations, 0u);
    for (const core::TestReport& test : report.tests) {
        EXPECT_EQ(test.work, core::Work::read) << test.name;
        EXPECT_EQ(test.guestBytesRead, test.items) << test.name;
        EXPECT_EQ(test.hostBytesWritten, 0u) << test.name;
    }
}

TEST(GuestDevice, DevspeedReadsThePartition) {
    const Scratch scratch;
    expectOnlyReads(reportOf("rdb", "devspeed", scratch), "devspeed");
}

TEST(GuestDevice, ScsispeedReadsThePlainImage) {
    const Scratch scratch;
    const core::Report report = reportOf("hdf", "scsispeed", scratch);
    expectOnlyReads(report, "scsispeed");
    EXPECT_GE(report.tests[3].hostBytesRead, 8000000u); // 32 times 256 KB, all of it from the image
}

} // namespace
} // namespace uaescope::lab
