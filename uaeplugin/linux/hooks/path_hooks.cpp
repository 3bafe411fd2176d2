// Hooks of the C library's functions on paths and directories.
#include "uaeplugin/linux/hooks/library_call.h"

#include <array>
#include <dirent.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>

namespace uaescope::plugin {

namespace {

using capture::Call;

int recordPath(LibraryCall& span, Call call, const char* path, std::int64_t size, int result) {
    span.stop();
    span.record({.call = call, .path = pathNumber(path), .size = size, .result = result, .error = errorOf(result)});
    return result;
}

template <Symbol Name>
int hookStatPath(const char* path, struct stat* status) {
    LibraryCall span;
    return recordPath(span, Call::stat, path, 0, real<Name, int(const char*, struct stat*)>()(path, status));
}

template <Symbol Name>
int hookStatLink(const char* path, struct stat* status) {
    LibraryCall span;
    return recordPath(span, Call::lstat, path, 0, real<Name, int(const char*, struct stat*)>()(path, status));
}

template <Symbol Name>
int hookAccess(const char* path, int mode) {
    LibraryCall span;
    return recordPath(span, Call::access, path, 0, real<Name, int(const char*, int)>()(path, mode));
}

template <Symbol Name>
int hookUnlink(const char* path) {
    LibraryCall span;
    return recordPath(span, Call::unlink, path, 0, real<Name, int(const char*)>()(path));
}

template <Symbol Name>
int hookRename(const char* from, const char* to) {
    LibraryCall span;
    return recordPath(span, Call::rename, from, 0, real<Name, int(const char*, const char*)>()(from, to));
}

template <Symbol Name>
int hookMakeFolder(const char* path, mode_t mode) {
    LibraryCall span;
    return recordPath(span, Call::mkdir, path, 0, real<Name, int(const char*, mode_t)>()(path, mode));
}

template <Symbol Name>
int hookRemoveFolder(const char* path) {
    LibraryCall span;
    return recordPath(span, Call::rmdir, path, 0, real<Name, int(const char*)>()(path));
}

template <Symbol Name>
int hookTimes(const char* path, const struct timeval* times) {
    LibraryCall span;
    return recordPath(span, Call::utimes, path, 0, real<Name, int(const char*, const struct timeval*)>()(path, times));
}

template <Symbol Name>
int hookMode(const char* path, mode_t mode) {
    LibraryCall span;
    return recordPath(span, Call::chmod, path, 0, real<Name, int(const char*, mode_t)>()(path, mode));
}

template <Symbol Name>
DIR* hookOpenFolder(const char* path) {
    // opendir makes its first calls on a descriptor that nobody has seen being opened.
    const std::uint32_t number = pathNumber(path);
    const OpeningPath opening(number);
    LibraryCall span;
    DIR* folder = real<Name, DIR*(const char*)>()(path);
    span.stop();
    const int error = folder == nullptr ? errno : 0;
    const int descriptor = folder == nullptr ? -1 : dirfd(folder);
    if (folder != nullptr) descriptors().opened(descriptor, number, 0);
    span.record(
        {.call = Call::opendir, .descriptor = descriptor, .path = number, .result = descriptor, .error = error});
    return folder;
}

// The recording thread makes one record of the calls that follow each other on one stream.
template <Symbol Name, typename Entry>
Entry* hookReadFolder(DIR* folder) {
    LibraryCall span;
    Entry* entry = real<Name, Entry*(DIR*)>()(folder);
    span.stop();
    const int descriptor = dirfd(folder);
    span.record({.call = Call::readdir,
                 .descriptor = descriptor,
                 .path = descriptors().path(descriptor),
                 .size = 1,
                 .result = entry == nullptr ? 0 : 1});
    return entry;
}

template <Symbol Name>
int hookCloseFolder(DIR* folder) {
    const int descriptor = dirfd(folder);
    const std::uint64_t held = descriptors().held(descriptor);
    LibraryCall span;
    const int result = real<Name, int(DIR*)>()(folder);
    span.stop();
    const int error = errorOf(result);
    descriptors().closed(descriptor, held);
    span.record({.call = Call::closedir,
                 .descriptor = descriptor,
                 .path = static_cast<std::uint32_t>(held),
                 .result = result,
                 .error = error});
    return result;
}

} // namespace

std::span<const GotHook> pathHooks() {
    static const std::array hooks = {
        hookOf<"stat">(hookStatPath<"stat">),
        hookOf<"stat64">(hookStatPath<"stat64">),
        hookOf<"lstat">(hookStatLink<"lstat">),
        hookOf<"lstat64">(hookStatLink<"lstat64">),
        hookOf<"access">(hookAccess<"access">),
        hookOf<"unlink">(hookUnlink<"unlink">),
        hookOf<"remove">(hookUnlink<"remove">),
        hookOf<"rename">(hookRename<"rename">),
        hookOf<"mkdir">(hookMakeFolder<"mkdir">),
        hookOf<"rmdir">(hookRemoveFolder<"rmdir">),
        hookOf<"utimes">(hookTimes<"utimes">),
        hookOf<"chmod">(hookMode<"chmod">),
        hookOf<"opendir">(hookOpenFolder<"opendir">),
        hookOf<"readdir">(hookReadFolder<"readdir", dirent>),
        hookOf<"readdir64">(hookReadFolder<"readdir64", dirent64>),
        hookOf<"closedir">(hookCloseFolder<"closedir">),
    };
    return hooks;
}

} // namespace uaescope::plugin
