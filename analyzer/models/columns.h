// The columns of a table: title, tool tip, alignment. Shared by the models.
#pragma once

#include <QVariant>

#include <span>

namespace uaescope::models {

enum class Align { left, right };

struct ColumnText {
    const char* title;
    const char* explanation;
    Align align = Align::left;
};

// What headerData of a model with these columns answers.
QVariant columnHeader(std::span<const ColumnText> columns, int section, Qt::Orientation orientation, int role);
// What data answers for Qt::TextAlignmentRole.
QVariant columnAlignment(std::span<const ColumnText> columns, int column);

} // namespace uaescope::models
