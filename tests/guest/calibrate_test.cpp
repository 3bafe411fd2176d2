// What a run finds out about its clock, and rates of very much in very little time.
#include "guest/suites/rate.h"
#include "tests/guest/memory_storage.h"

#include <gtest/gtest.h>

using uaescope::guest_test::MemoryStorage;

namespace {

std::string firstFigure(std::function<std::uint64_t(std::uint64_t)> clock) {
    MemoryStorage storage;
    storage.clock = std::move(clock);
    EXPECT_EQ(storage.run("diskperf3-floppy"), US_STATUS_DONE);
    return storage.figures.front();
}

std::string stepOf(const std::string& figure) { return figure.substr(figure.find("step_ns=") + 8); }

TEST(Calibrate, StepIsTheSmallestDifferenceThatTheClockShows) {
    EXPECT_EQ(stepOf(firstFigure([](std::uint64_t call) { return call * 3; })), "3000");
    // A frame's clock: it stands for a hundred readings and then jumps.
    EXPECT_EQ(stepOf(firstFigure([](std::uint64_t call) { return call / 100 * 20000; })), "20000000");
    // Now and then something interrupts between two readings.
    EXPECT_EQ(stepOf(firstFigure([](std::uint64_t call) { return call * 2 + (call > 3 ? 500 : 0); })), "2000");
}

TEST(Calibrate, ClockThatStandsStillHasNoStep) {
    EXPECT_EQ(stepOf(firstFigure([](std::uint64_t) { return 5; })), "0");
}

TEST(Calibrate, ClassicFormSoonGivesUpOnAClockThatNeverRan) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t) { return 5; };
    EXPECT_EQ(storage.run("diskspeed13", US_FORM_CLASSIC), US_STATUS_DONE);
    EXPECT_LT(storage.operations.size(), 12000U);
}

TEST(Rate, CountsPastFourBillionDoNotWrap) {
    EXPECT_EQ(us_rate(1ULL << 40, 1000000), 1ULL << 40);
    EXPECT_EQ(us_rate((1ULL << 40) + 1, 1), ((1ULL << 40) + 1) * 1000000);
    EXPECT_EQ(us_rate(1ULL << 44, 500000), 1ULL << 45);
    EXPECT_EQ(us_rate(5, 0), 0U);
}

} // namespace
