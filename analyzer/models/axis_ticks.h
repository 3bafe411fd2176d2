// Where a time axis has its marks, and what stands beside them.
#pragma once

#include "analyzer/models/time_scale.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace uaescope::models {

struct Tick {
    std::int64_t time = 0; // nanoseconds since the origin given to axisTicks
    QString label;
};

struct AxisTicks {
    std::int64_t step = 0; // nanoseconds from one mark to the next: 1, 2 or 5 times a power of ten
    std::int64_t minorStep = 0;
    std::int64_t base = 0; // labels count from here when `baseLabel` is not empty
    QString baseLabel;     // "12.345 s": close views name the start once and count from it
    std::vector<Tick> ticks;
};

// Times are shown relative to origin. Marks are at least minPixels apart.
AxisTicks axisTicks(const TimeScale& scale, std::int64_t origin, int minPixels);

} // namespace uaescope::models
