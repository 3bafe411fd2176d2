// A click of the mouse at the pixel where the timeline shows an operation.
#pragma once

#include "analyzer/gui/capture_page.h"
#include "analyzer/gui/timeline_widget.h"

#include <QTest>

namespace uaescope::gui::test {

inline void clickInTimeline(CapturePage& page, std::uint32_t number) {
    TimelineWidget& timeline = page.timeline();
    const core::Operation& operation = page.capture().analysis.operations[number];
    timeline.showTime(operation.begin, operation.end, 1);
    std::size_t lane = 0;
    while (page.capture().lanes[lane].kind != models::LaneKind::operations) ++lane;
    const RowBox& row = timeline.layoutOfLanes().lanes[lane].rows[0];
    const double x = timeline.scale().xAt((operation.begin + operation.end) / 2);
    QTest::mouseClick(timeline.viewport(), Qt::LeftButton, {},
                      {TimelineLayout::gutter + static_cast<int>(x), row.top + row.height / 2});
}

} // namespace uaescope::gui::test
