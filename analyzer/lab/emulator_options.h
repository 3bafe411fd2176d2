// What a start of the emulator takes from the options of a run, whatever the guest is to do in it.
#pragma once

#include "analyzer/lab/run.h"

namespace uaescope::lab {

// Without jobs and facts.
EmulatorRun emulatorOptions(const RunOptions& options, const GuestStorage& storage,
                            const std::filesystem::path& session);

} // namespace uaescope::lab
