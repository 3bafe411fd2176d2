#include "analyzer/models/columns.h"

namespace uaescope::models {

QVariant columnAlignment(std::span<const ColumnText> columns, int column) {
    const Align align = columns[static_cast<std::size_t>(column)].align;
    return static_cast<int>((align == Align::right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QVariant columnHeader(std::span<const ColumnText> columns, int section, Qt::Orientation orientation, int role) {
    if (orientation != Qt::Horizontal || section < 0 || static_cast<std::size_t>(section) >= columns.size()) return {};
    const ColumnText& column = columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: return QString::fromLatin1(column.title);
    case Qt::ToolTipRole: return QString::fromLatin1(column.explanation);
    case Qt::TextAlignmentRole: return columnAlignment(columns, section);
    default: return {};
    }
}

} // namespace uaescope::models
