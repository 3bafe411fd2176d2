// How the tables of the window look, the same for all.
#pragma once

#include <QHeaderView>
#include <QTableView>

#include <utility>
#include <vector>

namespace uaescope::gui {

void applyTableLook(QTableView& table);

// Gives columns the width of these texts.
void setColumnTexts(QHeaderView& header, const std::vector<std::pair<int, const char*>>& texts);

} // namespace uaescope::gui
