#include "analyzer/gui/table_look.h"

namespace uaescope::gui {

void applyTableLook(QTableView& table) {
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setShowGrid(false);
    table.setAlternatingRowColors(true);
    table.setWordWrap(false);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.verticalHeader()->hide();
    // One height for all rows: asking millions of rows for theirs would take seconds.
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + 6);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setStretchLastSection(false);
}

void setColumnTexts(QHeaderView& header, const std::vector<std::pair<int, const char*>>& texts) {
    for (const auto& [column, text] : texts) {
        header.resizeSection(column, header.fontMetrics().horizontalAdvance(QString::fromUtf8(text)) + 14);
    }
}

} // namespace uaescope::gui
