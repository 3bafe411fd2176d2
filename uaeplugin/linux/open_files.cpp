#include "uaeplugin/linux/open_files.h"

#include "uaeplugin/host_calls.h"
#include "uaeplugin/linux/raw_call.h"
#include "uaeplugin/system.h"

#include <array>
#include <charconv>
#include <climits>
#include <cstdio>
#include <dirent.h>
#include <unistd.h>
#include <vector>

namespace uaescope::plugin {

namespace {

std::vector<int> openDescriptors() {
    std::vector<int> found;
    DIR* folder = opendir("/proc/self/fd");
    if (folder == nullptr) return found;
    while (const dirent* entry = readdir(folder)) { // NOLINT(concurrency-mt-unsafe): the stream is our own
        const std::string_view name = entry->d_name;
        int descriptor = -1;
        std::from_chars(name.data(), name.data() + name.size(), descriptor);
        if (descriptor >= 0 && descriptor != dirfd(folder)) found.push_back(descriptor);
    }
    closedir(folder);
    return found;
}

} // namespace

void recordOpenFiles() {
    for (const int descriptor : openDescriptors()) {
        std::array<char, 32> link{};
        std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", descriptor);
        std::array<char, PATH_MAX> target{};
        const ssize_t length = readlink(link.data(), target.data(), target.size());
        if (length <= 0) continue;
        const std::uint32_t path = names().number({target.data(), static_cast<std::size_t>(length)});
        const long position = rawCall(SYS_lseek, descriptor, 0, SEEK_CUR);
        const long flags = rawCall(SYS_fcntl, descriptor, F_GETFL);
        // A stream on the descriptor may be elsewhere than the kernel's position: it is known after its first seek.
        descriptors().opened(descriptor, path, Descriptors::unknown);
        if (!isError(position)) descriptors().setPosition(descriptor, capture::Depth::system, position);
        HostCallSpan span(capture::Depth::system);
        span.stop();
        span.record({.call = capture::Call::open,
                     .descriptor = descriptor,
                     .path = path,
                     .offset = isError(position) ? -1 : position,
                     .result = descriptor,
                     .flags = static_cast<std::uint8_t>(capture::call_flag::openBefore |
                                                        (isError(flags) ? 0 : flagsOfOpen(static_cast<int>(flags))))});
    }
}

} // namespace uaescope::plugin
