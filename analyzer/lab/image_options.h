// What hardfiles needs to know to make the fresh image of a setup.
#pragma once

#include "analyzer/lab/setup.h"
#include "hardfiles/create.h"

namespace uaescope::lab {

// The device name that fresh RDB images give their partition, and the emulator the first drive that is not its own.
constexpr const char* testDeviceName = "DH1";

hardfiles::CreateOptions imageOptions(const Setup& setup);

} // namespace uaescope::lab
