// The functions that stand in for the C library's system-call stubs: each makes the call as the stub does, and records.
#include "uaeplugin/host_calls.h"
#include "uaeplugin/linux/hooks/stub_hooks.h"
#include "uaeplugin/linux/open_files.h"
#include "uaeplugin/linux/path_number.h"
#include "uaeplugin/linux/raw_call.h"
#include "uaeplugin/system.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdarg>
#include <sys/stat.h>
#include <sys/time.h>

namespace uaescope::plugin {

namespace {

using capture::Call;
using capture::Depth;

ExitHandler s_exitHandler = nullptr;
std::uint32_t s_process = 0; // a child that shares our memory must not end our recording

struct SystemCall : HostCallSpan {
    SystemCall() : HostCallSpan(Depth::system) {}

    // The kernel's answer in the C library's form; errno is set last.
    long finish(long answer, Outcome outcome) {
        outcome.result = isError(answer) ? -1 : answer;
        outcome.error = isError(answer) ? static_cast<int>(-answer) : 0;
        record(outcome);
        return withErrno(answer);
    }
};

template <typename... Arguments>
long onPath(Call call, const char* path, long number, Arguments... arguments) {
    SystemCall span;
    const long answer = rawCall(number, arguments...);
    span.stop();
    return span.finish(answer, {.call = call, .path = span.isRecorded() ? pathNumber(path) : 0});
}

template <typename... Arguments>
long onDescriptor(Call call, int descriptor, std::int64_t size, long number, Arguments... arguments) {
    SystemCall span;
    const long answer = rawCall(number, arguments...);
    span.stop();
    return span.finish(answer,
                       {.call = call, .descriptor = descriptor, .path = descriptors().path(descriptor), .size = size});
}

long openAt(int folder, const char* path, int flags, mode_t mode) {
    SystemCall span;
    const long answer = rawCall(SYS_openat, folder, path, flags, mode);
    span.stop();
    if (!span.isRecorded()) return withErrno(answer);
    const std::uint32_t number = pathNumber(path, folder == AT_FDCWD ? 0 : descriptors().path(folder));
    const int descriptor = isError(answer) ? -1 : static_cast<int>(answer);
    if (descriptor >= 0) descriptors().opened(descriptor, number, positionAfterOpen(flags));
    return span.finish(answer,
                       {.call = Call::open, .descriptor = descriptor, .path = number, .flags = flagsOfOpen(flags)});
}

int systemOpen(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): it is not
    const mode_t mode = takesMode(flags) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return static_cast<int>(openAt(AT_FDCWD, path, flags, mode));
}

int systemOpenAt(int folder, const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): it is not
    const mode_t mode = takesMode(flags) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return static_cast<int>(openAt(folder, path, flags, mode));
}

int systemClose(int descriptor) {
    const std::uint64_t held = descriptors().held(descriptor);
    SystemCall span;
    const long answer = rawCall(SYS_close, descriptor);
    span.stop();
    descriptors().closed(descriptor, held);
    return static_cast<int>(
        span.finish(answer, {.call = Call::close, .descriptor = descriptor, .path = static_cast<std::uint32_t>(held)}));
}

// Moves data at the file's own position, and the position with it.
ssize_t transfer(Call call, long number, int descriptor, const void* buffer, std::size_t size) {
    const std::int64_t offset = descriptors().position(descriptor, Depth::system);
    SystemCall span;
    const long answer = rawCall(number, descriptor, buffer, size);
    span.stop();
    if (offset >= 0 && answer > 0) descriptors().setPosition(descriptor, Depth::system, offset + answer);
    return span.finish(answer, {.call = call,
                                .descriptor = descriptor,
                                .path = descriptors().path(descriptor),
                                .offset = offset,
                                .size = static_cast<std::int64_t>(size)});
}

ssize_t systemRead(int descriptor, void* buffer, std::size_t size) {
    return transfer(Call::read, SYS_read, descriptor, buffer, size);
}

ssize_t systemWrite(int descriptor, const void* buffer, std::size_t size) {
    return transfer(Call::write, SYS_write, descriptor, buffer, size);
}

ssize_t transferAt(Call call, long number, int descriptor, const void* buffer, std::size_t size, off_t offset) {
    SystemCall span;
    const long answer = rawCall(number, descriptor, buffer, size, offset);
    span.stop();
    return span.finish(answer, {.call = call,
                                .descriptor = descriptor,
                                .path = descriptors().path(descriptor),
                                .offset = offset,
                                .size = static_cast<std::int64_t>(size)});
}

ssize_t systemReadAt(int descriptor, void* buffer, std::size_t size, off_t offset) {
    return transferAt(Call::pread, SYS_pread64, descriptor, buffer, size, offset);
}

ssize_t systemWriteAt(int descriptor, const void* buffer, std::size_t size, off_t offset) {
    return transferAt(Call::pwrite, SYS_pwrite64, descriptor, buffer, size, offset);
}

off_t systemSeek(int descriptor, off_t offset, int whence) {
    SystemCall span;
    const long answer = rawCall(SYS_lseek, descriptor, offset, whence);
    span.stop();
    if (!isError(answer)) descriptors().setPosition(descriptor, Depth::system, answer);
    return span.finish(answer, {.call = Call::lseek,
                                .descriptor = descriptor,
                                .path = descriptors().path(descriptor),
                                .offset = isError(answer) ? -1 : answer});
}

ssize_t systemGetEntries(int descriptor, void* buffer, std::size_t size) {
    size = std::min<std::size_t>(size, INT_MAX); // as the stub does: the kernel's type is narrower
    return onDescriptor(Call::getdents, descriptor, static_cast<std::int64_t>(size), SYS_getdents64, descriptor, buffer,
                        size);
}

// stat, lstat and fstat of the C library end up here as well.
int systemStatAt(int folder, const char* path, struct stat* status, int flags) {
    SystemCall span;
    const long answer = rawCall(SYS_newfstatat, folder, path, status, flags);
    span.stop();
    if (!span.isRecorded()) return static_cast<int>(withErrno(answer));
    const bool isDescriptor = (flags & AT_EMPTY_PATH) != 0 && path != nullptr && *path == '\0';
    Outcome outcome{.call = (flags & AT_SYMLINK_NOFOLLOW) != 0 ? Call::lstat : Call::stat};
    if (isDescriptor)
        outcome = {.call = Call::fstat, .descriptor = folder, .path = descriptors().path(folder)};
    else
        outcome.path = pathNumber(path, folder == AT_FDCWD ? 0 : descriptors().path(folder));
    return static_cast<int>(span.finish(answer, outcome));
}

int systemTruncate(int descriptor, off_t size) {
    return static_cast<int>(onDescriptor(Call::ftruncate, descriptor, size, SYS_ftruncate, descriptor, size));
}

int systemSync(int descriptor) {
    return static_cast<int>(onDescriptor(Call::fsync, descriptor, 0, SYS_fsync, descriptor));
}

int systemSyncData(int descriptor) {
    return static_cast<int>(onDescriptor(Call::fsync, descriptor, 0, SYS_fdatasync, descriptor));
}

int systemAccess(const char* path, int mode) {
    return static_cast<int>(onPath(Call::access, path, SYS_access, path, mode));
}

int systemUnlink(const char* path) { return static_cast<int>(onPath(Call::unlink, path, SYS_unlink, path)); }

int systemRename(const char* from, const char* to) {
    return static_cast<int>(onPath(Call::rename, from, SYS_rename, from, to));
}

int systemMakeFolder(const char* path, mode_t mode) {
    return static_cast<int>(onPath(Call::mkdir, path, SYS_mkdir, path, mode));
}

int systemRemoveFolder(const char* path) { return static_cast<int>(onPath(Call::rmdir, path, SYS_rmdir, path)); }

int systemMode(const char* path, mode_t mode) {
    return static_cast<int>(onPath(Call::chmod, path, SYS_chmod, path, mode));
}

int systemTimes(const char* path, const timeval* times) {
    constexpr int perSecond = 1'000'000;
    std::array<timespec, 2> wanted{};
    for (std::size_t i = 0; times != nullptr && i < wanted.size(); ++i) {
        if (times[i].tv_usec < 0 || times[i].tv_usec >= perSecond) return static_cast<int>(withErrno(-EINVAL));
        wanted[i] = {times[i].tv_sec, times[i].tv_usec * 1000};
    }
    return static_cast<int>(
        onPath(Call::utimes, path, SYS_utimensat, AT_FDCWD, path, times == nullptr ? nullptr : wanted.data(), 0));
}

[[noreturn]] void systemExit(int status) {
    if (s_exitHandler != nullptr && processId() == s_process) {
        Recorder::leave();
        s_exitHandler(status);
    }
    for (;;) rawCall(SYS_exit_group, status);
}

template <typename Function>
StubHook hookOf(const char* symbol, Function* replacement) {
    return {symbol, reinterpret_cast<void*>(replacement)};
}

} // namespace

std::span<const StubHook> systemCallHooks() {
    static const std::array hooks = {
        hookOf("open", systemOpen),
        hookOf("open64", systemOpen),
        hookOf("openat", systemOpenAt),
        hookOf("openat64", systemOpenAt),
        hookOf("close", systemClose),
        hookOf("read", systemRead),
        hookOf("write", systemWrite),
        hookOf("pread64", systemReadAt),
        hookOf("pwrite64", systemWriteAt),
        hookOf("lseek", systemSeek),
        hookOf("getdents64", systemGetEntries),
        hookOf("fstatat", systemStatAt),
        hookOf("ftruncate", systemTruncate),
        hookOf("fsync", systemSync),
        hookOf("fdatasync", systemSyncData),
        hookOf("access", systemAccess),
        hookOf("unlink", systemUnlink),
        hookOf("rename", systemRename),
        hookOf("mkdir", systemMakeFolder),
        hookOf("rmdir", systemRemoveFolder),
        hookOf("chmod", systemMode),
        hookOf("utimes", systemTimes),
        hookOf("_exit", systemExit),
    };
    return hooks;
}

void setExitHandler(ExitHandler handler) {
    s_process = processId();
    s_exitHandler = handler;
}

} // namespace uaescope::plugin
