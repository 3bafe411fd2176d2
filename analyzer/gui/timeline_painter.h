// Paints a frame of the timeline: overview, axis, guest lanes above host lanes, selection across both.
#pragma once

#include "analyzer/gui/cell_painter.h"
#include "analyzer/gui/selection.h"
#include "analyzer/gui/timeline_layout.h"
#include "analyzer/models/capture_data.h"
#include "analyzer/models/time_scale.h"

#include <QPainter>
#include <QPalette>

#include <optional>
#include <utility>
#include <vector>

namespace uaescope::gui {

// What a frame shows. The scale's pixels begin at the right edge of the gutter.
struct TimelineView {
    models::TimeScale scale;
    int scroll = 0; // pixels by which the lanes are moved up
    Selection selection;
    std::optional<std::pair<std::int64_t, std::int64_t>> range; // times between which the mouse is being dragged
};

class TimelinePainter {
public:
    TimelinePainter(const models::CaptureData& capture, const TimelineLayout& layout)
        : m_capture(capture), m_layout(layout) {}

    void paint(QPainter& painter, const QSize& size, const QPalette& palette, const TimelineView& view);

private:
    struct Frame;

    void overview(const Frame& frame);
    void axis(const Frame& frame);
    void layerTints(const Frame& frame);
    void headings(const Frame& frame);
    void lane(const Frame& frame, const LaneBox& box);
    void row(const Frame& frame, const models::Lane& lane, const RowBox& box);
    void operationRow(const Frame& frame, const models::SpanIndex& spans, const QRect& area);
    void selectedTime(const Frame& frame);
    void selectedFlag(const Frame& frame);
    void selectedCalls(const Frame& frame);
    void outlineCall(const Frame& frame, std::uint32_t call, const QPen& pen);

    const models::CaptureData& m_capture;
    const TimelineLayout& m_layout;
    CellPainter m_cellPainter;
    std::vector<models::Cell> m_cells;
};

} // namespace uaescope::gui
