// Every colour with a meaning, once. They keep apart for the common kinds of colour blindness (Okabe and Ito's
// set), and each one stands beside its name wherever it is used.
#pragma once

#include "analyzer/core/analysis.h"
#include "analyzer/models/lanes.h"

#include <QColor>
#include <QPalette>

namespace uaescope::gui {

QColor ownerColour(core::Owner owner);
QColor callColour(models::CallPart part);
QColor failureColour(); // of a request that failed
QColor waitColour(const QPalette& palette);
QColor textOn(const QColor& background); // black or white, whichever reads better
QColor blend(const QColor& a, const QColor& b, double shareOfB);

// From the bottom of a stacked column to its top, and from the left of a bar to its right.
constexpr std::array<core::Owner, core::ownerCount> ownerOrder{core::Owner::hostIo, core::Owner::device,
                                                               core::Owner::sleep, core::Owner::guest};

} // namespace uaescope::gui
