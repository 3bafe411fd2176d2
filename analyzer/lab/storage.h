// The storage behind a setup, made ready for one run, and how the emulator is told about it.
#pragma once

#include "analyzer/lab/emulator.h"
#include "analyzer/lab/setup.h"

#include <filesystem>
#include <string>
#include <vector>

namespace uaescope::lab {

enum class StorageUse {
    copy,   // an existing folder or image is copied first and left alone
    inPlace // the guest writes to it
};
// Media that the guest cannot write to are never copied, and devices neither.

struct GuestStorage {
    std::filesystem::path path;        // folder, image or device on the host, absolute
    std::string volume;                // what the guest calls it, with the colon
    std::vector<KeyValue> settings;    // keys of FS-UAE's configuration
    std::vector<std::string> rawLines; // lines of UAE's own configuration
};

// Makes fresh storage, or copies, in the folder. Throws EnvironmentError when there is no room, WorkError when an
// existing image has no partition that the guest could use.
GuestStorage prepareStorage(const Setup& setup, const std::filesystem::path& folder, StorageUse use);

} // namespace uaescope::lab
