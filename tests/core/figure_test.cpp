#include "analyzer/core/figure.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {

TEST(Figure, IsReadInAnyOrder) {
    const std::optional<Figure> figure = parseFigure("unit=files/s test=12 guest_us=123456 count=1000");
    ASSERT_TRUE(figure);
    EXPECT_EQ(figure->test, 12);
    EXPECT_EQ(figure->count, 1000u);
    EXPECT_EQ(figure->unit, "files/s");
    EXPECT_EQ(figure->guestUs, 123456u);
}

TEST(Figure, HoldsCountsOver32Bits) {
    EXPECT_EQ(parseFigure("test=1 count=4294967296 unit=bytes/s")->count, 4294967296u);
}

TEST(Figure, KnowsTheStepOfItsClock) {
    EXPECT_EQ(parseFigure("test=1 count=2 unit=u guest_us=3 step_ns=1410")->guestStepNs, 1410);
    EXPECT_EQ(parseFigure("test=1 count=2 unit=u guest_us=3")->guestStepNs, 0);
}

TEST(Figure, SkipsWhatItDoesNotKnow) { EXPECT_TRUE(parseFigure("test=1 count=2 unit=u colour=red x")); }

TEST(Figure, MayBeTheReasonWhyThereIsNone) {
    const std::optional<Figure> figure = parseFigure("test=3 why=no device is below this volume");
    ASSERT_TRUE(figure);
    EXPECT_EQ(figure->test, 3);
    EXPECT_EQ(figure->whyNot, "no device is below this volume");
    EXPECT_FALSE(parseFigure("why=nobody knows of what"));
    EXPECT_FALSE(parseFigure("test=3 why="));
}

TEST(Figure, NeedsTestCountAndUnit) {
    EXPECT_FALSE(parseFigure(""));
    EXPECT_FALSE(parseFigure("count=2 unit=u"));
    EXPECT_FALSE(parseFigure("test=1 unit=u"));
    EXPECT_FALSE(parseFigure("test=1 count=2"));
}

TEST(Figure, RefusesWhatIsNoNumber) {
    EXPECT_FALSE(parseFigure("test=one count=2 unit=u"));
    EXPECT_FALSE(parseFigure("test=1 count=-2 unit=u"));
    EXPECT_FALSE(parseFigure("test=1 count=2x unit=u"));
    EXPECT_FALSE(parseFigure("test=70000 count=2 unit=u"));
    EXPECT_FALSE(parseFigure("test=1 count=2 unit=u guest_us="));
}

} // namespace uaescope::core::test
