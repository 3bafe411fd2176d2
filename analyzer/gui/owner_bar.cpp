#include "analyzer/gui/owner_bar.h"

#include "analyzer/gui/colours.h"
#include "analyzer/models/readable.h"

namespace uaescope::gui {

void paintOwnerBar(QPainter& painter, const QRect& area, const models::OwnerShares& shares, BarLabels labels) {
    double left = area.left();
    bool any = false;
    for (const core::Owner owner : ownerOrder) {
        const double share = shares.shares[static_cast<std::size_t>(owner)];
        if (share <= 0) continue;
        any = true;
        const double width = share * area.width();
        const QRectF part(left, area.top(), width, area.height());
        const QColor colour = ownerColour(owner);
        painter.fillRect(part, colour);
        const QString text = models::shareText(share);
        if (labels == BarLabels::shares && painter.fontMetrics().horizontalAdvance(text) + 6 < width) {
            painter.setPen(textOn(colour));
            painter.drawText(part, Qt::AlignCenter, text);
        }
        left += width;
    }
    if (any) {
        painter.setPen(QColor(0, 0, 0, 60));
        painter.drawRect(area.adjusted(0, 0, -1, -1));
    }
}

void OwnerBar::setShares(const models::OwnerShares& shares) {
    m_shares = shares;
    update();
}

void OwnerBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintOwnerBar(painter, rect(), m_shares, BarLabels::shares);
}

} // namespace uaescope::gui
