#include "analyzer/core/packets.h"

#include "analyzer/core/report.h"
#include "tests/core/trace_builder.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {

namespace {

constexpr std::uint8_t quickFlag = 1;

TraceBuilder traced() {
    TraceBuilder builder;
    builder.fact("guest.trace", "packets,requests");
    return builder;
}

} // namespace

TEST(Packets, ABeginAndTheReplyOfItsMessageAreAPacket) {
    TraceBuilder builder;
    builder.packet(10, 30, {.action = 1005, .arguments = {1, 2, 3, 4, 5}, .result = 7, .error = 9, .name = "a"});
    const Trace trace = builder.build();
    const std::vector<Packet> packets = pairPackets(trace);
    ASSERT_EQ(packets.size(), 1u);
    EXPECT_EQ(packets[0].begin, 10);
    EXPECT_EQ(packets[0].end, 30);
    EXPECT_EQ(packets[0].action, 1005);
    EXPECT_EQ(packets[0].arguments[4], 5u);
    EXPECT_EQ(packets[0].result, 7u);
    EXPECT_EQ(packets[0].error, 9u);
    EXPECT_EQ(trace.string(packets[0].name), "a");
    EXPECT_TRUE(packets[0].isAnswered);
}

TEST(Packets, SeveralMayBeOpenAndAMessageIsUsedAgain) {
    TraceBuilder builder;
    builder.packetSide(US_PACKET_BEGIN, 10, {.message = 1})
        .packetSide(US_PACKET_BEGIN, 20, {.message = 2})
        .packetSide(US_PACKET_REPLIED, 30, {.message = 1})
        .packetSide(US_PACKET_BEGIN, 40, {.message = 1})
        .packetSide(US_PACKET_REPLIED, 50, {.message = 2})
        .packetSide(US_PACKET_REPLIED, 60, {.message = 1});
    const std::vector<Packet> packets = pairPackets(builder.build());
    ASSERT_EQ(packets.size(), 3u);
    EXPECT_EQ(packets[0].end, 30);
    EXPECT_EQ(packets[1].end, 50);
    EXPECT_EQ(packets[2].end, 60);
}

TEST(Packets, WhatIsNeverAnsweredHasNoLengthAndARepliesWithoutBeginIsNothing) {
    TraceBuilder builder;
    builder.packetSide(US_PACKET_REPLIED, 5, {.message = 2}).packetSide(US_PACKET_BEGIN, 10);
    const std::vector<Packet> packets = pairPackets(builder.build());
    ASSERT_EQ(packets.size(), 1u);
    EXPECT_FALSE(packets[0].isAnswered);
    EXPECT_EQ(packets[0].end, 10);
}

TEST(Packets, AResetForgetsWhatWasOpen) {
    TraceBuilder builder;
    builder.packetSide(US_PACKET_BEGIN, 10).text(US_TEXT_RESET, "", 20).packetSide(US_PACKET_REPLIED, 30);
    EXPECT_FALSE(pairPackets(builder.build()).at(0).isAnswered);
}

TEST(Requests, EndWithTheirReplyBeforeOrAfterBeginIoReturns) {
    TraceBuilder builder;
    builder.requestSide(US_REQUEST_BEGIN, 10)
        .requestSide(US_REQUEST_RETURNED, 15)
        .requestSide(US_REQUEST_REPLIED, 40)
        .requestSide(US_REQUEST_BEGIN, 50)
        .requestSide(US_REQUEST_REPLIED, 60)
        .requestSide(US_REQUEST_RETURNED, 70);
    const std::vector<Request> requests = pairRequests(builder.build());
    ASSERT_EQ(requests.size(), 2u);
    EXPECT_EQ(requests[0].end, 40);
    EXPECT_EQ(requests[1].end, 60);
    EXPECT_FALSE(requests[0].isQuick || requests[1].isQuick);
}

TEST(Requests, AreQuickWhenTheyReturnWithTheFlagAndWithoutReply) {
    TraceBuilder builder;
    builder.requestSide(US_REQUEST_BEGIN, 10, {.flags = quickFlag})
        .requestSide(US_REQUEST_RETURNED, 15, {.flags = quickFlag});
    const Request request = pairRequests(builder.build()).at(0);
    EXPECT_TRUE(request.isQuick);
    EXPECT_TRUE(request.isAnswered);
    EXPECT_EQ(request.end, 15);
}

// Task 1 is still inside BeginIO when its request has been replied to and task 2 has begun it anew.
TEST(Requests, AReturnSaysNothingOfTheNextUseOfTheSameMemory) {
    TraceBuilder builder;
    builder.requestSide(US_REQUEST_BEGIN, 10, {.task = 1})
        .requestSide(US_REQUEST_REPLIED, 20)
        .requestSide(US_REQUEST_BEGIN, 30, {.task = 2, .flags = quickFlag})
        .requestSide(US_REQUEST_RETURNED, 35, {.task = 1, .flags = quickFlag})
        .requestSide(US_REQUEST_REPLIED, 50);
    const std::vector<Request> requests = pairRequests(builder.build());
    ASSERT_EQ(requests.size(), 2u);
    EXPECT_EQ(requests[1].end, 50);
    EXPECT_FALSE(requests[1].isQuick);
}

TEST(Requests, EmptyOnesTellWhatShowingOneCosts) {
    TraceBuilder builder = traced();
    for (const std::int64_t time : {100, 103, 106, 110}) builder.requestSide(US_REQUEST_EMPTY, time);
    builder.request(200, 300).requestSide(US_REQUEST_EMPTY, 400).requestSide(US_REQUEST_EMPTY, 403);
    const Analysis analysis = builder.analyze();
    EXPECT_EQ(analysis.stampNs, 3);
    EXPECT_EQ(analysis.requests.size(), 1u);
}

TEST(Packets, BelongToTheOpenOperationOfTheirSender) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 200, {.task = 1})
        .operation(US_OP_READ, 110, 190, {.task = 2})
        .packet(120, 130, {.message = 1, .task = 2})
        .packet(140, 150, {.message = 2, .task = 1})
        .packet(160, 170, {.message = 3, .task = 3})
        .packet(300, 310, {.message = 4, .task = 1});
    const Analysis analysis = builder.analyze();
    ASSERT_EQ(analysis.packets.size(), 4u);
    EXPECT_EQ(analysis.packets[0].operation, 1u);
    EXPECT_EQ(analysis.packets[1].operation, 0u);
    EXPECT_EQ(analysis.packets[2].operation, none);
    EXPECT_EQ(analysis.packets[3].operation, none);
}

TEST(Requests, BelongToTheOperationWhosePacketTheHandlerHas) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 200, {.task = 1})
        .operation(US_OP_READ, 110, 190, {.task = 2})
        .packet(120, 130, {.message = 1, .task = 2})
        .request(122, 126)
        .packet(140, 150, {.message = 2, .task = 1})
        .request(142, 146)
        .request(250, 260);
    const Analysis analysis = builder.analyze();
    ASSERT_EQ(analysis.requests.size(), 3u);
    EXPECT_EQ(analysis.requests[0].operation, 1u);
    EXPECT_EQ(analysis.requests[1].operation, 0u);
    EXPECT_EQ(analysis.requests[2].operation, none);
}

TEST(Packets, DivideGuestCodeAndTheOwnersStillAddUp) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 200).packet(120, 180).request(140, 170).library(capture::Call::fread, 150, 160);
    const Operation operation = builder.analyze().operations.at(0);
    EXPECT_EQ(operation.owners[Owner::hostIo], 10);
    EXPECT_EQ(operation.owners[Owner::device], 20); // the request but for the host call in it
    EXPECT_EQ(operation.owners[Owner::guest], 70);
    EXPECT_EQ(operation.detail.handler, 30); // 120 to 140 and 170 to 180
    EXPECT_EQ(operation.owners.total(), 100);
}

TEST(Packets, OfOthersAreNoHandlerTimeOfAnOperation) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 100, 200, {.task = 1}).packet(120, 180, {.task = 9});
    EXPECT_EQ(builder.analyze().operations.at(0).detail.handler, 0);
}

TEST(Packets, OfAProgramStandInForOperationsAndTheProgramForATest) {
    TraceBuilder builder = traced();
    builder.operation(US_OP_READ, 10, 20)
        .packet(12, 18)
        .span(US_OP_PROGRAM, 100, 200, {.name = "dir DH1:", .test = 1})
        .packet(110, 120, {.task = 5, .action = 1005, .result = 0, .error = 205, .name = "x"})
        .packet(130, 160, {.task = 5, .action = 'R', .arguments = {1, 2, 512}, .result = 512})
        .request(140, 150)
        .packetSide(US_PACKET_BEGIN, 170, {.task = 5});
    const Analysis analysis = builder.analyze();
    ASSERT_EQ(analysis.operations.size(), 3u);
    EXPECT_EQ(analysis.operations[1].kind, US_OP_OPEN);
    EXPECT_EQ(analysis.operations[1].error, 205u);
    EXPECT_EQ(analysis.trace.string(analysis.operations[1].name), "x");
    EXPECT_EQ(analysis.operations[2].kind, US_OP_READ);
    EXPECT_EQ(analysis.operations[2].size, 512u);
    EXPECT_EQ(analysis.operations[2].error, 0u);
    const Report report = makeReport(analysis);
    ASSERT_EQ(report.tests.size(), 1u);
    EXPECT_EQ(report.tests[0].name, "dir DH1:");
    EXPECT_EQ(report.tests[0].operations, 2u);
    EXPECT_EQ(report.tests[0].traffic->packets, 2u);
    EXPECT_EQ(report.tests[0].traffic->requests, 1u);
    EXPECT_EQ(report.tests[0].owners[Owner::device], 10);
}

TEST(Packets, StandInWhereThereIsNoOperationAtAll) {
    EXPECT_EQ(traced().packet(10, 20).packet(30, 40).analyze().operations.size(), 2u);
}

TEST(Traffic, IsAbsentWithoutTracing) {
    const Report report = makeReport(TraceBuilder().operation(US_OP_READ, 10, 20).analyze());
    EXPECT_FALSE(report.traffic.has_value());
}

TEST(Packets, OneBegunWhenTheLastEndedHasAnOperationOfItsOwn) {
    const Analysis analysis =
        traced().packet(10, 20, {.message = 1}).packet(20, 30, {.message = 2, .action = 8}).analyze();
    ASSERT_EQ(analysis.operations.size(), 2u);
    EXPECT_EQ(analysis.packets[0].operation, 0u);
    EXPECT_EQ(analysis.packets[1].operation, 1u);
}

TEST(Packets, ThatListOrProtectAreTheOperationsOfThisName) {
    const Analysis analysis = traced().packet(10, 20, {.action = 1033}).packet(30, 40, {.action = 21}).analyze();
    ASSERT_EQ(analysis.operations.size(), 2u);
    EXPECT_EQ(analysis.operations[0].kind, US_OP_EXALL);
    EXPECT_EQ(analysis.operations[1].kind, US_OP_SET_PROTECTION);
}

TEST(Traffic, IsThatOfTheTestsThatWereTraced) {
    TraceBuilder builder;
    builder
        .fact("guest.trace", "packets") // of the last tracing
        .span(US_OP_TEST, 0, 100, {.name = "traced", .test = 1})
        .operation(US_OP_READ, 10, 50, {.test = 1})
        .packet(20, 40)
        .request(25, 35)
        .span(US_OP_TEST, 200, 300, {.name = "not traced", .test = 2})
        .operation(US_OP_READ, 210, 250, {.test = 2});
    const Report report = makeReport(builder.analyze());
    ASSERT_TRUE(report.tests.at(0).traffic);
    EXPECT_TRUE(report.tests[0].traffic->hasDevice);
    EXPECT_FALSE(report.tests.at(1).traffic);
}

TEST(Traffic, CountsRequestsAndTheirErrors) {
    TraceBuilder builder = traced();
    builder.operation(US_OP_WRITE, 100, 200)
        .request(110, 120, {.command = 3})
        .request(130, 140, {.command = 3, .error = 45})
        .request(300, 310, {.length = 1024})
        .requestSide(US_REQUEST_BEGIN, 320);
    const GuestTraffic traffic = *makeReport(builder.analyze()).traffic;
    EXPECT_EQ(traffic.requests, 4u);
    EXPECT_EQ(traffic.requestsInside, 2u);
    EXPECT_EQ(traffic.requestsOpen, 1u);
    EXPECT_EQ(traffic.failed, 1u);
    EXPECT_EQ(traffic.bytesWritten, 512u);
    EXPECT_EQ(traffic.bytesRead, 1024u);
    EXPECT_EQ(traffic.errors.at({3, 45}), 1u);
}

TEST(PacketNames, AreTheSystemsAndNumbersWhereItHasNone) {
    EXPECT_EQ(packetName(1005), "FINDINPUT");
    EXPECT_EQ(packetName(4711), "packet 4711");
    EXPECT_EQ(requestName(0xc000), "NSCMD_TD_READ64");
    EXPECT_EQ(requestName(999), "command 999");
    EXPECT_EQ(requestErrorText(45), "io_Error 45, bad status");
    EXPECT_EQ(requestErrorText(99), "io_Error 99");
}

} // namespace uaescope::core::test
