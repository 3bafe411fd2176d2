#include "uaeplugin/linux/path_number.h"

#include "uaeplugin/host_calls.h"
#include "uaeplugin/linux/raw_call.h"

#include <array>
#include <climits>
#include <cstring>

namespace uaescope::plugin {

std::uint32_t pathNumber(const char* path, std::uint32_t folder) {
    if (path == nullptr || *path == '\0') return folder;
    const std::size_t length = std::strlen(path);
    if (*path == '/') {
        const std::uint32_t folderOfMarks = noticeFileMark({path, length});
        return folderOfMarks != 0 ? folderOfMarks : names().number({path, length});
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
