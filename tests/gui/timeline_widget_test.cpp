#include "analyzer/gui/timeline_widget.h"

#include "tests/gui/small_run.h"

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <gtest/gtest.h>

namespace uaescope::gui {
namespace {

using models::test::smallRun;

class TimelineWidgetTest : public testing::Test {
protected:
    TimelineWidgetTest() : m_capture(smallRun()), m_timeline(m_capture) {
        m_timeline.resize(1000, 500);
        m_timeline.show();
    }

    QPoint pointOf(std::size_t lane, std::size_t row, std::int64_t time) const {
        const RowBox& box = m_timeline.layoutOfLanes().lanes[lane].rows[row];
        return {TimelineLayout::gutter + static_cast<int>(m_timeline.scale().xAt(time)), box.top + box.height / 2};
    }

    void wheel(const QPoint& at, int delta, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QWheelEvent event(at, m_timeline.viewport()->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_timeline.viewport(), &event);
    }

    void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::mousePress(m_timeline.viewport(), Qt::LeftButton, modifiers, from);
        QTest::mouseMove(m_timeline.viewport(), (from + to) / 2);
        QTest::mouseMove(m_timeline.viewport(), to);
        QTest::mouseRelease(m_timeline.viewport(), Qt::LeftButton, modifiers, to);
    }

    models::CapturePtr m_capture;
    TimelineWidget m_timeline;
};

constexpr std::size_t testsLane = 0;
constexpr std::size_t operationsLane = 1;
constexpr std::size_t hardfileLane = 3;

TEST_F(TimelineWidgetTest, OpensOnAllOperations) {
    EXPECT_LT(m_timeline.scale().begin, m_capture->analysis.operations.front().begin);
    EXPECT_GT(m_timeline.scale().end, m_capture->analysis.operations.back().end);
}

TEST_F(TimelineWidgetTest, AClickOnAnOperationSelectsIt) {
    QSignalSpy selected(&m_timeline, &TimelineWidget::selected);
    for (std::uint32_t i = 0; i < m_capture->analysis.operations.size(); ++i) {
        const core::Operation& operation = m_capture->analysis.operations[i];
        QTest::mouseClick(m_timeline.viewport(), Qt::LeftButton, {},
                          pointOf(operationsLane, 0, (operation.begin + operation.end) / 2));
        ASSERT_EQ(selected.size(), static_cast<int>(i) + 1);
        EXPECT_EQ(selected.last()[0].value<Selection>().operation, i);
    }
}

TEST_F(TimelineWidgetTest, AClickOnAHostCallSelectsItWithItsOperation) {
    QSignalSpy selected(&m_timeline, &TimelineWidget::selected);
    m_timeline.showTime(21'000, 23'000, 0.1);
    QTest::mouseClick(m_timeline.viewport(), Qt::LeftButton, {}, pointOf(hardfileLane, 0, 22'300));
    ASSERT_EQ(selected.size(), 1);
    EXPECT_EQ(selected[0][0].value<Selection>(), (Selection{3U, models::test::fileRead}));
    QTest::mouseClick(m_timeline.viewport(), Qt::LeftButton, {}, pointOf(hardfileLane, 1, 21'400));
    ASSERT_EQ(selected.size(), 2);
    EXPECT_EQ(selected[1][0].value<Selection>(), (Selection{1U, models::test::lateWrite})) << "the late write's cause";
}

TEST_F(TimelineWidgetTest, AClickOnATestNamesIt) {
    QSignalSpy clicked(&m_timeline, &TimelineWidget::testClicked);
    QTest::mouseClick(m_timeline.viewport(), Qt::LeftButton, {}, pointOf(testsLane, 0, 30'000));
    ASSERT_EQ(clicked.size(), 1);
    EXPECT_EQ(clicked[0][0].value<std::size_t>(), 1U);
}

TEST_F(TimelineWidgetTest, AClickOnNothingSelectsNothing) {
    QSignalSpy selected(&m_timeline, &TimelineWidget::selected);
    m_timeline.showTime(12'500, 19'000, 0);
    QTest::mouseClick(m_timeline.viewport(), Qt::LeftButton, {}, pointOf(operationsLane, 0, 15'000));
    EXPECT_TRUE(selected.isEmpty());
}

TEST_F(TimelineWidgetTest, TheWheelZoomsAtTheMouse) {
    const QPoint at = pointOf(operationsLane, 0, 20'000);
    const std::int64_t under = m_timeline.scale().timeAt(at.x() - TimelineLayout::gutter);
    const std::int64_t before = m_timeline.scale().length();
    wheel(at, 120);
    EXPECT_LT(m_timeline.scale().length(), before);
    EXPECT_NEAR(m_timeline.scale().xAt(under), at.x() - TimelineLayout::gutter, 1);
    wheel(at, -120);
    EXPECT_NEAR(static_cast<double>(m_timeline.scale().length()), static_cast<double>(before), 2);
}

TEST_F(TimelineWidgetTest, TheWheelWithShiftMovesAndDoesNotZoom) {
    m_timeline.showTime(20'000, 24'000, 0);
    const models::TimeScale before = m_timeline.scale();
    wheel({500, 200}, -120, Qt::ShiftModifier);
    EXPECT_GT(m_timeline.scale().begin, before.begin);
    EXPECT_EQ(m_timeline.scale().length(), before.length());
}

TEST_F(TimelineWidgetTest, ADragMovesTheTimeWithTheMouseAndSelectsNothing) {
    m_timeline.showTime(20'000, 24'000, 0);
    QSignalSpy selected(&m_timeline, &TimelineWidget::selected);
    const std::int64_t under = m_timeline.scale().timeAt(600 - TimelineLayout::gutter);
    drag({600, 120}, {500, 120});
    EXPECT_NEAR(m_timeline.scale().xAt(under), 500 - TimelineLayout::gutter, 1);
    EXPECT_TRUE(selected.isEmpty());
}

TEST_F(TimelineWidgetTest, ADragOnTheAxisZoomsToThatTime) {
    const int y = TimelineLayout::overviewHeight + 5;
    const std::int64_t first = m_timeline.scale().timeAt(300 - TimelineLayout::gutter);
    const std::int64_t last = m_timeline.scale().timeAt(500 - TimelineLayout::gutter);
    drag({500, y}, {300, y});
    EXPECT_EQ(m_timeline.scale().begin, first);
    EXPECT_EQ(m_timeline.scale().end, last);
}

TEST_F(TimelineWidgetTest, NeverShowsTimeOutsideTheCapture) {
    wheel({500, 200}, -12'000);
    EXPECT_EQ(m_timeline.scale().begin, m_capture->origin());
    EXPECT_EQ(m_timeline.scale().end, m_capture->analysis.trace.end);
}

TEST_F(TimelineWidgetTest, KeysMoveAndZoom) {
    m_timeline.showTime(20'000, 24'000, 0);
    const models::TimeScale before = m_timeline.scale();
    QTest::keyClick(&m_timeline, Qt::Key_Right);
    EXPECT_GT(m_timeline.scale().begin, before.begin);
    QTest::keyClick(&m_timeline, Qt::Key_Left);
    EXPECT_EQ(m_timeline.scale(), before);
    QTest::keyClick(&m_timeline, Qt::Key_Plus);
    EXPECT_LT(m_timeline.scale().length(), before.length());
    QTest::keyClick(&m_timeline, Qt::Key_Home);
    EXPECT_GT(m_timeline.scale().length(), before.length());
}

} // namespace
} // namespace uaescope::gui
