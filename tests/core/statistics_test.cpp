#include "analyzer/core/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace uaescope::core::test {

using Values = std::vector<double>;

TEST(Statistics, MedianOfOddAndEvenCounts) {
    EXPECT_EQ(median(Values{}), 0);
    EXPECT_EQ(median(Values{7}), 7);
    EXPECT_EQ(median(Values{9, 1, 5}), 5);
    EXPECT_EQ(median(Values{4, 1, 3, 2}), 2.5);
}

TEST(Statistics, PercentileIsANearestRank) {
    std::vector<std::int64_t> values;
    for (std::int64_t i = 1; i <= 20; ++i) values.push_back(i);
    EXPECT_EQ(percentile(values, 0.95), 19);
    EXPECT_EQ(percentile(values, 0.5), 10);
    EXPECT_EQ(percentile(values, 1.0), 20);
    std::vector<std::int64_t> one = {42};
    EXPECT_EQ(percentile(one, 0.95), 42);
    EXPECT_EQ(percentile({}, 0.95), 0);
}

TEST(Statistics, SpreadIsTheRangeOverTheMedian) {
    EXPECT_DOUBLE_EQ(relativeSpread(Values{90, 100, 110}), 0.2);
    EXPECT_EQ(relativeSpread(Values{100}), 0);
    EXPECT_EQ(relativeSpread(Values{0, 0}), 0);
}

TEST(Statistics, GeometricMean) {
    EXPECT_NEAR(geometricMean(Values{2, 8}), 4, 1e-12);
    EXPECT_EQ(geometricMean(Values{2, 0}), 0);
    EXPECT_EQ(geometricMean(Values{}), 0);
}

TEST(Statistics, StudentsTable) {
    EXPECT_DOUBLE_EQ(student95(1), 12.706);
    EXPECT_DOUBLE_EQ(student95(4), 2.776);
    EXPECT_DOUBLE_EQ(student95(30), 2.042);
    EXPECT_DOUBLE_EQ(student95(45), 2.042);
    EXPECT_DOUBLE_EQ(student95(1000), 1.980);
}

// By hand: logarithms 0, ln 2, 2 ln 2 against ln 8, 4 ln 2, 5 ln 2. Both variances are (ln 2)^2, the means differ by
// -3 ln 2, the standard error is ln 2 sqrt(2/3), and Welch gives 4 degrees of freedom.
TEST(Statistics, RatioAndIntervalByHand) {
    const std::optional<Ratio> ratio = ratioOf(Values{1, 2, 4}, Values{8, 16, 32});
    ASSERT_TRUE(ratio && ratio->interval);
    EXPECT_NEAR(ratio->value, 0.125, 1e-12);
    const double reach = 2.776 * std::log(2.0) * std::sqrt(2.0 / 3.0);
    EXPECT_NEAR(ratio->interval->low, 0.125 * std::exp(-reach), 1e-12);
    EXPECT_NEAR(ratio->interval->high, 0.125 * std::exp(reach), 1e-12);
    EXPECT_TRUE(ratio->differs());
}

// By hand: variances 0 and (ln 2)^2 / 2 of two values each; Welch gives 1 degree of freedom, that of the varying side.
TEST(Statistics, UnequalVariancesLowerTheDegreesOfFreedom) {
    const std::optional<Ratio> ratio = ratioOf(Values{4, 4}, Values{1, 2});
    ASSERT_TRUE(ratio && ratio->interval);
    const double reach = 12.706 * std::log(2.0) / 2;
    EXPECT_NEAR(ratio->value, 4 / std::sqrt(2.0), 1e-12);
    EXPECT_NEAR(std::log(ratio->interval->high / ratio->value), reach, 1e-9);
    EXPECT_FALSE(ratio->differs()) << "two repeats that vary by two are not enough";
}

TEST(Statistics, OneRepeatGivesARatioButNoInterval) {
    const std::optional<Ratio> ratio = ratioOf(Values{10}, Values{5, 5});
    ASSERT_TRUE(ratio);
    EXPECT_NEAR(ratio->value, 2, 1e-12);
    EXPECT_FALSE(ratio->interval);
    EXPECT_FALSE(ratio->differs());
}

TEST(Statistics, EqualRatesShowNoDifference) {
    EXPECT_FALSE(ratioOf(Values{10, 11, 10.5}, Values{10.2, 10.8, 10.6})->differs());
    EXPECT_FALSE(ratioOf(Values{10, 10}, Values{10, 10})->differs());
}

TEST(Statistics, ExactRepeatsThatDifferDiffer) { EXPECT_TRUE(ratioOf(Values{10, 10}, Values{5, 5})->differs()); }

TEST(Statistics, NothingOrNonsenseHasNoRatio) {
    EXPECT_FALSE(ratioOf(Values{}, Values{1}));
    EXPECT_FALSE(ratioOf(Values{1, 0}, Values{1}));
    EXPECT_FALSE(ratioOf(Values{1}, Values{-2}));
}

} // namespace uaescope::core::test
