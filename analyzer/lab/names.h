// Words for programs: the names that stand in JSON.
#pragma once

#include "analyzer/core/report.h"
#include "uaeplugin/capture/event.h"

namespace uaescope::lab {

const char* callName(capture::Call call);       // the C name: "fwrite"
const char* stateName(core::FigureState state); // "measured", "not measured", "below resolution", "invalid"

} // namespace uaescope::lab
