// The C names of the calls.
#pragma once

#include "uaeplugin/capture/event.h"

namespace uaescope::capture {

const char* callName(Call call); // "fwrite"; "unknown" for a value of a newer version

} // namespace uaescope::capture
