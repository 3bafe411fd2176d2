// Figures from few repeats, and what may be claimed from them.
//
// Rates are positive and err by factors, so means, spreads and ratios are taken of their logarithms.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace uaescope::core {

double median(std::span<const double> values);                         // 0 for none
std::int64_t percentile(std::span<std::int64_t> values, double share); // nearest rank; reorders values; 0 for none
double geometricMean(std::span<const double> values);                  // 0 for none or when one is not positive

// Largest minus smallest, over the median: 0.1 is 10 %. 0 for fewer than two values.
double relativeSpread(std::span<const double> values);

struct Interval {
    double low = 0;
    double high = 0;
    bool covers(double value) const { return low <= value && value <= high; }
};

struct Ratio {
    double value = 0;                 // of the geometric means
    std::optional<Interval> interval; // 95 %; none when one side has a single repeat

    bool differs() const { return interval && !interval->covers(1.0); }
};

// Welch's interval on logarithms: unequal variances, Welch-Satterthwaite degrees of freedom rounded down (which can
// only widen it). Nothing when one side has no value, or one that is not positive.
std::optional<Ratio> ratioOf(std::span<const double> numerator, std::span<const double> denominator);

// Two-sided 95 % point of Student's t distribution.
double student95(unsigned degreesOfFreedom);

} // namespace uaescope::core
