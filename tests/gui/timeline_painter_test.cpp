#include "analyzer/gui/timeline_painter.h"

#include "analyzer/gui/colours.h"
#include "tests/gui/small_run.h"

#include <gtest/gtest.h>

#include <map>

namespace uaescope::gui {
namespace {

using models::test::smallRun;

class Picture {
public:
    explicit Picture(const models::CapturePtr& capture, const TimelineView& view, QSize size = {1112, 400})
        : m_layout(layOut(capture->lanes)), m_image(size, QImage::Format_RGB32) {
        QPainter painter(&m_image);
        TimelinePainter(*capture, m_layout).paint(painter, size, QPalette(Qt::white), view);
    }

    // Pixels of a colour in a row of a lane.
    int count(std::size_t lane, std::size_t row, const QColor& colour) const {
        const RowBox& box = m_layout.lanes[lane].rows[row];
        int found = 0;
        for (int y = box.top; y < box.top + box.height; ++y) {
            for (int x = TimelineLayout::gutter; x < m_image.width(); ++x)
                found += m_image.pixel(x, y) == colour.rgb() ? 1 : 0;
        }
        return found;
    }

    QImage image() const { return m_image; }

private:
    TimelineLayout m_layout;
    QImage m_image;
};

constexpr std::size_t operationsLane = 1;
constexpr std::size_t emulationLane = 2;
constexpr std::size_t hardfileLane = 3;

models::TimeScale wholeScale(const models::CaptureData& capture, int width) {
    return {capture.origin(), capture.analysis.trace.end, width};
}

TEST(TimelinePainter, PaintsHostCallsInTheColourOfHostIo) {
    const auto capture = smallRun();
    const Picture picture(capture, {wholeScale(*capture, 1000), 0, {}, {}});
    EXPECT_GT(picture.count(hardfileLane, 0, ownerColour(core::Owner::hostIo)), 0);
    EXPECT_GT(picture.count(hardfileLane, 1, ownerColour(core::Owner::hostIo)), 0) << "system calls";
    EXPECT_EQ(picture.count(hardfileLane, 0, ownerColour(core::Owner::sleep)), 0);
    EXPECT_GT(picture.count(emulationLane, 0, ownerColour(core::Owner::sleep)), 0);
}

TEST(TimelinePainter, AnOwnersAreaIsItsShareOfTheOperation) {
    const auto capture = smallRun();
    const core::Operation& read = capture->analysis.operations[3];
    const Picture picture(capture, {{read.begin, read.end, 1000}, 0, {}, {}});
    const auto area = [&](core::Owner owner) { return picture.count(operationsLane, 0, ownerColour(owner)); };
    const double all =
        area(core::Owner::hostIo) + area(core::Owner::sleep) + area(core::Owner::device) + area(core::Owner::guest);
    for (const core::Owner owner : ownerOrder) {
        const double share = static_cast<double>(read.owners[owner]) / static_cast<double>(read.owners.total());
        EXPECT_NEAR(area(owner) / all, share, 0.04) << core::ownerName(owner); // a row of pixels is a 37th
    }
}

TEST(TimelinePainter, TheSelectionIsSeenEvenWhenItIsNarrowerThanAPixel) {
    const auto capture = smallRun();
    const TimelineView plain{wholeScale(*capture, 1000).zoomed(capture->origin(), 0.0001), 0, {}, {}};
    TimelineView selected = plain;
    selected.selection.operation = 3;
    EXPECT_NE(Picture(capture, plain).image(), Picture(capture, selected).image());
}

TEST(TimelinePainter, PaintsEmptyRunsAndOddSizes) {
    const auto capture = models::makeCaptureData(core::test::TraceBuilder().analyze());
    EXPECT_FALSE(Picture(capture, {{0, 1, 1}, 0, {}, {}}, {1, 1}).image().isNull());
    EXPECT_FALSE(Picture(smallRun(), {{0, 100, 1}, 0, {}, {}}, {TimelineLayout::gutter + 1, 30}).image().isNull());
}

TEST(TimelinePainter, OwnersAndKindsOfCallsHaveColoursOfTheirOwn) {
    using models::CallPart;
    std::map<QRgb, int> used;
    for (const core::Owner owner : ownerOrder) ++used[ownerColour(owner).rgb()];
    EXPECT_EQ(used.size(), static_cast<std::size_t>(core::ownerCount));
    EXPECT_EQ(callColour(CallPart::storage), ownerColour(core::Owner::hostIo)) << "the same thing in both layers";
    EXPECT_EQ(callColour(CallPart::sleep), ownerColour(core::Owner::sleep));
    EXPECT_FALSE(used.contains(callColour(CallPart::sideFile).rgb()));
    EXPECT_FALSE(used.contains(callColour(CallPart::other).rgb()));
}

} // namespace
} // namespace uaescope::gui
