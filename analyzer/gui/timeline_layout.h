// Where the lanes of the timeline lie. Plain numbers, so that tests can find a span's pixel.
#pragma once

#include "analyzer/models/lanes.h"

#include <optional>
#include <vector>

namespace uaescope::gui {

enum class Layer { guest, host };

Layer layerOf(models::LaneKind kind);

struct RowBox {
    std::size_t row = 0; // of the lane
    int top = 0;
    int height = 0;
};

struct LaneBox {
    std::size_t lane = 0;
    int top = 0;
    int height = 0;
    std::vector<RowBox> rows;
};

struct LayerBox {
    Layer layer = Layer::guest;
    int headingTop = 0;
    int top = 0;    // the heading included
    int height = 0; // to the last lane of the layer
};

struct TimelineLayout {
    static constexpr int gutter = 112;        // left of the first pixel of time: names of lanes
    static constexpr int overviewHeight = 20; // the whole run, and which part of it is in view
    static constexpr int axisHeight = 26;
    static constexpr int lanesTop = overviewHeight + axisHeight; // lanes scroll below it
    static constexpr int headingHeight = 20;
    static constexpr int operationNameHeight = 17; // upper part of an operation's row; the rest shows its owners

    std::vector<LayerBox> layers;
    std::vector<LaneBox> lanes;
    int height = 0; // of everything, unscrolled

    struct Place {
        std::size_t lane = 0;
        std::size_t row = 0;
    };
    std::optional<Place> at(int y) const; // unscrolled
};

TimelineLayout layOut(const std::vector<models::Lane>& lanes);

} // namespace uaescope::gui
