// A benchmark in an emulator without uaenative.library: the guest's marks are names of files on its boot volume.
#include "analyzer/core/report.h"
#include "tests/emulator/guest_session.h"
#include "uaeplugin/capture/protocol.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace uaescope::guest_test {
namespace {

bool contains(const std::vector<std::string>& lines, const std::string& part) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

TEST(FileMarks, MeasureASuiteAndSayThatTheyAreLessExact) {
    GuestSession session;
    session.run.marks = lab::Marks::files;
    session.run.jobs = {"diskperf DH1: BREAKAFTER 130", "diskslow DH1:"};
    session.start();
    const core::Analysis analysis = core::analyze(session.trace());
    const core::Report report = core::makeReport(analysis);

    EXPECT_TRUE(report.finished);
    EXPECT_EQ(report.facts.at("marks"), "files");
    EXPECT_GT(std::stoll(report.facts.at("marks.pair_ns")), 0);
    EXPECT_TRUE(contains(report.warnings, "names of files"));
    EXPECT_GE(report.operations, 130u); // and those that clean up after the break
    EXPECT_EQ(report.unpaired, 0u);
    EXPECT_EQ(report.facts.at("guest.volume"), "DH1:");
    EXPECT_TRUE(contains(report.console, "*** Break"));
    EXPECT_EQ(report.facts.at("job.status"), "5"); // stopped: the second job was not started

    // What belongs to what is told as with the plugin's marks, and the marks' own folder is no storage.
    EXPECT_EQ(report.unattributed, 0u);
    EXPECT_GT(report.hostCalls, report.operations);
    for (const core::Operation& operation : analysis.operations)
        EXPECT_TRUE(operation.kind != US_OP_OPEN || operation.callCount > 0);
    for (const std::string& text : analysis.trace.strings)
        EXPECT_EQ(text.find("/marks/" US_FILES_PREFIX), std::string::npos) << text;
}

} // namespace
} // namespace uaescope::guest_test
