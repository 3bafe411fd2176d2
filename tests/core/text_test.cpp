#include "analyzer/core/text.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {

TEST(Text, CountsAgreeInNumber) {
    EXPECT_EQ(counted(1, "mark", "marks"), "1 mark");
    EXPECT_EQ(counted(0, "mark", "marks"), "0 marks");
}

TEST(Text, BytesInTheUnitThatFits) {
    EXPECT_EQ(bytesText(1), "1 byte");
    EXPECT_EQ(bytesText(0), "0 bytes");
    EXPECT_EQ(bytesText(512), "512 bytes");
    EXPECT_EQ(bytesText(65536), "64 KiB");
    EXPECT_EQ(bytesText(1536), "1.5 KiB");
    EXPECT_EQ(bytesText(2.0 * 1024 * 1024), "2 MiB");
    EXPECT_EQ(bytesText(3.0 * 1024 * 1024 * 1024), "3 GiB");
}

TEST(Text, SecondsKeepMilliseconds) { EXPECT_EQ(secondsText(1'203'400'000), "1.203 s"); }

TEST(Text, PercentsKeepADigitBelowOne) {
    EXPECT_EQ(percentText(0.77), "77 %");
    EXPECT_EQ(percentText(0.004), "0.4 %");
    EXPECT_EQ(percentText(0), "0 %");
}

TEST(Text, AmountsAgreeInNumberAsTheyArePrinted) {
    EXPECT_EQ(amountText(1, "read", "reads"), "1 read");
    EXPECT_EQ(amountText(1.02, "read", "reads"), "1 read");
    EXPECT_EQ(amountText(1.2, "read", "reads"), "1.2 reads");
    EXPECT_EQ(amountText(0, "read", "reads"), "0 reads");
}

TEST(Text, ListsEndWithAnd) {
    const std::string names[] = {"dir", "hdf", "rdb"};
    EXPECT_EQ(listText(std::span(names, 0)), "");
    EXPECT_EQ(listText(std::span(names, 1)), "dir");
    EXPECT_EQ(listText(std::span(names, 2)), "dir and hdf");
    EXPECT_EQ(listText(names), "dir, hdf and rdb");
}

TEST(Text, NumbersAndFactors) {
    EXPECT_EQ(numberText(52.4), "52");
    EXPECT_EQ(numberText(5), "5");
    EXPECT_EQ(numberText(3.46), "3.5");
    EXPECT_EQ(factorText(1.034), "1.03");
    EXPECT_EQ(factorText(12.54), "12.5");
    EXPECT_EQ(factorText(264.2), "264");
}

} // namespace uaescope::core::test
