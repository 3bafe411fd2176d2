// Words for programs: the names that stand in JSON.
#pragma once

#include "analyzer/core/report.h"

namespace uaescope::lab {

const char* stateName(core::FigureState state); // "measured", "not measured", "below resolution", "invalid"

} // namespace uaescope::lab
