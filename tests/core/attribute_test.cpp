#include "tests/core/trace_builder.h"

#include "analyzer/core/guest_path.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {

using capture::Call;

TEST(Attribution, ACallInTheWindowOfTheOnlyOperationBelongsToIt) {
    const Analysis analysis = TraceBuilder().operation(US_OP_READ, 100, 200).library(Call::fread, 120, 150).analyze();
    EXPECT_EQ(analysis.calls[0].place, Place::attributed);
    EXPECT_EQ(analysis.calls[0].operation, 0u);
    EXPECT_EQ(analysis.calls[0].role, Role::storage);
    EXPECT_TRUE(analysis.calls[0].outermost);
    EXPECT_EQ(analysis.unattributedCalls, 0u);
    EXPECT_EQ(analysis.storageThreads, std::vector<std::uint32_t>{storage});
}

TEST(Attribution, TheWindowsEdgesBelongToIt) {
    const Analysis analysis = TraceBuilder()
                                  .operation(US_OP_READ, 100, 200)
                                  .library(Call::lseek, 99, 99)
                                  .library(Call::lseek, 100, 100)
                                  .library(Call::lseek, 200, 205)
                                  .library(Call::lseek, 201, 205)
                                  .analyze();
    EXPECT_EQ(analysis.calls[0].place, Place::outside);
    EXPECT_EQ(analysis.calls[1].place, Place::attributed);
    EXPECT_EQ(analysis.calls[2].place, Place::attributed);
    EXPECT_EQ(analysis.calls[3].place, Place::outside);
}

TEST(Attribution, CallsOutsideEveryWindowAreOutside) {
    const Analysis analysis = TraceBuilder().library(Call::fread, 10, 20).analyze();
    EXPECT_EQ(analysis.calls[0].place, Place::outside);
    EXPECT_EQ(analysis.calls[0].operation, none);
    EXPECT_TRUE(analysis.storageThreads.empty());
}

TEST(Attribution, TheEmulatorsOwnFilesAndWaitsAreOverhead) {
    const Analysis analysis = TraceBuilder()
                                  .operation(US_OP_OPEN, 100, 200)
                                  .library(Call::fputs, 110, 120, {.path = "/logs/emulator.log"})
                                  .wait(130, 140)
                                  .analyze();
    EXPECT_EQ(analysis.calls[0].place, Place::overhead);
    EXPECT_EQ(analysis.calls[0].role, Role::emulator);
    EXPECT_EQ(analysis.calls[1].place, Place::overhead);
    EXPECT_EQ(analysis.operations[0].callCount, 0u);
}

TEST(Attribution, ACallOfAnUnknownFileInAWindowIsUnattributed) {
    const Analysis analysis =
        TraceBuilder().operation(US_OP_READ, 100, 200).library(Call::fread, 120, 150, {.path = ""}).analyze();
    EXPECT_EQ(analysis.calls[0].place, Place::unattributed);
    EXPECT_EQ(analysis.unattributedCalls, 1u);
}

TEST(Attribution, NestedCallsFollowTheCallTheyAreIn) {
    const Analysis analysis = TraceBuilder()
                                  .operation(US_OP_READ, 100, 200)
                                  .library(Call::fread, 110, 150)
                                  .system(Call::read, 115, 120, {.nesting = 1})
                                  .system(Call::read, 125, 130, {.path = "", .nesting = 1})
                                  .analyze();
    for (std::size_t i = 0; i < analysis.calls.size(); ++i) {
        const CallInfo info = analysis.calls[i];
        EXPECT_EQ(info.place, Place::attributed);
        EXPECT_EQ(info.operation, 0u);
        EXPECT_EQ(info.role, Role::storage);
    }
    EXPECT_FALSE(analysis.calls[1].outermost);
    EXPECT_EQ(analysis.operations[0].callCount, 3u);
}

TEST(Attribution, NestedCallsOfAnotherThreadDoNotMix) {
    const Analysis analysis = TraceBuilder()
                                  .operation(US_OP_READ, 100, 200)
                                  .library(Call::fread, 110, 150)
                                  .library(Call::fputs, 112, 160, {.path = "/logs/x", .thread = 3})
                                  .system(Call::write, 115, 120, {.path = "/logs/x", .nesting = 1, .thread = 3})
                                  .system(Call::read, 116, 121, {.nesting = 1})
                                  .analyze();
    EXPECT_EQ(analysis.calls[2].place, Place::overhead);
    EXPECT_EQ(analysis.calls[3].place, Place::attributed);
}

TEST(Attribution, ANestedCallWhoseOuterCallWasDroppedStandsForItself) {
    const Analysis analysis = TraceBuilder()
                                  .library(Call::fread, 10, 20)
                                  .operation(US_OP_READ, 100, 200)
                                  .system(Call::read, 115, 120, {.nesting = 1})
                                  .drop(1)
                                  .analyze();
    EXPECT_TRUE(analysis.calls[1].outermost);
    EXPECT_EQ(analysis.calls[1].operation, 0u);
    EXPECT_EQ(analysis.droppedRecords, 1u);
}

TEST(Attribution, OfTwoTasksThePathDecides) {
    TraceBuilder builder;
    builder.operation(US_OP_OPEN, 100, 300, {.task = 1, .name = "DH1:Work/alpha"})
        .operation(US_OP_OPEN, 110, 290, {.task = 2, .name = "beta"})
        .library(Call::open, 150, 160, {.path = "/vol/work/Alpha"})
        .library(Call::open, 170, 180, {.path = "/vol/work/beta.uaem"});
    const Analysis analysis = builder.analyze();
    EXPECT_EQ(analysis.calls[0].operation, 0u);
    EXPECT_EQ(analysis.calls[1].operation, 1u);
    EXPECT_FALSE(analysis.calls[0].shared);
    EXPECT_EQ(analysis.sharedCalls, 0u);
}

TEST(Attribution, WhatNothingTellsApartIsSharedAndCountedOnce) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 300, {.task = 1, .name = "a"})
        .operation(US_OP_WRITE, 110, 290, {.task = 2, .name = "b"})
        .library(Call::fwrite, 150, 160, {.size = 512, .result = 512});
    const Analysis analysis = builder.analyze();
    EXPECT_TRUE(analysis.calls[0].shared);
    EXPECT_EQ(analysis.calls[0].operation, 0u);
    EXPECT_EQ(analysis.sharedCalls, 1u);
    EXPECT_EQ(analysis.callsOf(analysis.operations[0]).size(), 1u);
    EXPECT_EQ(analysis.callsOf(analysis.operations[1]).size(), 1u);
    EXPECT_EQ(analysis.operations[0].owners[Owner::hostIo], 10);
    EXPECT_EQ(analysis.operations[1].owners[Owner::hostIo], 10);
}

TEST(Attribution, GroupsAreInTimeOrder) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 300, {.task = 1, .name = "a"})
        .operation(US_OP_WRITE, 110, 290, {.task = 2, .name = "b"})
        .library(Call::lseek, 150, 160)
        .library(Call::open, 120, 130, {.path = "/vol/b"})
        .library(Call::open, 170, 180, {.path = "/vol/a"})
        .library(Call::open, 190, 200, {.path = "/vol/b"});
    const Analysis analysis = builder.analyze();
    const auto second = analysis.callsOf(analysis.operations[1]);
    EXPECT_EQ(std::vector<std::uint32_t>(second.begin(), second.end()), (std::vector<std::uint32_t>{0, 1, 3}));
}

TEST(Attribution, CallsOfTheEmulationThreadCountButMakeItNoStorageThread) {
    const Analysis analysis =
        TraceBuilder().operation(US_OP_READ, 100, 200).library(Call::fread, 120, 150, {.thread = emulation}).analyze();
    EXPECT_EQ(analysis.calls[0].place, Place::attributed);
    EXPECT_TRUE(analysis.storageThreads.empty());
}

TEST(Attribution, TheThreadOfTheMarksIsTheEmulationThreadWithoutAFact) {
    const Analysis analysis = TraceBuilder().withoutFact("emulation.thread").operation(US_OP_READ, 100, 200).analyze();
    EXPECT_EQ(analysis.emulationThread, emulation);
}

TEST(GuestPath, CountsTheCommonTail) {
    EXPECT_EQ(commonTail("DH1:dir/file", "/home/x/Dir/FILE"), 2);
    EXPECT_EQ(commonTail("file", "/home/x/file.uaem"), 1);
    EXPECT_EQ(commonTail("DH1:", "/home/x"), 0);
    EXPECT_EQ(commonTail("", "/home/x"), 0);
    EXPECT_EQ(commonTail("ile", "/home/file"), 0);
}

} // namespace uaescope::core::test
