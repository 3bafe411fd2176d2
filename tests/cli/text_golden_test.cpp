#include "analyzer/cli/compare_text.h"
#include "analyzer/cli/report_text.h"
#include "analyzer/cli/text_table.h"
#include "analyzer/core/jobs.h"
#include "tests/cli/golden.h"
#include "tests/cli/samples.h"

#include <gtest/gtest.h>
#include <sstream>

namespace uaescope::cli {
namespace {

std::size_t widestLine(const std::string& text) {
    std::istringstream lines(text);
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, shownWidth(line));
    return widest;
}

TEST(TextGolden, ComparisonOfThreeSetups) {
    const std::string text = compareText(sampleComparison(), Look{});
    expectGolden(text, "compare.txt");
    EXPECT_LE(widestLine(text), 100u);
}

TEST(TextGolden, ComparisonWithOneRunAndNoHost) {
    core::Comparison comparison = sampleComparison();
    comparison.runCounts = {1, 1, 1};
    comparison.hostMode.clear();
    for (core::Row& row : comparison.rows) {
        row.host.reset();
        for (core::Cell& cell : row.cells) cell.passThrough.reset();
    }
    expectGolden(compareText(comparison, Look{}), "compare-one-run.txt");
}

TEST(TextGolden, MoreSetupsThanFitBecomeFurtherTables) {
    const std::string text = compareText(sampleComparison(), Look{Paint::plain, 70});
    expectGolden(text, "compare-narrow.txt");
    EXPECT_LE(widestLine(text), 70u);
}

TEST(TextGolden, Report) { expectGolden(reportText(sampleReport(), Look{}), "report.txt"); }

TEST(TextGolden, SpreadOfTimes) {
    core::Report report = sampleReport();
    core::TestReport& test = report.tests[0];
    test.operations = 1200;
    test.minNs = 90'000;
    test.p90Ns = 200'000;
    test.p95Ns = 250'000;
    test.p99Ns = 1'900'000;
    test.maxNs = 12'000'000;
    expectGolden(latencyTable(report), "latency.txt");
}

TEST(TextGolden, WritesOfAJobMayReachTheHostAfterIt) {
    core::Report report = sampleReport();
    report.atRisk.emplace();
    report.atRisk->writes = 3;
    report.atRisk->neverHanded = 2;
    const Look wide{Paint::plain, 1000};
    EXPECT_NE(reportText(report, wide).find("; 2 writes never reached the host."), std::string::npos);
    report.facts[core::cutFact] = "diskperf DH1:";
    const std::string text = reportText(report, wide);
    EXPECT_NE(text.find("; 2 writes not yet handed to the host when the job ended."), std::string::npos) << text;
    EXPECT_EQ(text.find("never reached"), std::string::npos) << text;
}

TEST(TextGolden, CallsOnFilesAreTheCLibrarysWhereOnlyThoseWereRecorded) {
    core::Report report = sampleReport();
    report.facts["depths"] = "library";
    const std::string text = reportText(report, Look{});
    EXPECT_NE(text.find("library calls     read  written     time  file"), std::string::npos) << text;
    EXPECT_EQ(text.find("system calls"), std::string::npos) << text;
}

TEST(TextGolden, ReportOfAnUnfinishedRun) {
    core::Report report = sampleReport();
    report.finished = false;
    expectGolden(reportText(report, Look{}), "report-unfinished.txt");
}

TEST(TextGolden, ReportOfATracedRun) {
    core::GuestTraffic traffic;
    traffic.stampNs = 1900;
    traffic.packets = 3200;
    traffic.packetsInside = 3100;
    traffic.hasDevice = true;
    traffic.requests = 6400;
    traffic.requestsInside = 6300;
    traffic.requestsOpen = 1;
    traffic.quick = 2;
    traffic.failed = 3;
    traffic.errors = {{{3, 45}, 3}};
    core::Report report = sampleReport();
    report.traffic = traffic;
    report.detail.handler = 200;
    report.tests[0].traffic = traffic;
    report.tests[0].detail.handler = 200;
    expectGolden(reportText(report, Look{}), "report-traced.txt");
    report.traffic->hasDevice = report.tests[0].traffic->hasDevice = false;
    report.traffic->failed = 0;
    EXPECT_NE(reportText(report, Look{}).find("the volume has no device"), std::string::npos);
}

TEST(TextGolden, ColourAddsNothingButColour) {
    std::string coloured = compareText(sampleComparison(), Look{Paint::coloured, 100});
    EXPECT_NE(coloured.find('\x1b'), std::string::npos);
    for (std::size_t at; (at = coloured.find('\x1b')) != std::string::npos;)
        coloured.erase(at, coloured.find('m', at) - at + 1);
    EXPECT_EQ(coloured, compareText(sampleComparison(), Look{}));
}

} // namespace
} // namespace uaescope::cli
