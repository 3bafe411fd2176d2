#include "analyzer/gui/shares_delegate.h"

#include "analyzer/gui/colours.h"
#include "analyzer/gui/owner_bar.h"
#include "analyzer/models/model_roles.h"

namespace uaescope::gui {

void SharesDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (!index.data(models::asideRole).toBool()) return;
    const QPalette& palette = option->palette;
    option->palette.setColor(QPalette::Text, blend(palette.color(QPalette::Base), palette.color(QPalette::Text), 0.6));
}

void SharesDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant shares = index.data(models::sharesRole);
    if (!shares.canConvert<models::OwnerShares>()) return;
    painter->save();
    paintOwnerBar(*painter, option.rect.adjusted(4, 4, -4, -4), shares.value<models::OwnerShares>(), BarLabels::none);
    painter->restore();
}

} // namespace uaescope::gui
