// The arithmetic of a view onto a stretch of time: which pixel shows which nanosecond.
#pragma once

#include <cstdint>

namespace uaescope::models {

struct TimeScale {
    std::int64_t begin = 0; // nanosecond at the left edge of pixel 0
    std::int64_t end = 1;   // nanosecond at the right edge of the last pixel; always after begin
    int width = 1;          // pixels, at least 1

    // No view shows less time than this: a system call takes some hundred nanoseconds.
    static constexpr std::int64_t shortest = 100;

    std::int64_t length() const { return end - begin; }
    double nsPerPixel() const { return static_cast<double>(length()) / width; }
    double xAt(std::int64_t ns) const { return static_cast<double>(ns - begin) / nsPerPixel(); }
    std::int64_t timeAt(double x) const;

    // Shows factor times less time (less than 1: more) and leaves the time centre at its pixel.
    TimeScale zoomed(std::int64_t centre, double factor) const;
    TimeScale moved(std::int64_t by) const { return {begin + by, end + by, width}; }
    // Shows first to last with a margin of this share of the length on both sides.
    TimeScale showing(std::int64_t first, std::int64_t last, double margin) const;
    // Moved, and shortened if need be, so that nothing outside [first, last) is shown.
    TimeScale within(std::int64_t first, std::int64_t last) const;

    bool operator==(const TimeScale&) const = default;
};

} // namespace uaescope::models
