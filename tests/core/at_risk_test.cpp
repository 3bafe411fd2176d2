#include "analyzer/core/at_risk.h"

#include "tests/core/trace_builder.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {

using capture::Call;

namespace {

Io block(std::int64_t offset, std::uint8_t nesting = 0, const char* path = image) {
    return {.path = path, .offset = offset, .size = 512, .result = 512, .nesting = nesting};
}

} // namespace

TEST(AtRisk, LastsFromTheBufferedWritesReturnToTheCarriersReturn) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 0, 1000)
        .library(Call::fwrite, 100, 110, block(0))
        .library(Call::fseek, 300, 400)
        .system(Call::write, 310, 350, block(0, 1));
    const AtRisk risk = builder.analyze().atRisk;
    EXPECT_EQ(risk.writes, 1u);
    EXPECT_EQ(risk.mostBytes, 512u);
    EXPECT_EQ(risk.mostAt, 110);
    EXPECT_EQ(risk.medianNs, 240);
    EXPECT_EQ(risk.longestNs, 240);
    EXPECT_EQ(risk.endBytes, 0u);
    EXPECT_EQ(risk.neverHanded, 0u);
    EXPECT_DOUBLE_EQ(risk.meanBytes, 512 * 240 / 1000.0);
}

TEST(AtRisk, IsNothingForAWriteThatGoesOutInsideItself) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 0, 1000)
        .library(Call::fwrite, 100, 200, block(0))
        .system(Call::write, 110, 150, block(0, 1));
    const AtRisk risk = builder.analyze().atRisk;
    EXPECT_EQ(risk.writes, 1u);
    EXPECT_EQ(risk.mostBytes, 0u);
    EXPECT_EQ(risk.longestNs, 0);
    EXPECT_EQ(risk.endBytes, 0u);
}

TEST(AtRisk, AddsUpOverWritesAndFiles) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 0, 1000)
        .library(Call::fwrite, 100, 110, block(0))
        .library(Call::fwrite, 200, 210, block(512))
        .library(Call::fwrite, 300, 310, block(0, 0, "/vol/a.uaem"))
        .system(Call::write, 400, 450, {.offset = 0, .size = 1024, .result = 1024});
    const Analysis analysis = builder.analyze();
    EXPECT_EQ(analysis.atRisk.mostBytes, 1536u);
    EXPECT_EQ(analysis.atRisk.mostAt, 310);
    ASSERT_EQ(analysis.filesAtRisk.size(), 2u);
    EXPECT_EQ(analysis.trace.string(analysis.filesAtRisk[0].path), image);
    EXPECT_EQ(analysis.filesAtRisk[0].atRisk.mostBytes, 1024u);
    EXPECT_EQ(analysis.filesAtRisk[0].atRisk.endBytes, 0u);
    EXPECT_EQ(analysis.filesAtRisk[1].atRisk.endBytes, 512u);
}

TEST(AtRisk, OfWhatIsNeverHandedOverLastsToTheEnd) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 0, 1000)
        .library(Call::fwrite, 100, 200, block(0))
        .system(Call::lseek, 210, 220, {.nesting = 0});
    const AtRisk risk = builder.analyze().atRisk;
    EXPECT_EQ(risk.neverHanded, 1u);
    EXPECT_EQ(risk.endBytes, 512u);
    EXPECT_EQ(risk.longestNs, 800);
    EXPECT_DOUBLE_EQ(risk.meanBytes, 512 * 800 / 1000.0);
}

TEST(AtRisk, EndsForBytesThatAreWrittenAgain) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 0, 1000)
        .library(Call::fwrite, 100, 110, block(0))
        .library(Call::fwrite, 200, 210, block(0))
        .system(Call::write, 300, 310, block(0));
    const AtRisk risk = builder.analyze().atRisk;
    EXPECT_EQ(risk.writes, 2u);
    EXPECT_EQ(risk.mostBytes, 512u);
    EXPECT_EQ(risk.endBytes, 0u);
    EXPECT_EQ(risk.longestNs, 100);
}

TEST(AtRisk, MedianIsOverTheWrites) {
    RiskMeter meter;
    for (const std::int64_t time : {10, 20, 300}) {
        meter.add(100, 0);
        meter.remove(100, 0, time);
    }
    const AtRisk risk = meter.finish(0, 1000);
    EXPECT_EQ(risk.medianNs, 20);
    EXPECT_EQ(risk.longestNs, 300);
}

} // namespace uaescope::core::test
