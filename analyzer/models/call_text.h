// Host calls in words.
#pragma once

#include "uaeplugin/capture/event.h"

#include <QString>

namespace uaescope::models {

QString callNameText(capture::Call call);              // the C name
QString waitText(capture::Call call);                  // "sleeping", "waiting": the same in a plain word
QString callSizeText(const capture::HostCall& call);   // what was asked for: bytes, or how many reads were merged
QString callResultText(const capture::HostCall& call); // bytes moved, a position, "ok", or the failure in words

} // namespace uaescope::models
