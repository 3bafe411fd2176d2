#include "analyzer/models/readable.h"

#include <gtest/gtest.h>

namespace uaescope::models {
namespace {

TEST(Readable, DurationsHaveThreeFiguresAndAUnit) {
    EXPECT_EQ(durationText(0), "0 ns");
    EXPECT_EQ(durationText(950), "950 ns");
    EXPECT_EQ(durationText(1'234), QString::fromUtf8("1.23 µs"));
    EXPECT_EQ(durationText(12'345), QString::fromUtf8("12.3 µs"));
    EXPECT_EQ(durationText(123'456), QString::fromUtf8("123 µs"));
    EXPECT_EQ(durationText(999'999), "1.00 ms");
    EXPECT_EQ(durationText(3'210'000'000), "3.21 s");
}

TEST(Readable, SizesAreExactWhenTheyCanBe) {
    EXPECT_EQ(sizeText(512), "512 B");
    EXPECT_EQ(sizeText(65'536), "64 KiB");
    EXPECT_EQ(sizeText(1'572'864), "1.50 MiB");
}

TEST(Readable, SharesNeverPrintSomethingAsNothing) {
    EXPECT_EQ(shareText(0), "0.0 %");
    EXPECT_EQ(shareText(0.0001), "<0.1 %");
    EXPECT_EQ(shareText(0.572), "57.2 %");
    EXPECT_EQ(shareText(1), "100.0 %");
}

TEST(Readable, FileNamesAreTheLastPartOfAPath) {
    EXPECT_EQ(fileNameText("/run/Work/a.tst"), "a.tst");
    EXPECT_EQ(fileNameText("DH1:a.tst"), "DH1:a.tst");
    EXPECT_EQ(fileNameText("/run/Work/"), "/run/Work/");
    EXPECT_EQ(fileNameText(""), "");
}

TEST(Readable, CountsAndNanosecondsAreGrouped) {
    EXPECT_EQ(countText(1'234'567), "1,234,567");
    EXPECT_EQ(exactNsText(1'080'000), "1,080,000 ns");
}

} // namespace
} // namespace uaescope::models
