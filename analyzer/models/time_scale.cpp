#include "analyzer/models/time_scale.h"

#include <algorithm>
#include <cmath>

namespace uaescope::models {

namespace {

constexpr double least = TimeScale::shortest;
constexpr double most = 1e17; // three years: far from where 64 bits end

} // namespace

// Called for every pixel of every row: a cast is inlined, llround is not.
std::int64_t TimeScale::timeAt(double x) const {
    const double ns = x * nsPerPixel();
    return begin + static_cast<std::int64_t>(ns < 0 ? ns - 0.5 : ns + 0.5);
}

TimeScale TimeScale::zoomed(std::int64_t centre, double factor) const {
    const double share = static_cast<double>(centre - begin) / static_cast<double>(length());
    const std::int64_t newLength = std::llround(std::clamp(static_cast<double>(length()) / factor, least, most));
    const std::int64_t newBegin = centre - std::llround(share * static_cast<double>(newLength));
    return {newBegin, newBegin + newLength, width};
}

TimeScale TimeScale::showing(std::int64_t first, std::int64_t last, double margin) const {
    const std::int64_t wanted = std::max<std::int64_t>(last - first, 1);
    const auto newLength =
        std::max<std::int64_t>(shortest, std::llround(static_cast<double>(wanted) * (1 + 2 * margin)));
    const std::int64_t newBegin = first - (newLength - wanted) / 2;
    return {newBegin, newBegin + newLength, width};
}

TimeScale TimeScale::within(std::int64_t first, std::int64_t last) const {
    if (length() >= last - first) return {first, std::max(last, first + 1), width};
    if (begin < first) return moved(first - begin);
    if (end > last) return moved(last - end);
    return *this;
}

} // namespace uaescope::models
