// What the timeline says about the thing under the mouse.
#pragma once

#include "analyzer/models/capture_data.h"

#include <QString>

namespace uaescope::gui {

// Rich text. The item is one that the lane's spans name.
QString timelineTip(const models::CaptureData& capture, const models::Lane& lane, std::uint32_t item);

} // namespace uaescope::gui
