#include "analyzer/cli/figures.h"

#include <gtest/gtest.h>

namespace uaescope::cli {
namespace {

TEST(Figures, RatesOfBytesUsePrefixes) {
    EXPECT_EQ(rateText(12, "bytes/s"), "12.0 B/s");
    EXPECT_EQ(rateText(2310000, "bytes/s"), "2.31 MB/s");
    EXPECT_EQ(rateText(999600, "bytes/s"), "1.00 MB/s");
}

TEST(Figures, RatesOfThingsNameThem) {
    EXPECT_EQ(rateText(12345.6, "files/s"), "12 346 files/s");
    EXPECT_EQ(rateText(0.25, "seeks/s"), "0.25 seeks/s");
    EXPECT_EQ(shortRateText(12345.6, "files/s"), "12 346/s");
}

TEST(Figures, DurationsPickTheirUnit) {
    EXPECT_EQ(durationText(999), "999 ns");
    EXPECT_EQ(durationText(1250), "1.25 us");
    EXPECT_EQ(durationText(999700), "1.00 ms");
    EXPECT_EQ(durationText(61'500'000'000), "61.5 s");
}

TEST(Figures, SmallSharesAreNotZero) {
    EXPECT_EQ(percentText(0), "0 %");
    EXPECT_EQ(percentText(0.0001), "<0.1 %");
    EXPECT_EQ(percentText(0.0123), "1.2 %");
    EXPECT_EQ(percentText(0.371), "37 %");
    EXPECT_EQ(percentText(1.2), "120 %");
}

TEST(Figures, CountsAreGrouped) {
    EXPECT_EQ(countText(0), "0");
    EXPECT_EQ(countText(999), "999");
    EXPECT_EQ(countText(1234567), "1 234 567");
}

TEST(Figures, BytesOfFilesAreShort) {
    EXPECT_EQ(bytesText(999), "999 B");
    EXPECT_EQ(bytesText(2097152), "2.10 MB");
}

} // namespace
} // namespace uaescope::cli
