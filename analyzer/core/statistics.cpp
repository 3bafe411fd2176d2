#include "analyzer/core/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace uaescope::core {
namespace {

struct Logs {
    std::size_t count = 0;
    double mean = 0;
    double variance = 0; // of the sample; 0 for one value
};

std::optional<Logs> logsOf(std::span<const double> values) {
    if (values.empty()) return std::nullopt;
    Logs logs{.count = values.size()};
    for (const double value : values) {
        if (!(value > 0)) return std::nullopt;
        logs.mean += std::log(value);
    }
    const auto count = static_cast<double>(values.size());
    logs.mean /= count;
    if (values.size() < 2) return logs;
    for (const double value : values) logs.variance += std::pow(std::log(value) - logs.mean, 2);
    logs.variance /= count - 1;
    return logs;
}

// Welch and Satterthwaite; at least that of the smaller side.
unsigned degreesOfFreedom(const Logs& a, const Logs& b) {
    const double va = a.variance / static_cast<double>(a.count);
    const double vb = b.variance / static_cast<double>(b.count);
    if (va + vb == 0) return static_cast<unsigned>(a.count + b.count - 2);
    const double degrees = (va + vb) * (va + vb) /
                           (va * va / static_cast<double>(a.count - 1) + vb * vb / static_cast<double>(b.count - 1));
    return static_cast<unsigned>(degrees + 1e-9);
}

} // namespace

double median(std::span<const double> values) {
    if (values.empty()) return 0;
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

std::int64_t percentile(std::span<std::int64_t> values, double share) {
    if (values.empty()) return 0;
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
    const std::size_t index = std::clamp<std::size_t>(rank, 1, values.size()) - 1;
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(index), values.end());
    return values[index];
}

double geometricMean(std::span<const double> values) {
    const std::optional<Logs> logs = logsOf(values);
    return logs ? std::exp(logs->mean) : 0;
}

double relativeSpread(std::span<const double> values) {
    if (values.size() < 2) return 0;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const double middle = median(values);
    return middle > 0 ? (*most - *least) / middle : 0;
}

std::optional<Ratio> ratioOf(std::span<const double> numerator, std::span<const double> denominator) {
    const std::optional<Logs> a = logsOf(numerator);
    const std::optional<Logs> b = logsOf(denominator);
    if (!a || !b) return std::nullopt;
    const double difference = a->mean - b->mean;
    Ratio ratio{.value = std::exp(difference), .interval = std::nullopt};
    if (a->count < 2 || b->count < 2) return ratio;
    const double error =
        std::sqrt(a->variance / static_cast<double>(a->count) + b->variance / static_cast<double>(b->count));
    const double reach = student95(degreesOfFreedom(*a, *b)) * error;
    ratio.interval = Interval{std::exp(difference - reach), std::exp(difference + reach)};
    return ratio;
}

double student95(unsigned degreesOfFreedom) {
    // For more than 30 degrees the value of the next smaller entry of the tail, which is the wider one.
    constexpr std::array<double, 31> table = {
        0,     12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
    if (degreesOfFreedom == 0) return table[1];
    if (degreesOfFreedom < table.size()) return table[degreesOfFreedom];
    if (degreesOfFreedom < 60) return table.back();
    return degreesOfFreedom < 120 ? 2.000 : 1.980;
}

} // namespace uaescope::core
