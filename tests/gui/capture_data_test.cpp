#include "tests/gui/small_run.h"

#include <gtest/gtest.h>

namespace uaescope::models::test {
namespace {

TEST(CaptureData, KnowsTheTestOfAnOperation) {
    const CapturePtr capture = smallRun();
    EXPECT_EQ(capture->testOf(0), 0U);
    EXPECT_EQ(capture->testOf(2), 0U);
    EXPECT_EQ(capture->testOf(3), 1U);
}

TEST(CaptureData, AnOperationOutsideTestsHasNone) {
    auto trace = smallTrace();
    trace.operation(US_OP_READ, 100, 200).operation(US_OP_READ, 50'000, 50'100);
    const CapturePtr capture = makeCaptureData(trace.analyze());
    EXPECT_EQ(capture->testOf(0), std::nullopt);
    EXPECT_EQ(capture->testOf(1), 0U);
    EXPECT_EQ(capture->testOf(6), std::nullopt);
}

TEST(CaptureData, TheSlowestOperationIsOneThatCounts) {
    const CapturePtr capture = smallRun();
    EXPECT_EQ(capture->slowestOperation(std::nullopt), 3U);
    EXPECT_EQ(capture->slowestOperation(0), 1U);
    auto prepared = core::test::TraceBuilder();
    prepared.span(US_OP_TEST, 0, 1000, {.name = "t", .test = 1});
    prepared.span(US_OP_PREPARE, 5, 600, {.test = 1});
    prepared.operation(US_OP_OPEN, 10, 500, {.test = 1}).operation(US_OP_CLOSE, 700, 710, {.test = 1});
    EXPECT_EQ(makeCaptureData(prepared.analyze())->slowestOperation(std::nullopt), 1U);
}

TEST(CaptureData, WithoutOperationsNoneIsSlowest) {
    EXPECT_EQ(makeCaptureData(core::test::TraceBuilder().analyze())->slowestOperation(std::nullopt), std::nullopt);
}

TEST(CaptureData, FindsATestByNameOrPartOfIt) {
    const CapturePtr capture = smallRun();
    EXPECT_EQ(capture->testNamed("Read it"), 1U);
    EXPECT_EQ(capture->testNamed("READ"), 1U);
    EXPECT_EQ(capture->testNamed("it"), 0U);
    EXPECT_EQ(capture->testNamed("delete"), std::nullopt);
}

TEST(CaptureData, CountsHostCallsAsTheReportDoes) {
    const CapturePtr capture = smallRun();
    EXPECT_EQ(capture->hostCalls, (std::vector<std::uint64_t>{0, 2, 0, 2, 0}));
    for (std::size_t test = 0; test < capture->analysis.tests.size(); ++test) {
        std::uint64_t sum = 0;
        for (std::uint32_t i = 0; i < capture->analysis.operations.size(); ++i) {
            if (capture->testOf(i) == test && !capture->analysis.operations[i].prepares) sum += capture->hostCalls[i];
        }
        EXPECT_EQ(sum, capture->report.tests[test].hostCalls);
    }
}

TEST(CaptureData, ListsLateCalls) { EXPECT_EQ(smallRun()->lateCalls, std::vector<std::uint32_t>{lateWrite}); }

TEST(CaptureData, SummaryNamesTheRun) {
    const QString summary = runSummary(*smallRun());
    EXPECT_TRUE(summary.startsWith(QString::fromUtf8("hdf · small · "))) << summary.toStdString();
    EXPECT_TRUE(summary.contains("5 operations")) << summary.toStdString();
    EXPECT_TRUE(summary.contains("1 late")) << summary.toStdString();
}

TEST(CaptureData, WarnsOfARunThatDidNotFinishAndOfLostRecords) {
    EXPECT_TRUE(warningsOf(*smallRun()).isEmpty());
    auto trace = smallTrace();
    trace.unfinished().drop(12);
    const QString warnings = warningsOf(*makeCaptureData(trace.analyze())).join('\n');
    EXPECT_TRUE(warnings.contains("did not finish")) << warnings.toStdString();
    EXPECT_TRUE(warnings.contains("12")) << warnings.toStdString();
}

} // namespace
} // namespace uaescope::models::test
