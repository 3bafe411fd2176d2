// Whether anybody else has an image open. Emulators lock nothing, so only the system's list of open files can tell.
#pragma once

#include "hardfiles/image.h"

#include <filesystem>
#include <optional>
#include <string>

namespace uaescope::hardfiles {

// The loop device that is made from the file, if there is one: as the system lists block devices in this folder.
std::optional<std::string> loopDeviceOn(const FileImage& image,
                                        const std::filesystem::path& blockDevices = "/sys/block");

// Locks the file against other runs of ours for as long as it is open. Throws Error when another process has it open,
// with its number and name, or when a loop device is made from it. Processes of other users are seen by root only.
void requireUnused(const FileImage& image);

} // namespace uaescope::hardfiles
