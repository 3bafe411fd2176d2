#include "analyzer/gui/timeline_layout.h"

namespace uaescope::gui {

namespace {

constexpr int laneGap = 5;
constexpr int rowGap = 1;

int rowHeight(models::LaneKind kind, std::size_t row) {
    switch (kind) {
    case models::LaneKind::tests: return 22;
    case models::LaneKind::operations: return 54;
    case models::LaneKind::packets:
    case models::LaneKind::requests:
    case models::LaneKind::calls: break;
    }
    return row == 0 ? 20 : 14;
}

} // namespace

Layer layerOf(models::LaneKind kind) { return kind == models::LaneKind::calls ? Layer::host : Layer::guest; }

TimelineLayout layOut(const std::vector<models::Lane>& lanes) {
    TimelineLayout layout;
    int y = TimelineLayout::lanesTop;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const Layer layer = layerOf(lanes[i].kind);
        if (layout.layers.empty() || layout.layers.back().layer != layer) {
            layout.layers.push_back({layer, y, y, 0});
            y += TimelineLayout::headingHeight + laneGap;
        }
        LaneBox box{i, y, 0, {}};
        for (std::size_t row = 0; row < lanes[i].rows.size(); ++row) {
            const int height = rowHeight(lanes[i].kind, row);
            box.rows.push_back({row, y, height});
            y += height + rowGap;
        }
        box.height = y - box.top;
        y += laneGap;
        layout.lanes.push_back(std::move(box));
        layout.layers.back().height = y - layout.layers.back().top;
    }
    layout.height = y;
    return layout;
}

std::optional<TimelineLayout::Place> TimelineLayout::at(int y) const {
    for (const LaneBox& lane : lanes) {
        for (const RowBox& row : lane.rows) {
            if (y >= row.top && y < row.top + row.height) return Place{lane.lane, row.row};
        }
    }
    return std::nullopt;
}

} // namespace uaescope::gui
