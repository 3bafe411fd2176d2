#include "uaeplugin/host_calls.h"

#include "uaeplugin/raw_call.h"

#include <array>
#include <climits>
#include <cstring>

namespace uaescope::plugin {

namespace {

FileMarks* s_marks = nullptr; // set before the hooks are in
std::uint32_t s_marksFolder = 0;

std::uint32_t ownThread() {
    const ThreadLog* log = Recorder::log();
    return log == nullptr ? 0 : log->thread;
}

} // namespace

Names& names() {
    static Names& all = *new Names;
    return all;
}

Descriptors& descriptors() {
    static Descriptors& all = *new Descriptors;
    return all;
}

void watchFileMarks(const std::string& folder, FileMarks::Receiver receiver) {
    s_marksFolder = names().number(folder);
    s_marks = new FileMarks(folder, receiver);
}

std::uint32_t pathNumber(const char* path, std::uint32_t folder) {
    if (path == nullptr || *path == '\0') return folder;
    const std::size_t length = std::strlen(path);
    if (*path == '/') {
        // Names that never come again would fill the table.
        if (s_marks != nullptr && s_marks->notice({path, length}, Clock::ticks(), ownThread())) return s_marksFolder;
        return names().number({path, length});
    }
    std::array<char, 2 * PATH_MAX> absolute{};
    std::size_t used = 0;
    if (folder != 0) {
        const std::string_view start = names().name(folder);
        used = start.copy(absolute.data(), PATH_MAX);
    } else {
        const long copied = rawCall(SYS_getcwd, absolute.data(), std::size_t{PATH_MAX});
        if (isError(copied)) return names().number({path, length});
        used = static_cast<std::size_t>(copied) - 1; // the kernel counts the NUL
    }
    if (length >= absolute.size() - used - 1) return names().number({path, length});
    absolute[used++] = '/';
    std::memcpy(absolute.data() + used, path, length);
    return names().number({absolute.data(), used + length});
}

} // namespace uaescope::plugin
