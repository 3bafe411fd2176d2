// What the flags of open() and the mode of fopen() mean for a record.
#pragma once

#include "uaeplugin/capture/event.h"
#include "uaeplugin/descriptors.h"

#include <cstdint>
#include <fcntl.h>

namespace uaescope::plugin {

constexpr bool takesMode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

constexpr std::uint8_t flagsOfOpen(int flags) {
    return (flags & O_ACCMODE) == O_RDONLY ? 0 : capture::call_flag::forWriting;
}

// In append mode each write goes to an end of file that only the kernel knows.
constexpr std::int64_t positionAfterOpen(int flags) { return (flags & O_APPEND) != 0 ? Descriptors::unknown : 0; }

// The open() flags that stand for an fopen() mode, as far as the two functions above ask.
constexpr int flagsOfMode(const char* mode) {
    bool update = false;
    for (const char* at = mode; *at != '\0' && *at != ','; ++at) update = update || *at == '+';
    const int access = update ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
    return *mode == 'a' ? access | O_APPEND : access;
}

} // namespace uaescope::plugin
