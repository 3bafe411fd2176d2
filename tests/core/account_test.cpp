#include "tests/core/trace_builder.h"

#include <gtest/gtest.h>

#include <random>

namespace uaescope::core::test {

using capture::Call;

namespace {

Owners ownersOfFirst(const TraceBuilder& builder) { return builder.analyze().operations.at(0).owners; }

// Its first operation makes a host call, by which the storage thread is known.
TraceBuilder withStorageThread() {
    TraceBuilder builder;
    builder.operation(US_OP_OPEN, 50, 150).library(Call::fread, 100, 110);
    return builder;
}

} // namespace

TEST(Accounting, TimeWithoutAnyRecordIsTheGuests) {
    const Owners owners = ownersOfFirst(TraceBuilder().operation(US_OP_READ, 100, 250));
    EXPECT_EQ(owners[Owner::guest], 150);
    EXPECT_EQ(owners.total(), 150);
}

TEST(Accounting, OutermostCallsAreHostTimeOnce) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 200).library(Call::fread, 110, 150).system(Call::read, 120, 140, {.nesting = 1});
    EXPECT_EQ(ownersOfFirst(builder)[Owner::hostIo], 40);
}

TEST(Accounting, CallsOfTwoThreadsAtOnceAreHostTimeOnce) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 200)
        .library(Call::fread, 110, 150)
        .library(Call::fread, 140, 170, {.thread = 3});
    EXPECT_EQ(ownersOfFirst(builder)[Owner::hostIo], 60);
}

TEST(Accounting, OfSeveralDirectoryReadsTheSystemCallsAreHostTime) {
    const Io reads{.path = "/vol", .size = 100, .result = 99};
    TraceBuilder builder;
    builder.operation(US_OP_OPEN, 100, 200).library(Call::readdir, 110, 180, reads);
    EXPECT_EQ(ownersOfFirst(builder)[Owner::hostIo], 70) << "all of it where no system calls were recorded";
    builder.system(Call::getdents, 120, 130, {.path = "/vol", .nesting = 1})
        .system(Call::getdents, 150, 155, {.path = "/vol", .nesting = 1});
    EXPECT_EQ(ownersOfFirst(builder)[Owner::hostIo], 15);
}

TEST(Accounting, ACallThatOutlastsTheOperationIsCutAtItsEnd) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 200).library(Call::fwrite, 190, 260);
    const Owners owners = ownersOfFirst(builder);
    EXPECT_EQ(owners[Owner::hostIo], 10);
    EXPECT_EQ(owners.total(), 100);
}

TEST(Accounting, TheEmulatorsOwnFilesAreHostTimeToldApart) {
    TraceBuilder builder;
    builder.operation(US_OP_OPEN, 100, 200)
        .library(Call::fwrite, 110, 130)
        .library(Call::stat, 120, 150, {.path = "/etc/localtime"})
        .library(Call::stat, 160, 170, {.path = "/etc/localtime", .thread = 9});
    const Operation operation = builder.analyze().operations.at(0);
    EXPECT_EQ(operation.owners[Owner::hostIo], 40) << "not what a thread did that has nothing to do with storage";
    EXPECT_EQ(operation.detail.overheadIo, 20) << "but for what is storage at the same time";
    EXPECT_EQ(operation.owners.total(), 100);
}

TEST(Accounting, SleepIsDividedByWhatTheStorageThreadDid) {
    TraceBuilder builder = withStorageThread();
    builder.operation(US_OP_READ, 1000, 2000).wait(200, 1300).wait(1500, 2500).sleep(1200, 1800);
    const Operation operation = builder.analyze().operations.at(1);
    EXPECT_EQ(operation.owners[Owner::sleep], 600);
    EXPECT_EQ(operation.detail.workAsleep, 200);
    EXPECT_EQ(operation.detail.wakeUp, 300) << "from the end of its work to the end of the sleep";
    EXPECT_EQ(operation.owners[Owner::guest], 400);
}

TEST(Accounting, SleepInStepsIsOneSleep) {
    TraceBuilder builder = withStorageThread();
    builder.operation(US_OP_READ, 1000, 2000).wait(200, 1300).wait(1350, 2500).sleep(1200, 1400).sleep(1410, 1800);
    const TimeDetail detail = builder.analyze().operations.at(1).detail;
    EXPECT_EQ(detail.workAsleep, 50);
    EXPECT_EQ(detail.wakeUp, 50 + 390);
}

TEST(Accounting, ALaterSleepIsPacingAgain) {
    constexpr std::int64_t later = 1'000'000;
    TraceBuilder builder = withStorageThread();
    builder.operation(US_OP_READ, 1000, later + 1000)
        .wait(200, 1300)
        .wait(1350, later + 2500)
        .sleep(1200, 1400)
        .sleep(later, later + 500);
    const Operation operation = builder.analyze().operations.at(1);
    EXPECT_EQ(operation.owners[Owner::sleep], 700);
    EXPECT_EQ(operation.detail.workAsleep, 50);
    EXPECT_EQ(operation.detail.wakeUp, 50);
}

TEST(Accounting, SleepOfTheEmulationThreadIsSleep) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 200).sleep(50, 120).sleep(180, 300).sleep(130, 140, 9);
    const Owners owners = ownersOfFirst(builder);
    EXPECT_EQ(owners[Owner::sleep], 40);
    EXPECT_EQ(owners[Owner::guest], 60);
}

TEST(Accounting, HostTimeComesBeforeSleep) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 200).library(Call::fread, 110, 150).sleep(120, 190);
    const Owners owners = ownersOfFirst(builder);
    EXPECT_EQ(owners[Owner::hostIo], 40);
    EXPECT_EQ(owners[Owner::sleep], 40);
    EXPECT_EQ(owners[Owner::guest], 20);
}

TEST(Accounting, BetweenItsWaitsTheStorageThreadIsTheDevice) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 200).wait(50, 120).library(Call::fread, 130, 150).wait(170, 400);
    const Owners owners = ownersOfFirst(builder);
    EXPECT_EQ(owners[Owner::hostIo], 20);
    EXPECT_EQ(owners[Owner::device], 30);
    EXPECT_EQ(owners[Owner::guest], 50);
}

TEST(Accounting, SleepComesBeforeTheDevice) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 200).wait(50, 120).library(Call::fread, 130, 150).wait(170, 400).sleep(150, 160);
    const Owners owners = ownersOfFirst(builder);
    EXPECT_EQ(owners[Owner::sleep], 10);
    EXPECT_EQ(owners[Owner::device], 20);
}

TEST(Accounting, OfAStorageThreadWithoutRecordedWaitsNothingIsClaimed) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 200).library(Call::fread, 110, 120).library(Call::fread, 150, 160);
    EXPECT_EQ(ownersOfFirst(builder)[Owner::device], 0);
}

TEST(Accounting, AWaitOfAnotherThreadMakesNoDevice) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 200).library(Call::fread, 110, 120).wait(130, 140, 9).wait(150, 160, 9);
    EXPECT_EQ(ownersOfFirst(builder)[Owner::device], 0);
}

TEST(Accounting, AfterItsLastWaitTheStorageThreadIsBusyToItsLastRecord) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 200).wait(50, 110).library(Call::fread, 130, 150);
    const Owners owners = ownersOfFirst(builder);
    EXPECT_EQ(owners[Owner::device], 20);
    EXPECT_EQ(owners[Owner::guest], 60);
}

TEST(Accounting, OverlappingOperationsEachHaveTheirWholeTime) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 300, {.task = 1, .name = "a"})
        .operation(US_OP_READ, 150, 250, {.task = 2, .name = "b"})
        .library(Call::read, 160, 180, {.path = "/vol/a"})
        .library(Call::read, 190, 220, {.path = "/vol/b"})
        .sleep(120, 130)
        .sleep(240, 280);
    const Analysis analysis = builder.analyze();
    EXPECT_EQ(analysis.operations[0].owners[Owner::hostIo], 20);
    EXPECT_EQ(analysis.operations[0].owners[Owner::sleep], 50);
    EXPECT_EQ(analysis.operations[0].owners.total(), 200);
    EXPECT_EQ(analysis.operations[1].owners[Owner::hostIo], 30);
    EXPECT_EQ(analysis.operations[1].owners[Owner::sleep], 10);
    EXPECT_EQ(analysis.operations[1].owners.total(), 100);
}

TEST(Accounting, AnOperationOfTheHostTwinIsAllHostIo) {
    const Owners owners = ownersOfFirst(TraceBuilder().fact("layer", "host").operation(US_OP_READ, 100, 250));
    EXPECT_EQ(owners[Owner::hostIo], 150);
    EXPECT_EQ(owners.total(), 150);
}

// Whatever the records say: the owners add up to the wall time and none is negative.
TEST(Accounting, OwnersAddUpForRandomTraces) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        const auto below = [&](std::int64_t limit) {
            return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
        };
        TraceBuilder builder;
        for (std::uint32_t task = 1; task <= 1 + random() % 3; ++task)
            for (std::int64_t time = below(100); time < 5000;) {
                const std::int64_t end = time + below(300);
                builder.operation(random() % 2 ? US_OP_READ : US_OP_WRITE, time, end,
                                  {.task = task, .name = task == 1 ? "a" : "b"});
                time = end + 1 + below(50);
            }
        const Call calls[] = {Call::fwrite, Call::write, Call::fseek, Call::read, Call::usleep, Call::semaphoreWait};
        for (int i = 0; i < 200; ++i) {
            const std::int64_t begin = below(5200);
            const Call call = calls[random() % 6];
            const bool isSystem = call == Call::write || random() % 2;
            Io io{.path = random() % 4   ? image
                          : random() % 2 ? "/vol/a"
                                         : "",
                  .offset = below(8) * 512,
                  .size = 512,
                  .result = 512,
                  .nesting = static_cast<std::uint8_t>(random() % 3),
                  .thread = static_cast<std::uint32_t>(1 + random() % 3)};
            if (isSystem)
                builder.system(call, begin, begin + below(120), io);
            else
                builder.library(call, begin, begin + below(120), io);
        }
        const Analysis analysis = builder.analyze();
        ASSERT_FALSE(analysis.operations.empty());
        for (const Operation& operation : analysis.operations) {
            ASSERT_EQ(operation.owners.total(), operation.end - operation.begin) << "seed " << seed;
            for (const std::int64_t ns : operation.owners.ns) ASSERT_GE(ns, 0) << "seed " << seed;
        }
    }
}

TEST(Analysis, OfAnEmptyTraceIsEmpty) {
    const Analysis analysis = analyze(Trace());
    EXPECT_TRUE(analysis.operations.empty());
    EXPECT_TRUE(analysis.calls.empty());
    EXPECT_EQ(analysis.emulationThread, 0u);
}

} // namespace uaescope::core::test
