#include "analyzer/models/lanes.h"

#include "tests/gui/small_run.h"

#include <gtest/gtest.h>

namespace uaescope::models::test {
namespace {

using capture::Call;
using core::test::TraceBuilder;

std::vector<QString> labels(const std::vector<Lane>& lanes) {
    std::vector<QString> result;
    for (const Lane& lane : lanes) result.push_back(lane.label);
    return result;
}

TEST(Lanes, GuestComesAboveHostAndTheEmulationThreadFirst) {
    EXPECT_EQ(labels(smallRun()->lanes), (std::vector<QString>{"Tests", "Operations", "emulation", "hardfile"}));
}

TEST(Lanes, EachGuestTaskHasALane) {
    const auto analysis = TraceBuilder()
                              .operation(US_OP_READ, 10, 20, {.task = 0xabc})
                              .operation(US_OP_READ, 15, 25, {.task = 0xdef})
                              .analyze();
    EXPECT_EQ(labels(makeLanes(analysis)), (std::vector<QString>{"Task $abc", "Task $def"}));
}

TEST(Lanes, SystemCallsHaveARowBelowTheCallsThatMadeThem) {
    const CapturePtr capture = smallRun();
    const Lane& hardfile = capture->lanes[3];
    ASSERT_EQ(hardfile.rows.size(), 2U);
    EXPECT_EQ(hardfile.rows[0].spans().size(), 4U);
    ASSERT_EQ(hardfile.rows[1].spans().size(), 2U);
    EXPECT_EQ(hardfile.rows[1].spans()[0].item, nestedRead);
}

TEST(Lanes, EveryCallAndEveryOperationHasASpan) {
    const CapturePtr capture = smallRun();
    std::size_t calls = 0;
    std::size_t operations = 0;
    for (const Lane& lane : capture->lanes) {
        for (const SpanIndex& row : lane.rows) {
            if (lane.kind == LaneKind::calls) calls += row.spans().size();
            if (lane.kind == LaneKind::operations) operations += row.spans().size();
        }
    }
    EXPECT_EQ(calls, capture->analysis.trace.calls.size());
    EXPECT_EQ(operations, capture->analysis.operations.size());
}

TEST(Lanes, OperationsCarryTheSharesOfTheirOwners) {
    const CapturePtr capture = smallRun();
    const Span& read = capture->lanes[1].rows[0].spans()[3];
    const core::Operation& operation = capture->analysis.operations[3];
    for (const core::Owner owner : {core::Owner::hostIo, core::Owner::sleep, core::Owner::device, core::Owner::guest}) {
        const double share =
            static_cast<double>(operation.owners[owner]) / static_cast<double>(operation.owners.total());
        EXPECT_NEAR(read.parts[static_cast<std::size_t>(owner)], share * Span::whole, 0.5);
    }
}

TEST(Lanes, PacketsAndRequestsStandBetweenOperationsAndHostCalls) {
    const auto analysis = TraceBuilder()
                              .operation(US_OP_READ, 10, 50)
                              .packet(15, 45)
                              .packet(20, 40, {.message = 1, .task = 5})
                              .request(22, 30)
                              .request(32, 38, {.error = 45})
                              .library(Call::fread, 25, 28)
                              .analyze();
    const auto lanes = makeLanes(analysis);
    ASSERT_EQ(labels(lanes), (std::vector<QString>{"Operations", "Packets", "Requests", "thread 2"}));
    EXPECT_EQ(lanes[1].rows.size(), 2U) << "two are open at once";
    ASSERT_EQ(lanes[2].rows.size(), 1U);
    const auto spans = lanes[2].rows[0].spans();
    ASSERT_EQ(spans.size(), 2U);
    EXPECT_EQ(spans[0].parts[static_cast<std::size_t>(RequestPart::done)], Span::whole);
    EXPECT_EQ(spans[1].parts[static_cast<std::size_t>(RequestPart::failed)], Span::whole);
}

TEST(Lanes, CallsThatOverlapOnOneThreadGoToRowsOfTheirOwn) {
    const auto analysis = TraceBuilder().library(Call::readdir, 10, 100).library(Call::stat, 50, 60).analyze();
    const auto lanes = makeLanes(analysis);
    ASSERT_EQ(lanes.size(), 1U);
    EXPECT_EQ(lanes[0].rows.size(), 2U);
}

TEST(Lanes, AThreadThatOnlyWaitsHasNone) {
    const auto analysis = TraceBuilder().wait(10, 20, 77).library(Call::stat, 50, 60).analyze();
    for (const Lane& lane : makeLanes(analysis)) EXPECT_NE(lane.owner, 77U);
}

TEST(Lanes, ThreadsOfTheSameNameAreToldApart) {
    const auto analysis = TraceBuilder()
                              .threadName(5, "filesys")
                              .threadName(6, "filesys")
                              .library(Call::stat, 10, 20, {.thread = 5})
                              .library(Call::stat, 30, 40, {.thread = 6})
                              .analyze();
    EXPECT_EQ(labels(makeLanes(analysis)), (std::vector<QString>{"filesys (5)", "filesys (6)"}));
}

TEST(Lanes, WaitsCountAsNoPartAndSleepsAsSleep) {
    EXPECT_EQ(callPart({.call = Call::semaphoreWait}, core::Role::unknown), std::nullopt);
    EXPECT_EQ(callPart({.call = Call::usleep}, core::Role::unknown), CallPart::sleep);
    EXPECT_EQ(callPart({.call = Call::read}, core::Role::storage), CallPart::storage);
    EXPECT_EQ(callPart({.call = Call::read}, core::Role::sideFile), CallPart::sideFile);
    EXPECT_EQ(callPart({.call = Call::read}, core::Role::emulator), CallPart::other);
}

} // namespace
} // namespace uaescope::models::test
