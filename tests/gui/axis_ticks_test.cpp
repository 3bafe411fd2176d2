#include "analyzer/models/axis_ticks.h"

#include <gtest/gtest.h>

namespace uaescope::models {
namespace {

constexpr std::int64_t millisecond = 1'000'000;
constexpr std::int64_t second = 1'000 * millisecond;

TEST(AxisTicks, CountsSecondsOverALongView) {
    const AxisTicks axis = axisTicks({0, 10 * second, 1000}, 0, 90);
    EXPECT_EQ(axis.step, second);
    EXPECT_TRUE(axis.baseLabel.isEmpty());
    ASSERT_EQ(axis.ticks.size(), 10U);
    EXPECT_EQ(axis.ticks.front().time, second);
    EXPECT_EQ(axis.ticks.front().label, "1 s");
}

TEST(AxisTicks, NamesThePlaceOnceInACloseView) {
    const std::int64_t begin = 12 * second + 345 * millisecond;
    const AxisTicks axis = axisTicks({begin, begin + 10'000, 1000}, 0, 90);
    EXPECT_EQ(axis.step, 1000);
    EXPECT_EQ(axis.baseLabel, "12.345 s");
    ASSERT_FALSE(axis.ticks.empty());
    EXPECT_EQ(axis.ticks[0].label, QString::fromUtf8("+1 µs"));
}

TEST(AxisTicks, CountsFromTheOrigin) {
    const AxisTicks axis = axisTicks({100 * second, 110 * second, 1000}, 100 * second, 90);
    EXPECT_EQ(axis.ticks.front().time, second);
}

TEST(AxisTicks, StandApartAndGiveEveryMarkItsOwnLabelAtEveryZoom) {
    for (std::int64_t length = 100; length < 1000 * second; length = length * 3 / 2) {
        const TimeScale scale{7 * second + 123'456'789, 7 * second + 123'456'789 + length, 1300};
        const AxisTicks axis = axisTicks(scale, second, 90);
        EXPECT_GE(static_cast<double>(axis.step) / scale.nsPerPixel(), 90) << length;
        EXPECT_LE(static_cast<double>(axis.step) / scale.nsPerPixel(), 90 * 2.6) << length;
        for (std::size_t i = 1; i < axis.ticks.size(); ++i) {
            EXPECT_NE(axis.ticks[i].label, axis.ticks[i - 1].label) << length;
            EXPECT_EQ(axis.ticks[i].time - axis.ticks[i - 1].time, axis.step) << length;
        }
        if (axis.step > 5) {
            EXPECT_EQ(axis.step % axis.minorStep, 0) << length;
        }
    }
}

} // namespace
} // namespace uaescope::models
