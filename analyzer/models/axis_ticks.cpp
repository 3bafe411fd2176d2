#include "analyzer/models/axis_ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace uaescope::models {

namespace {

struct Step {
    std::int64_t ns;
    int parts; // into which minor marks divide it
};

Step stepOfAtLeast(double ns) {
    std::int64_t power = 1;
    while (static_cast<double>(power) * 10 < ns) power *= 10;
    if (static_cast<double>(power) >= ns) return {power, 5};
    if (static_cast<double>(power * 2) >= ns) return {power * 2, 4};
    if (static_cast<double>(power * 5) >= ns) return {power * 5, 5};
    return {power * 10, 5};
}

std::int64_t floorTo(std::int64_t value, std::int64_t step) {
    const std::int64_t remainder = value % step;
    return remainder < 0 ? value - remainder - step : value - remainder;
}

struct AxisUnit {
    std::int64_t ns;
    const char* name;
};
constexpr std::array<AxisUnit, 4> axisUnits{{{1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "µs"}, {1, "ns"}}};

// The largest unit that needs at most two decimals to tell two marks apart.
const AxisUnit& unitFor(std::int64_t step) {
    for (const AxisUnit& unit : axisUnits) {
        if (step * 100 >= unit.ns) return unit;
    }
    return axisUnits.back();
}

int decimalsFor(std::int64_t step, const AxisUnit& unit) {
    int decimals = 0;
    for (std::int64_t size = unit.ns; size > step; size /= 10) ++decimals;
    return decimals;
}

QString inUnit(std::int64_t ns, std::int64_t step, const AxisUnit& unit) {
    return QString::number(static_cast<double>(ns) / static_cast<double>(unit.ns), 'f', decimalsFor(step, unit)) + ' ' +
           QString::fromUtf8(unit.name);
}

} // namespace

AxisTicks axisTicks(const TimeScale& scale, std::int64_t origin, int minPixels) {
    AxisTicks axis;
    const Step step = stepOfAtLeast(scale.nsPerPixel() * std::max(minPixels, 1));
    axis.step = step.ns;
    axis.minorStep = std::max<std::int64_t>(step.ns / step.parts, 1);

    const std::int64_t first = scale.begin - origin;
    // A mark such as 12.3456789 s is hard to read: below a millisecond, name the place once and count from it.
    const bool relative = axis.step < 1'000'000;
    if (relative) {
        const std::int64_t baseStep = std::max<std::int64_t>(axis.step * 1000, 1'000'000);
        axis.base = floorTo(first, baseStep);
        axis.baseLabel = inUnit(axis.base, baseStep, axisUnits[0]);
    }
    const AxisUnit& unit = relative ? unitFor(axis.step) : axisUnits[0];
    for (std::int64_t time = floorTo(first, axis.step) + axis.step; time <= scale.end - origin; time += axis.step) {
        const QString text = inUnit(time - axis.base, axis.step, unit);
        axis.ticks.push_back({time, relative ? '+' + text : text});
    }
    return axis;
}

} // namespace uaescope::models
