// Paints the cells of one row. Cells a pixel wide are written straight into an image: thousands of them are one
// drawing command.
#pragma once

#include "analyzer/models/span_index.h"

#include <QImage>
#include <QPainter>

#include <array>
#include <functional>
#include <vector>

namespace uaescope::gui {

struct CellStyle {
    // From the bottom of a stacked column to its top.
    std::array<std::size_t, models::partCount> order{0, 1, 2, 3};
    std::array<QColor, models::partCount> colours;
    QColor idle; // spans none of whose time counts
};

class CellPainter {
public:
    // Label of a span; asked for wide cells only.
    using Label = std::function<QString(const models::Span&)>;

    void paint(QPainter& painter, const QRect& area, const models::SpanIndex& spans,
               const std::vector<models::Cell>& cells, const CellStyle& style, const Label& label);

private:
    void column(const models::Cell& cell, const CellStyle& style);

    QImage m_image; // kept from frame to frame
    std::array<QRgb, models::partCount> m_pixels{};
};

} // namespace uaescope::gui
