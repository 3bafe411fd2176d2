#include "analyzer/core/report.h"

#include "tests/core/trace_builder.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {

using capture::Call;

namespace {

// Test 1 from 0 to 10000.
TraceBuilder inTest(const char* name = "Write") {
    TraceBuilder builder;
    builder.span(US_OP_TEST, 0, 10000, {.name = name, .test = 1});
    return builder;
}

TraceBuilder& figure(TraceBuilder& builder, const char* text) { return builder.text(US_TEXT_FIGURE, text, 9000); }

TestReport testOf(const TraceBuilder& builder) { return makeReport(builder.analyze()).tests.at(0); }

bool hasWarning(const Report& report, const char* part) {
    for (const std::string& warning : report.warnings)
        if (warning.find(part) != std::string::npos) return true;
    return false;
}

constexpr Op ofTest1{.result = 1024, .test = 1};

} // namespace

TEST(Report, RatesAreItemsOverTheOperationsTime) {
    TraceBuilder builder = inTest();
    figure(builder, "test=1 count=2048 unit=bytes/s guest_us=1")
        .operation(US_OP_WRITE, 1000, 2000, ofTest1)
        .operation(US_OP_WRITE, 5000, 5500, ofTest1)
        .library(Call::fwrite, 1100, 1200, {.size = 512, .result = 512});
    const TestReport test = testOf(builder);
    EXPECT_EQ(test.state, FigureState::measured);
    EXPECT_EQ(test.wallNs, 1500);
    EXPECT_DOUBLE_EQ(test.rate, 2048 / 1500e-9);
    EXPECT_DOUBLE_EQ(test.guestRate, 2048e6);
    EXPECT_EQ(test.unit, "bytes/s");
    EXPECT_EQ(test.items, 2048u);
    EXPECT_EQ(test.operations, 2u);
    EXPECT_EQ(test.guestBytesWritten, 2048u);
    EXPECT_EQ(test.work, Work::write);
}

TEST(Report, OperationsOnAnotherVolumeAreToldApart) {
    TraceBuilder builder = inTest();
    builder.fact("guest.volume", "DH1:")
        .operation(US_OP_OPEN, 1000, 1100, {.result = 7, .name = "d0/f0", .test = 1})
        .operation(US_OP_OPEN, 2000, 2300, {.result = 9, .name = "RAM:copy/d0/f0", .test = 1})
        .operation(US_OP_READ, 3000, 4000, {.object = 7, .result = 5, .test = 1})
        .operation(US_OP_WRITE, 5000, 5060, {.object = 9, .result = 5, .test = 1})
        .operation(US_OP_LOCK, 6000, 6001, {.result = 11, .name = "DH1:d0", .test = 1});
    const TestReport test = testOf(builder);
    EXPECT_EQ(test.elsewhere.operations, 2u);
    EXPECT_EQ(test.elsewhere.owners.total(), 300 + 60);
    EXPECT_EQ(test.owners.total(), 100 + 300 + 1000 + 60 + 1);
}

TEST(Report, NamesOfVolumesHaveNoCase) {
    TraceBuilder builder = inTest();
    builder.fact("guest.volume", "dh1:").operation(US_OP_LOCK, 1000, 1100, {.result = 7, .name = "DH1:d0", .test = 1});
    EXPECT_EQ(testOf(builder).elsewhere.operations, 0u);
}

TEST(Report, OperationsOfATracedProgramAreOnTheTracedVolume) {
    TraceBuilder builder;
    builder.fact("guest.volume", "DH1:")
        .span(US_OP_PROGRAM, 100, 200, {.name = "dir Work:", .test = 1})
        .packet(110, 120, {.action = 8, .result = 7, .name = "Work:d0"});
    const TestReport test = testOf(builder);
    EXPECT_EQ(test.operations, 1u);
    EXPECT_EQ(test.elsewhere.operations, 0u);
}

TEST(Report, GuestCodeOnAnotherVolumeIsNotDividedByTracing) {
    TraceBuilder builder = inTest();
    builder.fact("guest.volume", "DH1:")
        .operation(US_OP_LOCK, 1000, 1100, {.result = 7, .name = "d0", .test = 1})
        .packet(1020, 1080)
        .operation(US_OP_LOCK, 2000, 2900, {.result = 8, .name = "RAM:d0", .test = 1});
    const Report report = makeReport(builder.analyze());
    for (const auto& split : {guestSplitOf(report.tests.at(0)), guestSplitOf(report)}) {
        ASSERT_TRUE(split);
        EXPECT_EQ(split->dos, 40);
        EXPECT_EQ(split->handler, 60);
    }
    EXPECT_FALSE(guestSplitOf(makeReport(inTest().analyze())));
}

TEST(Report, MarksCostWhatEmptyPairsTake) {
    TraceBuilder builder;
    for (const int pair : {0, 1, 2, 3, 4}) builder.span(US_OP_EMPTY, 100 * pair, 100 * pair + 30 + pair);
    const Report report = makeReport(builder.analyze());
    EXPECT_EQ(report.markCost.insideNs, 32);
    EXPECT_EQ(report.markCost.pairNs, 100);
    EXPECT_EQ(makeReport(TraceBuilder().analyze()).markCost.pairNs, 0);
}

TEST(Report, FigureIsTheOneOfItsOwnSuite) {
    TraceBuilder builder;
    for (const int suite : {0, 1}) {
        const std::int64_t begin = 10000 * suite;
        builder.mark(US_OP_TEST, US_PHASE_BEGIN, begin, {.name = "Test", .test = 1})
            .operation(US_OP_OPEN, begin + 100, begin + 200, {.test = 1})
            .text(US_TEXT_FIGURE, suite == 0 ? "test=1 count=1 unit=files/s" : "test=1 count=7 unit=seeks/s",
                  begin + 300)
            .mark(US_OP_TEST, US_PHASE_END, begin + 400, {.test = 1});
    }
    const Report report = makeReport(builder.analyze());
    ASSERT_EQ(report.tests.size(), 2u);
    EXPECT_EQ(report.tests[0].unit, "files/s");
    EXPECT_EQ(report.tests[1].unit, "seeks/s");
}

TEST(Report, ATestThatWasCutDoesNotGetAnotherSuitesFigure) {
    TraceBuilder builder = inTest();
    builder.operation(US_OP_OPEN, 1000, 2000, ofTest1)
        .span(US_OP_TEST, 20000, 30000, {.name = "of another suite", .test = 1})
        .operation(US_OP_OPEN, 21000, 22000, ofTest1)
        .text(US_TEXT_FIGURE, "test=1 why=its caches cannot be emptied", 29000);
    const Report report = makeReport(builder.analyze());
    ASSERT_EQ(report.tests.size(), 2u);
    EXPECT_EQ(report.tests[0].note, "the guest gave no figure for it");
    EXPECT_EQ(report.tests[1].note, "its caches cannot be emptied");
}

TEST(Report, OverlappingOperationsShareTheWallTime) {
    TraceBuilder builder = inTest();
    builder.operation(US_OP_WRITE, 1000, 2000, {.task = 1, .test = 1})
        .operation(US_OP_WRITE, 1500, 2500, {.task = 2, .test = 1})
        .operation(US_OP_WRITE, 1600, 1700, {.task = 3, .test = 1});
    EXPECT_EQ(testOf(builder).wallNs, 1500);
}

TEST(Report, PreparingOperationsCountNowhere) {
    TraceBuilder builder = inTest();
    builder.span(US_OP_PREPARE, 100, 900)
        .operation(US_OP_WRITE, 200, 300, ofTest1)
        .library(Call::fwrite, 210, 220, {.size = 512, .result = 512})
        .operation(US_OP_WRITE, 1000, 2000, ofTest1);
    const TestReport test = testOf(builder);
    EXPECT_EQ(test.operations, 1u);
    EXPECT_EQ(test.wallNs, 1000);
    EXPECT_EQ(test.hostCalls, 0u);
    EXPECT_EQ(test.guestBytesWritten, 1024u);
}

TEST(Report, TimesHaveMedianAndTail) {
    TraceBuilder builder = inTest();
    for (int i = 1; i <= 20; ++i) builder.operation(US_OP_SEEK, i * 100, i * 100 + i, {.test = 1});
    const TestReport test = testOf(builder);
    EXPECT_EQ(test.medianNs, 10);
    EXPECT_EQ(test.p95Ns, 19);
    EXPECT_EQ(test.maxNs, 20);
    EXPECT_EQ(test.owners[Owner::guest], 210);
}

TEST(Report, HostCallsAreOutermostAndDirectoryReadsCountOneByOne) {
    TraceBuilder builder = inTest();
    builder.operation(US_OP_OPEN, 1000, 3000, ofTest1)
        .library(Call::opendir, 1100, 1200, {.path = "/vol"})
        .library(Call::readdir, 1200, 1400, {.path = "/vol", .size = 110, .result = 109})
        .system(Call::getdents, 1210, 1220, {.path = "/vol", .nesting = 1})
        .library(Call::fopen, 1500, 1600, {.path = "/vol/a.uaem"})
        .system(Call::open, 1510, 1590, {.path = "/vol/a.uaem", .nesting = 1})
        .library(Call::fputs, 1700, 1800, {.path = "/log.txt"});
    const TestReport test = testOf(builder);
    EXPECT_EQ(test.hostCalls, 112u);
    EXPECT_EQ(test.sideFileCalls, 1u);
    EXPECT_EQ(test.callsByName.at(Call::readdir), 110u);
    EXPECT_EQ(test.callsByName.at(Call::opendir), 1u);
    EXPECT_FALSE(test.callsByName.contains(Call::getdents));
}

TEST(Report, BytesAreThoseOfSystemCalls) {
    TraceBuilder builder = inTest();
    builder.operation(US_OP_WRITE, 1000, 3000, ofTest1)
        .library(Call::fwrite, 1100, 1200, {.offset = 0, .size = 512, .result = 512})
        .library(Call::fseek, 1300, 1400)
        .system(Call::write, 1310, 1320, {.offset = 0, .size = 512, .result = 512, .nesting = 1})
        .system(Call::read, 1330, 1340, {.offset = 4096, .size = 4096, .result = 4096, .nesting = 1});
    const TestReport test = testOf(builder);
    EXPECT_EQ(test.hostWrites, 1u);
    EXPECT_EQ(test.hostBytesWritten, 512u);
    EXPECT_EQ(test.hostReads, 1u);
    EXPECT_EQ(test.hostBytesRead, 4096u);
}

TEST(Report, WithLibraryDepthOnlyItsCallsMoveTheBytes) {
    TraceBuilder builder = inTest();
    builder.operation(US_OP_WRITE, 1000, 3000, ofTest1)
        .library(Call::fwrite, 1100, 1200, {.offset = 0, .size = 512, .result = 512})
        .library(Call::fread, 1300, 1400, {.offset = 0, .size = 100, .result = 100});
    const TestReport test = testOf(builder);
    EXPECT_EQ(test.hostWrites, 1u);
    EXPECT_EQ(test.hostBytesWritten, 512u);
    EXPECT_EQ(test.hostBytesRead, 100u);
}

TEST(Report, LateWritesCountForTheTestThatCausedThem) {
    TraceBuilder builder = inTest("first");
    builder.span(US_OP_TEST, 20000, 30000, {.name = "second", .test = 2})
        .operation(US_OP_WRITE, 1000, 3000, ofTest1)
        .library(Call::fwrite, 1100, 1200, {.offset = 0, .size = 512, .result = 512})
        .operation(US_OP_READ, 21000, 22000, {.test = 2})
        .library(Call::fseek, 21100, 21200)
        .system(Call::write, 21110, 21150, {.offset = 0, .size = 512, .result = 512, .nesting = 1});
    const Report report = makeReport(builder.analyze());
    EXPECT_EQ(report.late, 1u);
    EXPECT_EQ(report.tests[0].hostWrites, 1u);
    EXPECT_EQ(report.tests[0].lateWrites, 1u);
    EXPECT_EQ(report.tests[0].lateBytes, 512u);
    EXPECT_EQ(report.tests[0].lateNs, 40);
    EXPECT_EQ(report.tests[1].hostWrites, 0u);
    EXPECT_EQ(report.tests[1].hostCalls, 1u);
    EXPECT_EQ(report.tests[1].owners[Owner::hostIo], 60);
}

TEST(Report, ASharedCallIsCountedOnce) {
    TraceBuilder builder = inTest();
    builder.operation(US_OP_WRITE, 1000, 2000, {.task = 1, .name = "a", .test = 1})
        .operation(US_OP_WRITE, 1000, 2000, {.task = 2, .name = "b", .test = 1})
        .library(Call::fwrite, 1100, 1200, {.size = 512, .result = 512});
    const Report report = makeReport(builder.analyze());
    EXPECT_EQ(report.tests[0].hostCalls, 1u);
    EXPECT_EQ(report.tests[0].hostBytesWritten, 512u);
    EXPECT_EQ(report.shared, 1u);
    EXPECT_TRUE(hasWarning(report, "shared by operations of several tasks"));
}

TEST(Report, ATestWithoutFigureIsNotMeasured) {
    TraceBuilder builder = inTest();
    builder.operation(US_OP_WRITE, 1000, 2000, ofTest1);
    const TestReport test = testOf(builder);
    EXPECT_EQ(test.state, FigureState::notMeasured);
    EXPECT_EQ(test.rate, 0);
    EXPECT_FALSE(test.note.empty());
}

TEST(Report, AFigureWithoutOperationsIsNotMeasured) {
    TraceBuilder builder = inTest();
    figure(builder, "test=1 count=10 unit=files/s");
    EXPECT_EQ(testOf(builder).state, FigureState::notMeasured);
}

TEST(Report, ZeroElapsedTimeIsInvalid) {
    TraceBuilder builder = inTest();
    figure(builder, "test=1 count=10 unit=files/s").operation(US_OP_OPEN, 1000, 1000, ofTest1);
    const TestReport test = testOf(builder);
    EXPECT_EQ(test.state, FigureState::invalid);
    EXPECT_EQ(test.rate, 0);
}

TEST(Report, NoItemsAreBelowResolution) {
    TraceBuilder builder = inTest();
    figure(builder, "test=1 count=0 unit=files/s").operation(US_OP_OPEN, 1000, 2000, ofTest1);
    EXPECT_EQ(testOf(builder).state, FigureState::belowResolution);
}

TEST(Report, ADataRateWithoutHostIoBehindItIsInvalid) {
    TraceBuilder builder = inTest();
    figure(builder, "test=1 count=1024 unit=bytes/s")
        .operation(US_OP_READ, 1000, 2000, ofTest1)
        .library(Call::fseek, 1100, 1200);
    const TestReport test = testOf(builder);
    EXPECT_EQ(test.state, FigureState::invalid);
    EXPECT_NE(test.note.find("no host read or write"), std::string::npos);
}

TEST(Report, WhereNoCallsWereRecordedADataRateStands) {
    TraceBuilder builder = inTest();
    figure(builder, "test=1 count=1024 unit=bytes/s").operation(US_OP_READ, 1000, 2000, ofTest1);
    EXPECT_EQ(testOf(builder).state, FigureState::measured);
}

TEST(Report, AZeroOnTheGuestsClockIsNoGuestRate) {
    TraceBuilder builder = inTest();
    figure(builder, "test=1 count=10 unit=files/s guest_us=0").operation(US_OP_OPEN, 1000, 2000, ofTest1);
    EXPECT_EQ(testOf(builder).guestRate, 0);
    EXPECT_EQ(testOf(builder).state, FigureState::measured);
}

TEST(Report, FilesAreCountedAtSystemDepth) {
    TraceBuilder builder;
    builder.library(Call::fopen, 10, 20, {.path = "/vol/a"})
        .system(Call::open, 12, 18, {.path = "/vol/a", .nesting = 1})
        .library(Call::fwrite, 30, 35, {.path = "/vol/a", .offset = 0, .size = 33, .result = 33})
        .library(Call::fclose, 40, 60, {.path = "/vol/a"})
        .system(Call::write, 45, 50, {.path = "/vol/a", .offset = 0, .size = 33, .result = 33, .nesting = 1})
        .library(Call::opendir, 70, 80, {.path = "/vol"})
        .system(Call::fstat, 72, 74, {.path = "/vol", .nesting = 1})
        .library(Call::closedir, 90, 95, {.path = "/vol"});
    const std::vector<FileReport> files = makeReport(builder.analyze()).files;
    ASSERT_EQ(files.size(), 2u);
    EXPECT_EQ(files[0].path, "/vol/a");
    EXPECT_EQ(files[0].calls, 3u) << "open, write, and the close that fclose hides";
    EXPECT_EQ(files[0].callsByName.at(Call::close), 1u);
    EXPECT_EQ(files[0].bytesWritten, 33u);
    EXPECT_EQ(files[0].ns, 35);
    EXPECT_EQ(files[1].calls, 3u) << "the open that opendir hides, fstat, and the close that closedir hides";
    EXPECT_EQ(files[1].callsByName.at(Call::open), 1u);
}

TEST(Report, AVisibleCloseIsNotCountedTwice) {
    TraceBuilder builder;
    builder.library(Call::fclose, 40, 60, {.path = "/vol/a"})
        .system(Call::close, 45, 50, {.path = "/vol/a", .nesting = 1});
    EXPECT_EQ(makeReport(builder.analyze()).files[0].calls, 1u);
}

TEST(Report, CountsFailedOperationsButNotTheEndOfADirectory) {
    TraceBuilder builder;
    builder.operation(US_OP_OPEN, 10, 20, {.result = 0, .error = 205})
        .operation(US_OP_EXNEXT, 30, 40, {.result = 0, .error = 232});
    const Report report = makeReport(builder.analyze());
    EXPECT_EQ(report.failedOperations, 1u);
    EXPECT_TRUE(hasWarning(report, "1 operation failed"));
}

TEST(Report, SaysThatARunDidNotFinish) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 10, 20).unfinished();
    const Report report = makeReport(builder.analyze());
    EXPECT_FALSE(report.finished);
    EXPECT_TRUE(hasWarning(report, "did not finish"));
}

TEST(Report, OfACleanRunHasNoWarning) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 10, 20).library(Call::fread, 12, 15);
    EXPECT_TRUE(makeReport(builder.analyze()).warnings.empty());
}

TEST(Report, WarnsOfDropsMissingMarksAndStrangers) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 10, 20)
        .mark(US_OP_READ, US_PHASE_BEGIN, 30)
        .library(Call::fread, 12, 15, {.path = ""})
        .drop(3);
    const Report report = makeReport(builder.analyze());
    EXPECT_TRUE(hasWarning(report, "Lost in a full log: 3 records of thread 2,"));
    EXPECT_TRUE(hasWarning(report, "1 mark has no partner"));
    EXPECT_TRUE(hasWarning(report, "1 host call could not be attributed"));
}

TEST(Report, SaysWhenAndInWhichThreadRecordsWereLost) {
    TraceBuilder builder;
    builder.threadName(storage, "hardfile")
        .operation(US_OP_READ, 1'000'000'000, 9'000'000'000)
        .drop(3, 2'500'000'000, 2'600'000'000)
        .drop(4, 3'000'000'000, 3'000'000'000);
    const Report report = makeReport(builder.analyze());
    EXPECT_EQ(report.dropped, 7u);
    ASSERT_EQ(report.losses.size(), 1u);
    EXPECT_EQ(report.losses[0].first, 1'500'000'000);
    EXPECT_EQ(report.losses[0].last, 2'000'000'000);
    EXPECT_EQ(lossText(report.losses[0]), "7 records of thread hardfile, 1.500 s to 2.000 s after the start");
}

TEST(Report, TheEmulatorsOwnFilesAreOverhead) {
    TraceBuilder builder = inTest();
    builder.operation(US_OP_OPEN, 1000, 3000, ofTest1)
        .library(Call::fopen, 1100, 1200, {.path = "/vol/a"})
        .library(Call::stat, 1300, 1350, {.path = "/etc/localtime"})
        .library(Call::stat, 1400, 1450, {.path = "/etc/localtime"})
        .library(Call::fputs, 5000, 5050, {.path = "/base/Logs/emulator.log"});
    const Report report = makeReport(builder.analyze());
    EXPECT_EQ(report.hostCalls, 1u);
    EXPECT_EQ(report.overheadCalls, 2u);
    EXPECT_EQ(report.detail.overheadIo, 100);
    EXPECT_EQ(report.tests[0].overheadCalls, 2u);
    EXPECT_EQ(report.tests[0].hostCalls, 1u);
    EXPECT_EQ(report.tests[0].detail.overheadIo, 100);
    ASSERT_EQ(report.overhead.size(), 2u);
    EXPECT_EQ(report.overhead[0].purpose, Purpose::timeZone);
    EXPECT_EQ(report.overhead[0].calls, 2u);
    EXPECT_EQ(report.overhead[0].ns, 100);
    EXPECT_EQ(report.overhead[1].purpose, Purpose::log);
}

TEST(Report, DataAtRiskIsKnownAtSystemDepthOnly) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 0, 1000).library(Call::fwrite, 100, 110, {.offset = 0, .size = 5, .result = 5});
    EXPECT_FALSE(makeReport(builder.analyze()).atRisk);
    builder.system(Call::write, 300, 310, {.offset = 0, .size = 5, .result = 5});
    const Report report = makeReport(builder.analyze());
    ASSERT_TRUE(report.atRisk);
    EXPECT_EQ(report.atRisk->longestNs, 200);
    ASSERT_TRUE(report.files.at(0).atRisk);
    EXPECT_EQ(report.files[0].atRisk->mostBytes, 5u);
}

TEST(Report, OfMarksAloneSaysThatNothingElseWasRecorded) {
    EXPECT_TRUE(hasWarning(makeReport(TraceBuilder().operation(US_OP_READ, 10, 20).analyze()), "No host call"));
}

TEST(Report, WarnsWhenTheStoragePathIsAGuess) {
    TraceBuilder builder;
    builder.withoutFact("storage.0").withoutFact("storage.1").library(Call::fread, 12, 15);
    EXPECT_TRUE(hasWarning(makeReport(builder.analyze()), "storage.0"));
}

TEST(Report, OfNothingIsEmpty) {
    const Report report = makeReport(analyze(Trace()));
    EXPECT_EQ(report.operations, 0u);
    EXPECT_TRUE(report.tests.empty());
    EXPECT_TRUE(report.files.empty());
    EXPECT_FALSE(report.finished);
}

TEST(Report, KeepsTheConsole) {
    TraceBuilder builder;
    builder.text(US_TEXT_CONSOLE, "second", 20).text(US_TEXT_CONSOLE, "first", 10).text(US_TEXT_FACT, "cpu=68040", 5);
    const Report report = makeReport(builder.analyze());
    EXPECT_EQ(report.console, (std::vector<std::string>{"first", "second"}));
    EXPECT_EQ(report.facts.at("guest.cpu"), "68040");
}

} // namespace uaescope::core::test
