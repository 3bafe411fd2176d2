// Disks whose filesystem only the guest has: made on the host, formatted by the guest in a start of the emulator of its
// own, because some filesystems show a new volume only after a restart.
#pragma once

#include "analyzer/lab/run.h"

#include <filesystem>
#include <stop_token>

namespace uaescope::lab {

// The disk of a setup with a handler, formatted, as a new file in the folder. Tries once more where a run would. Throws
// as runSetup does; where the guest refused, the WorkError has its words.
std::filesystem::path formatInGuest(const Setup& setup, const RunOptions& options, const std::filesystem::path& folder,
                                    const std::stop_token& stop = {}, const EmulatorObserver& observer = {});

} // namespace uaescope::lab
