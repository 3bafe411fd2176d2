#include "analyzer/models/time_scale.h"

#include <gtest/gtest.h>

namespace uaescope::models {
namespace {

constexpr std::int64_t second = 1'000'000'000;

TEST(TimeScale, MapsItsBordersToTheBordersOfTheView) {
    const TimeScale scale{2 * second, 4 * second, 1000};
    EXPECT_DOUBLE_EQ(scale.xAt(2 * second), 0);
    EXPECT_DOUBLE_EQ(scale.xAt(3 * second), 500);
    EXPECT_DOUBLE_EQ(scale.xAt(4 * second), 1000);
    EXPECT_EQ(scale.timeAt(0), 2 * second);
    EXPECT_EQ(scale.timeAt(250), 2 * second + second / 2);
}

TEST(TimeScale, ZoomKeepsTheTimeUnderTheCursorStill) {
    for (const double x : {0.0, 1.0, 333.0, 999.0}) {
        TimeScale scale{0, 10 * second, 1000};
        const std::int64_t under = scale.timeAt(x);
        for (int step = 0; step < 20; ++step) {
            scale = scale.zoomed(under, 1.5);
            EXPECT_NEAR(scale.xAt(under), x, 0.5) << "step " << step;
        }
        for (int step = 0; step < 20; ++step) scale = scale.zoomed(under, 1 / 1.5);
        EXPECT_NEAR(scale.xAt(under), x, 0.5);
    }
}

TEST(TimeScale, ZoomInHalvesAndZoomOutDoublesTheTimeShown) {
    const TimeScale scale{second, 3 * second, 800};
    EXPECT_EQ(scale.zoomed(2 * second, 2).length(), second);
    EXPECT_EQ(scale.zoomed(2 * second, 0.5).length(), 4 * second);
}

TEST(TimeScale, ZoomStopsAtTheShortestTime) {
    const TimeScale scale{0, 1000, 800};
    EXPECT_EQ(scale.zoomed(500, 1e9).length(), TimeScale::shortest);
}

TEST(TimeScale, ShowingLeavesTheMarginOnBothSides) {
    const TimeScale scale = TimeScale{0, 1, 800}.showing(1000, 2000, 0.25);
    EXPECT_EQ(scale.begin, 750);
    EXPECT_EQ(scale.end, 2250);
    EXPECT_EQ(scale.width, 800);
}

TEST(TimeScale, ShowingAMomentShowsTheShortestTimeAroundIt) {
    const TimeScale scale = TimeScale{0, 1, 800}.showing(1000, 1000, 0);
    EXPECT_EQ(scale.length(), TimeScale::shortest);
    EXPECT_LE(scale.begin, 1000);
    EXPECT_GT(scale.end, 1000);
}

TEST(TimeScale, WithinMovesBeforeItShortens) {
    EXPECT_EQ((TimeScale{-50, 50, 10}.within(0, 1000)), (TimeScale{0, 100, 10}));
    EXPECT_EQ((TimeScale{950, 1050, 10}.within(0, 1000)), (TimeScale{900, 1000, 10}));
    EXPECT_EQ((TimeScale{-500, 5000, 10}.within(0, 1000)), (TimeScale{0, 1000, 10}));
    EXPECT_EQ((TimeScale{100, 200, 10}.within(0, 1000)), (TimeScale{100, 200, 10}));
}

} // namespace
} // namespace uaescope::models
