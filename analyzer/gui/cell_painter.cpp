#include "analyzer/gui/cell_painter.h"

#include "analyzer/gui/colours.h"

#include <algorithm>

namespace uaescope::gui {

namespace {

constexpr int leastLabelWidth = 24;
constexpr float leastVisible = 0.004F;

void wideCell(QPainter& painter, const QRect& box, const models::Cell& cell, const CellStyle& style) {
    double bottom = box.bottom() + 1;
    bool any = false;
    for (const std::size_t part : style.order) {
        if (cell.parts[part] < leastVisible) continue;
        const double height = static_cast<double>(cell.parts[part]) * box.height();
        painter.fillRect(QRectF(box.left(), bottom - height, box.width(), height), style.colours[part]);
        bottom -= height;
        any = true;
    }
    if (any) {
        painter.setPen(QColor(0, 0, 0, 90));
        painter.drawRect(box.adjusted(0, 0, -1, -1));
    } else {
        painter.fillRect(QRect(box.left(), box.center().y() - 1, box.width(), 3), style.idle);
    }
}

} // namespace

void CellPainter::column(const models::Cell& cell, const CellStyle& style) {
    const int height = m_image.height();
    const qsizetype stride = m_image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    QRgb* pixel = reinterpret_cast<QRgb*>(m_image.bits()) + (height - 1) * stride + cell.firstX;
    int y = height; // filled upwards
    const auto fillUpTo = [&](int top, QRgb colour) {
        for (top = std::max(top, 0); y > top; --y, pixel -= stride) *pixel = colour;
    };
    float reached = 0.5F;
    for (const std::size_t part : style.order) {
        reached += cell.parts[part] * static_cast<float>(height);
        fillUpTo(height - static_cast<int>(reached), m_pixels[part]);
    }
    if (y < height) return;
    // Too little time for a whole pixel: show that there is something all the same.
    const auto most = std::max_element(cell.parts.begin(), cell.parts.end());
    if (*most > 0) fillUpTo(height - 2, m_pixels[static_cast<std::size_t>(most - cell.parts.begin())]);
}

void CellPainter::paint(QPainter& painter, const QRect& area, const models::SpanIndex& spans,
                        const std::vector<models::Cell>& cells, const CellStyle& style, const Label& label) {
    if (m_image.size() != area.size()) m_image = QImage(area.size(), QImage::Format_ARGB32_Premultiplied);
    m_image.fill(Qt::transparent);
    std::transform(style.colours.begin(), style.colours.end(), m_pixels.begin(),
                   [](const QColor& colour) { return colour.rgb(); });
    bool columns = false;
    for (const models::Cell& cell : cells) {
        if (cell.endX - cell.firstX > 1 || cell.firstX >= area.width()) continue;
        column(cell, style);
        columns = true;
    }
    if (columns) painter.drawImage(area.topLeft(), m_image);
    for (const models::Cell& cell : cells) {
        const int width = cell.endX - cell.firstX;
        if (width <= 1) continue;
        const QRect box(area.left() + cell.firstX, area.top(), width, area.height());
        wideCell(painter, box, cell, style);
        if (!label || width < leastLabelWidth) continue;
        const QString text = label(spans.spans()[cell.span]);
        if (text.isEmpty()) continue;
        const auto most = std::max_element(cell.parts.begin(), cell.parts.end());
        painter.setPen(
            textOn(*most > 0 ? style.colours[static_cast<std::size_t>(most - cell.parts.begin())] : style.idle));
        painter.drawText(box.adjusted(4, 0, -2, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, width - 6));
    }
}

} // namespace uaescope::gui
