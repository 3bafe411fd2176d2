#include "analyzer/core/text.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {

TEST(Text, CountsAgreeInNumber) {
    EXPECT_EQ(counted(1, "mark", "marks"), "1 mark");
    EXPECT_EQ(counted(0, "mark", "marks"), "0 marks");
}

TEST(Text, BytesInTheUnitThatFits) {
    EXPECT_EQ(bytesText(512), "512 bytes");
    EXPECT_EQ(bytesText(65536), "64 KiB");
    EXPECT_EQ(bytesText(1536), "1.5 KiB");
    EXPECT_EQ(bytesText(2.0 * 1024 * 1024), "2 MiB");
    EXPECT_EQ(bytesText(3.0 * 1024 * 1024 * 1024), "3 GiB");
}

TEST(Text, PercentsKeepADigitBelowOne) {
    EXPECT_EQ(percentText(0.77), "77 %");
    EXPECT_EQ(percentText(0.004), "0.4 %");
    EXPECT_EQ(percentText(0), "0 %");
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
