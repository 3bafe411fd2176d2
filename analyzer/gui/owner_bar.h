// A bar divided by the owners of some time.
#pragma once

#include "analyzer/models/owner_shares.h"

#include <QPainter>
#include <QWidget>

namespace uaescope::gui {

enum class BarLabels { none, shares };

// With labels, parts that are wide enough carry their percentage.
void paintOwnerBar(QPainter& painter, const QRect& area, const models::OwnerShares& shares, BarLabels labels);

class OwnerBar : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    void setShares(const models::OwnerShares& shares);
    QSize sizeHint() const override { return {200, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    models::OwnerShares m_shares;
};

} // namespace uaescope::gui
