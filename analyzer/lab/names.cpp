#include "analyzer/lab/names.h"

namespace uaescope::lab {

const char* stateName(core::FigureState state) {
    switch (state) {
    case core::FigureState::measured: return "measured";
    case core::FigureState::notMeasured: return "not measured";
    case core::FigureState::belowResolution: return "below resolution";
    case core::FigureState::invalid: return "invalid";
    }
    return "";
}

} // namespace uaescope::lab
