// Draws cells that hold shares of owners as bars, and rows of lesser weight fainter.
#pragma once

#include <QStyledItemDelegate>

namespace uaescope::gui {

class SharesDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace uaescope::gui
