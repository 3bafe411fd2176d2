// A person's own FS-UAE configuration: what is set in it, and which files and folders on the host its drives are.
#pragma once

#include "analyzer/lab/emulator.h"
#include "analyzer/lab/user_volume.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace uaescope::lab {

struct FsUaeConfiguration {
    std::filesystem::path file;
    std::map<std::string, std::string> settings; // keys as FS-UAE has them: small letters, '_' for '-'
    std::filesystem::path base;                  // where FS-UAE keeps what is the person's
    std::filesystem::path plugins;               // where it looks for plugins; need not exist
    std::vector<UserVolume> volumes;
    std::vector<int> freeDrives; // numbers of hard drives, 0 to 9, that are not taken; highest first
};

// Also reads the Host.fs-uae that FS-UAE adds to every configuration. Paths are found as FS-UAE finds them when it is
// started in the current folder. What is set anew stands before what the files say. Throws UsageError for a file that
// cannot be read or sets nothing.
FsUaeConfiguration readFsUaeConfiguration(const std::filesystem::path& file, const std::vector<KeyValue>& setAnew = {});

} // namespace uaescope::lab
