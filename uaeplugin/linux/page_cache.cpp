#include "uaeplugin/page_cache.h"

#include "uaeplugin/linux/raw_call.h"
#include "uaeplugin/system.h"

#include <algorithm>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <vector>

namespace uaescope::plugin {

namespace {

constexpr long ramfs = 0x858458f6; // RAMFS_MAGIC is in <linux/magic.h> of newer systems only

// Pages at which the kernel is at work just then stay the first time.
constexpr int attempts = 20;
constexpr std::chrono::milliseconds between{10};

// What the kernel can see of a file at once, so that a large disk takes no large table.
constexpr std::int64_t windowSize = std::int64_t{1} << 30;

bool isInMemory(long file) {
    struct statfs system {};
    if (isError(rawCall(SYS_fstatfs, file, &system))) return false;
    return system.f_type == TMPFS_MAGIC || system.f_type == ramfs;
}

bool hasResidentPage(long file, std::int64_t begin, std::size_t size) {
    const long mapped = rawCall(SYS_mmap, nullptr, size, PROT_READ, MAP_SHARED, file, begin);
    if (isError(mapped)) return true; // nobody knows
    const auto page = static_cast<std::size_t>(getpagesize());
    std::vector<unsigned char> pages((size + page - 1) / page);
    const bool isKnown = !isError(rawCall(SYS_mincore, mapped, size, pages.data()));
    rawCall(SYS_munmap, mapped, size);
    return !isKnown || std::any_of(pages.begin(), pages.end(), [](unsigned char flags) { return (flags & 1) != 0; });
}

bool isResident(long file, std::int64_t size) {
    for (std::int64_t begin = 0; begin < size; begin += windowSize)
        if (hasResidentPage(file, begin, static_cast<std::size_t>(std::min(size - begin, windowSize)))) return true;
    return false;
}

Forgotten forget(long file) {
    struct stat status {};
    if (fstat(static_cast<int>(file), &status) != 0) return Forgotten::kept;
    if (!S_ISREG(status.st_mode) && !S_ISBLK(status.st_mode)) return Forgotten::missing;
    const long size = rawCall(SYS_lseek, file, 0, SEEK_END);
    if (isError(size)) return Forgotten::kept;
    if (size == 0) return Forgotten::done;
    if (isInMemory(file)) return Forgotten::inMemory;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        if (attempt > 0) sleepUnseen(between);
        if (isError(rawCall(SYS_fdatasync, file))) return Forgotten::kept;
        rawCall(SYS_fadvise64, file, 0, 0, POSIX_FADV_DONTNEED);
        if (!isResident(file, size)) return Forgotten::done;
    }
    return Forgotten::kept;
}

} // namespace

Forgotten forgetFile(const char* path) {
    const long file = rawCall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file == -ENOENT || file == -ENOTDIR) return Forgotten::missing;
    if (isError(file)) return Forgotten::kept;
    const Forgotten outcome = forget(file);
    rawCall(SYS_close, file);
    return outcome;
}

} // namespace uaescope::plugin
