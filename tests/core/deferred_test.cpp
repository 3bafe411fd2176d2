#include "tests/core/trace_builder.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {

using capture::Call;

namespace {

Io write512(std::int64_t offset, std::uint8_t nesting = 0) {
    return {.offset = offset, .size = 512, .result = 512, .nesting = nesting};
}

// Indices of a trace in which one operation's last write goes out in the seek of the next operation.
constexpr std::uint32_t buffered = 0;
constexpr std::uint32_t seek = 1;
constexpr std::uint32_t carrier = 2;

TraceBuilder deferredWrite() {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 200)
        .library(Call::fwrite, 150, 155, write512(4096))
        .operation(US_OP_READ, 300, 400)
        .library(Call::fseek, 310, 350)
        .system(Call::write, 320, 340, write512(4096, 1));
    return builder;
}

} // namespace

TEST(DeferredWrites, TheCarrierIsLinkedByFileAndOffset) {
    const Analysis analysis = deferredWrite().analyze();
    EXPECT_EQ(analysis.calls.carrierOf(buffered), carrier);
    EXPECT_EQ(analysis.bytesNotHanded, 0u);
}

TEST(DeferredWrites, TheCarrierBelongsToItsCauseAndIsLate) {
    const Analysis analysis = deferredWrite().analyze();
    EXPECT_EQ(analysis.calls[carrier].place, Place::late);
    EXPECT_EQ(analysis.calls[carrier].operation, 0u);
    EXPECT_EQ(analysis.lateCalls, 1u);
    EXPECT_EQ(analysis.calls[seek].place, Place::attributed);
    EXPECT_EQ(analysis.calls[seek].operation, 1u);
    const auto calls = analysis.callsOf(analysis.operations[0]);
    EXPECT_EQ(std::vector<std::uint32_t>(calls.begin(), calls.end()), (std::vector<std::uint32_t>{buffered, carrier}));
}

TEST(DeferredWrites, TheCarriersTimeIsNotChargedToTheWindowItFellIn) {
    const Analysis analysis = deferredWrite().analyze();
    EXPECT_EQ(analysis.operations[1].owners[Owner::hostIo], 20) << "the seek's 40 less the late write's 20";
    EXPECT_EQ(analysis.operations[1].owners.total(), 100);
    EXPECT_EQ(analysis.operations[0].owners[Owner::hostIo], 5);
}

TEST(DeferredWrites, ACarrierInTheSameOperationIsNotLate) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 400)
        .library(Call::fwrite, 150, 155, write512(0))
        .library(Call::fseek, 160, 190)
        .system(Call::write, 165, 180, write512(0, 1));
    const Analysis analysis = builder.analyze();
    EXPECT_EQ(analysis.calls.carrierOf(0), 2u);
    EXPECT_EQ(analysis.calls[2].place, Place::attributed);
    EXPECT_EQ(analysis.lateCalls, 0u);
}

TEST(DeferredWrites, OneCarrierMayTakeSeveralWrites) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 200)
        .library(Call::fwrite, 110, 115, write512(0))
        .operation(US_OP_WRITE, 300, 400)
        .library(Call::fwrite, 310, 311, {.offset = 512, .size = 1024, .result = 1024})
        .library(Call::fflush, 320, 350, {.nesting = 0})
        .system(Call::write, 325, 340, {.offset = 0, .size = 1536, .result = 1536, .nesting = 1});
    const Analysis analysis = builder.analyze();
    EXPECT_EQ(analysis.calls.carrierOf(0), 3u);
    EXPECT_EQ(analysis.calls.carrierOf(1), 3u);
    EXPECT_EQ(analysis.calls[3].operation, 1u) << "most of its bytes are the second operation's";
    EXPECT_EQ(analysis.calls[3].place, Place::attributed);
}

TEST(DeferredWrites, OneWriteMayNeedSeveralCarriers) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 200)
        .library(Call::fwrite, 110, 130, {.offset = 0, .size = 6000, .result = 6000})
        .system(Call::write, 115, 120, {.offset = 0, .size = 4096, .result = 4096, .nesting = 1})
        .operation(US_OP_READ, 300, 400)
        .library(Call::fseek, 310, 350)
        .system(Call::write, 325, 340, {.offset = 4096, .size = 1904, .result = 1904, .nesting = 1});
    const Analysis analysis = builder.analyze();
    EXPECT_EQ(analysis.calls[1].place, Place::attributed);
    EXPECT_EQ(analysis.calls[3].place, Place::late);
    EXPECT_EQ(analysis.calls.carrierOf(0), 3u);
    EXPECT_EQ(analysis.bytesNotHanded, 0u);
}

TEST(DeferredWrites, BytesThatNoCallCarriesWereNotHandedOver) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 200)
        .library(Call::fwrite, 110, 115, write512(0))
        .library(Call::fwrite, 120, 125, write512(4096))
        .system(Call::write, 130, 140, {.offset = 0, .size = 512, .result = 512});
    const Analysis analysis = builder.analyze();
    EXPECT_EQ(analysis.bytesNotHanded, 512u);
    EXPECT_EQ(analysis.calls.carrierOf(1), none);
}

TEST(DeferredWrites, BytesWrittenTwiceBeforeTheyGoOutAreOneLoss) {
    TraceBuilder builder;
    builder.library(Call::fwrite, 110, 115, write512(0))
        .library(Call::fwrite, 120, 125, write512(256))
        .system(Call::lseek, 130, 131);
    EXPECT_EQ(builder.analyze().bytesNotHanded, 768u);
}

TEST(DeferredWrites, CloseHandsOverWhatNoHookSees) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 200)
        .library(Call::fwrite, 110, 115, write512(0))
        .library(Call::fclose, 120, 140)
        .system(Call::lseek, 150, 151);
    const Analysis analysis = builder.analyze();
    EXPECT_EQ(analysis.bytesNotHanded, 0u);
    EXPECT_EQ(analysis.calls.carrierOf(0), 1u);
}

TEST(DeferredWrites, TheWriteInACloseIsTheCarrierWhenItIsSeen) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 200)
        .library(Call::fwrite, 110, 115, write512(0))
        .library(Call::fclose, 220, 240)
        .system(Call::write, 225, 230, write512(0, 1));
    const Analysis analysis = builder.analyze();
    EXPECT_EQ(analysis.calls.carrierOf(0), 2u);
    EXPECT_EQ(analysis.calls[1].place, Place::outside);
    EXPECT_EQ(analysis.calls[2].place, Place::late) << "it falls in no window, but its cause is known";
    EXPECT_EQ(analysis.calls[2].operation, 0u);
}

TEST(DeferredWrites, OfBytesWrittenOutsideEveryWindowTheOwnerIsUnknown) {
    TraceBuilder builder;
    builder.library(Call::fwrite, 10, 15, write512(0))
        .operation(US_OP_READ, 100, 200)
        .library(Call::fseek, 110, 150)
        .system(Call::write, 120, 140, write512(0, 1));
    const Analysis analysis = builder.analyze();
    EXPECT_EQ(analysis.calls[2].place, Place::late);
    EXPECT_EQ(analysis.calls[2].operation, none);
    EXPECT_EQ(analysis.operations[0].owners[Owner::hostIo], 20);
}

TEST(DeferredWrites, AnotherFilesWriteCarriesNothing) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 200)
        .library(Call::fwrite, 110, 115, write512(0))
        .system(Call::write, 120, 130, {.path = "/vol/other", .offset = 0, .size = 512, .result = 512});
    const Analysis analysis = builder.analyze();
    EXPECT_EQ(analysis.calls.carrierOf(0), none);
    EXPECT_EQ(analysis.bytesNotHanded, 512u);
}

TEST(DeferredWrites, AFailedWriteCarriesNothing) {
    TraceBuilder builder;
    builder.library(Call::fwrite, 110, 115, write512(0))
        .system(Call::write, 120, 130, {.offset = 0, .size = 512, .result = -1});
    EXPECT_EQ(builder.analyze().bytesNotHanded, 512u);
}

TEST(DeferredWrites, WithoutKnownOffsetsTheOrderOfWritingCounts) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 200)
        .library(Call::fprintf, 110, 115, {.path = "/vol/a.uaem", .size = 20, .result = 20})
        .library(Call::fputs, 120, 125, {.path = "/vol/a.uaem", .size = 13, .result = 13})
        .library(Call::fclose, 130, 150, {.path = "/vol/a.uaem"})
        .system(Call::write, 135, 140, {.path = "/vol/a.uaem", .offset = 0, .size = 33, .result = 33, .nesting = 1});
    const Analysis analysis = builder.analyze();
    EXPECT_EQ(analysis.calls.carrierOf(0), 3u);
    EXPECT_EQ(analysis.calls.carrierOf(1), 3u);
    EXPECT_EQ(analysis.bytesNotHanded, 0u);
}

TEST(DeferredWrites, WithoutSystemCallsNothingIsClaimed) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 200).library(Call::fwrite, 110, 115, write512(0));
    const Analysis analysis = builder.analyze();
    EXPECT_FALSE(analysis.systemDepth);
    EXPECT_EQ(analysis.bytesNotHanded, 0u);
    EXPECT_EQ(analysis.calls.carrierOf(0), none);
    EXPECT_EQ(analysis.calls[0].place, Place::attributed);
}

} // namespace uaescope::core::test
