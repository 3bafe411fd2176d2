#include "analyzer/models/inspection.h"

#include "analyzer/core/jobs.h"
#include "analyzer/models/call_text.h"
#include "tests/gui/small_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>

namespace uaescope::models::test {
namespace {

std::vector<std::uint32_t> indices(const std::vector<CallRow>& rows) {
    std::vector<std::uint32_t> result;
    for (const CallRow& row : rows) result.push_back(row.call);
    return result;
}

TEST(Inspection, OwnersAreThoseOfTheAnalysisAndAddUp) {
    const CapturePtr capture = smallRun();
    for (std::uint32_t i = 0; i < capture->analysis.operations.size(); ++i) {
        const Inspection inspection = inspect(*capture, i);
        std::int64_t ns = 0;
        double share = 0;
        for (const OwnerRow& row : inspection.owners) {
            EXPECT_EQ(row.ns, capture->analysis.operations[i].owners[row.owner]);
            ns += row.ns;
            share += row.share;
        }
        EXPECT_EQ(ns, inspection.duration);
        EXPECT_NEAR(share, 1, 1e-9);
    }
}

TEST(Inspection, NamesTheOperationItsTestItsTimeAndItsResult) {
    const Inspection write = inspect(*smallRun(), 1);
    EXPECT_EQ(write.title, "Write 512 B DH1:a");
    EXPECT_EQ(write.subtitle, QString::fromUtf8("Write it · at 2.50 µs · 512"));
    EXPECT_TRUE(inspect(*smallRun(), 2).subtitle.contains("preparation, not counted"));
}

TEST(Inspection, SaysWhoHadMostOfTheTime) {
    const Inspection read = inspect(*smallRun(), 3);
    const auto most =
        std::max_element(read.owners.begin(), read.owners.end(), [](auto& a, auto& b) { return a.ns < b.ns; });
    EXPECT_TRUE(read.summary.contains(most->name)) << read.summary.toStdString();
}

TEST(Inspection, ListsCallsWithTheirPlaceInTheOperation) {
    const Inspection write = inspect(*smallRun(), 1);
    EXPECT_EQ(indices(write.calls), (std::vector<std::uint32_t>{firstSeek, nestedRead, bufferedWrite}));
    const CallRow& read = write.calls[1];
    EXPECT_EQ(read.offset, 1100);
    EXPECT_EQ(read.duration, 300);
    EXPECT_EQ(read.nesting, 1);
    EXPECT_EQ(read.name, "read");
    EXPECT_EQ(read.thread, "hardfile");
    EXPECT_EQ(read.file, "vol.hdf");
    EXPECT_EQ(read.path, "/vol.hdf");
    EXPECT_EQ(read.position, "8,192");
    EXPECT_EQ(read.size, "4,096");
    EXPECT_EQ(read.result, "4,096");
    EXPECT_EQ(read.role, core::roleName(core::Role::storage));
}

TEST(Inspection, ABufferedWriteNamesTheCallThatCarriedIt) {
    const Inspection write = inspect(*smallRun(), 1);
    EXPECT_EQ(write.calls[2].note, QString::fromUtf8("its bytes reached the host by write at +18.2 µs"));
}

TEST(Inspection, ABufferedWriteThatNeverWentOutSaysSo) {
    core::test::TraceBuilder trace;
    trace.operation(US_OP_WRITE, 100, 200)
        .library(capture::Call::fwrite, 110, 120, {.offset = 0, .size = 512, .result = 512})
        .system(capture::Call::lseek, 130, 140);
    const Inspection write = inspect(*makeCaptureData(trace.analyze()), 0);
    EXPECT_TRUE(write.calls.at(0).note.contains("never reached the host")) << write.calls[0].note.toStdString();
}

TEST(Inspection, ABufferedWriteOfAJobMayHaveGoneOutAfterIt) {
    core::test::TraceBuilder trace;
    trace.operation(US_OP_WRITE, 100, 200)
        .library(capture::Call::fwrite, 110, 120, {.offset = 0, .size = 512, .result = 512})
        .system(capture::Call::lseek, 130, 140);
    core::Analysis analysis = trace.analyze();
    analysis.trace.facts[core::cutFact] = "diskperf DH1:";
    const Inspection write = inspect(*makeCaptureData(std::move(analysis)), 0);
    EXPECT_EQ(write.calls.at(0).note, "its bytes were not yet handed to the host when the job ended, or written again");
}

TEST(Inspection, SaysWhyTheEmulatorSlept) {
    const auto detail = [](const Inspection& inspection, core::Owner owner) {
        return inspection.owners[static_cast<std::size_t>(owner)].detail;
    };
    EXPECT_EQ(detail(inspect(*smallRun(), 3), core::Owner::sleep),
              QString::fromUtf8("of it 4.00 µs to keep the Amiga's pace"));
    EXPECT_TRUE(detail(inspect(*smallRun(), 3), core::Owner::guest).isEmpty());
    EXPECT_TRUE(detail(inspect(*smallRun(), 0), core::Owner::sleep).isEmpty());
}

TEST(Inspection, CallsOnTheEmulatorsOwnFilesStandApart) {
    core::test::TraceBuilder trace;
    trace.operation(US_OP_OPEN, 100, 200)
        .library(capture::Call::fopen, 110, 120)
        .library(capture::Call::stat, 130, 150, {.path = "/etc/localtime"});
    const Inspection open = inspect(*makeCaptureData(trace.analyze()), 0);
    EXPECT_EQ(indices(open.calls), std::vector<std::uint32_t>{0});
    ASSERT_EQ(indices(open.overhead), std::vector<std::uint32_t>{1});
    EXPECT_EQ(open.overhead[0].role, "time zone");
    EXPECT_EQ(open.owners[0].detail, "of it 20 ns on the emulator's own files");
}

TEST(Inspection, ListsLateCallsApart) {
    const Inspection write = inspect(*smallRun(), 1);
    EXPECT_EQ(indices(write.later), std::vector<std::uint32_t>{lateWrite});
    const Inspection read = inspect(*smallRun(), 3);
    EXPECT_EQ(indices(read.calls), (std::vector<std::uint32_t>{secondSeek, fileRead}));
    ASSERT_EQ(indices(read.ofOthers), std::vector<std::uint32_t>{lateWrite});
    EXPECT_EQ(read.ofOthers[0].note, QString::fromUtf8("bytes of Write 512 B DH1:a at 2.50 µs"));
}

TEST(Inspection, AFailedOperationSaysWhy) {
    core::Operation open;
    open.kind = US_OP_OPEN;
    open.error = 205;
    EXPECT_EQ(operationResultText(open), "failed: 205 object not found");
    open.error = 999;
    EXPECT_EQ(operationResultText(open), "failed: 999");
}

TEST(Inspection, TheEndOfADirectoryIsNoFailure) {
    core::Operation next;
    next.kind = US_OP_EXNEXT;
    next.error = 232;
    EXPECT_EQ(operationResultText(next), "end of directory");
}

TEST(Inspection, AFailedHostCallSaysWhy) {
    EXPECT_EQ(callResultText({.result = -1, .error = ENOENT, .call = capture::Call::open}),
              "failed: No such file or directory");
}

TEST(Inspection, ACallOutsideOperationsSaysWhyItBelongsToNone) {
    const CapturePtr capture =
        makeCaptureData(core::test::TraceBuilder().library(capture::Call::fread, 10, 40).analyze());
    const Inspection call = inspectCall(*capture, 0);
    EXPECT_EQ(call.title, "fread vol.hdf");
    EXPECT_EQ(call.duration, 30);
    EXPECT_EQ(call.summary, "No operation was open: boot, start-up, settling or exit.");
    EXPECT_EQ(call.calls.size(), 1U);
}

} // namespace
} // namespace uaescope::models::test
