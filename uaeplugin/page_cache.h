// The host's page cache. The folders linux and windows define it, and the build takes one.
#pragma once

#include <cstdint>
#include <filesystem>

namespace uaescope::plugin {

enum class Forgotten : std::uint8_t {
    done,     // nothing of the file is in memory any more
    kept,     // some of it still is, or the file cannot be opened
    inMemory, // it lies on a file system that is in memory itself
    missing,  // there is no such file; nor is a directory one
    impossible
};

// Writes out what has changed of the file, and drops it from memory. Past all hooks; may take as long as the disk does.
Forgotten forgetFile(const std::filesystem::path::value_type* path);

} // namespace uaescope::plugin
