// Hooks of the C library's functions on descriptors.
#include "uaeplugin/linux/hooks/library_call.h"
#include "uaeplugin/linux/open_files.h"

#include <array>
#include <cstdarg>
#include <sys/stat.h>
#include <sys/types.h>

namespace uaescope::plugin {

namespace {

using capture::Call;
using capture::Depth;

int recordOpen(LibraryCall& span, const char* path, int flags, int descriptor) {
    span.stop();
    const int error = errorOf(descriptor);
    const std::uint32_t number = pathNumber(path);
    if (descriptor >= 0) descriptors().opened(descriptor, number, positionAfterOpen(flags));
    span.record({.call = Call::open,
                 .descriptor = descriptor,
                 .path = number,
                 .result = descriptor,
                 .error = error,
                 .flags = flagsOfOpen(flags)});
    return descriptor;
}

template <Symbol Name>
int hookOpen(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): it is not
    const mode_t mode = takesMode(flags) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    LibraryCall span;
    return recordOpen(span, path, flags, real<Name, int(const char*, int, ...)>()(path, flags, mode));
}

template <Symbol Name>
int hookCheckedOpen(const char* path, int flags) {
    LibraryCall span;
    return recordOpen(span, path, flags, real<Name, int(const char*, int)>()(path, flags));
}

template <Symbol Name>
int hookClose(int descriptor) {
    const std::uint64_t held = descriptors().held(descriptor);
    LibraryCall span;
    const int result = real<Name, int(int)>()(descriptor);
    span.stop();
    descriptors().closed(descriptor, held);
    span.record({.call = Call::close,
                 .descriptor = descriptor,
                 .path = static_cast<std::uint32_t>(held),
                 .result = result,
                 .error = errorOf(result)});
    return result;
}

// read and write: the kernel's position moves; the hook of the system call inside has moved it where there is one.
ssize_t recordTransfer(LibraryCall& span, Call call, int descriptor, std::int64_t offset, std::size_t size,
                       ssize_t result) {
    span.stop();
    const int error = errorOf(result);
    if (result > 0 && offset >= 0) descriptors().setPosition(descriptor, Depth::system, offset + result);
    span.record({.call = call,
                 .descriptor = descriptor,
                 .path = descriptors().path(descriptor),
                 .offset = offset,
                 .size = static_cast<std::int64_t>(size),
                 .result = result,
                 .error = error});
    return result;
}

template <Symbol Name>
ssize_t hookRead(int descriptor, void* buffer, std::size_t size) {
    const std::int64_t offset = descriptors().position(descriptor, Depth::system);
    LibraryCall span;
    return recordTransfer(span, Call::read, descriptor, offset, size,
                          real<Name, ssize_t(int, void*, std::size_t)>()(descriptor, buffer, size));
}

template <Symbol Name>
ssize_t hookWrite(int descriptor, const void* buffer, std::size_t size) {
    const std::int64_t offset = descriptors().position(descriptor, Depth::system);
    LibraryCall span;
    return recordTransfer(span, Call::write, descriptor, offset, size,
                          real<Name, ssize_t(int, const void*, std::size_t)>()(descriptor, buffer, size));
}

template <Symbol Name>
ssize_t hookReadAt(int descriptor, void* buffer, std::size_t size, off_t offset) {
    LibraryCall span;
    const ssize_t result = real<Name, ssize_t(int, void*, std::size_t, off_t)>()(descriptor, buffer, size, offset);
    span.stop();
    span.record({.call = Call::pread,
                 .descriptor = descriptor,
                 .path = descriptors().path(descriptor),
                 .offset = offset,
                 .size = static_cast<std::int64_t>(size),
                 .result = result,
                 .error = errorOf(result)});
    return result;
}

template <Symbol Name>
ssize_t hookWriteAt(int descriptor, const void* buffer, std::size_t size, off_t offset) {
    LibraryCall span;
    const ssize_t result =
        real<Name, ssize_t(int, const void*, std::size_t, off_t)>()(descriptor, buffer, size, offset);
    span.stop();
    span.record({.call = Call::pwrite,
                 .descriptor = descriptor,
                 .path = descriptors().path(descriptor),
                 .offset = offset,
                 .size = static_cast<std::int64_t>(size),
                 .result = result,
                 .error = errorOf(result)});
    return result;
}

template <Symbol Name>
off_t hookSeek(int descriptor, off_t offset, int whence) {
    LibraryCall span;
    const off_t result = real<Name, off_t(int, off_t, int)>()(descriptor, offset, whence);
    span.stop();
    const int error = errorOf(result);
    if (result >= 0) descriptors().setPosition(descriptor, Depth::system, result);
    span.record({.call = Call::lseek,
                 .descriptor = descriptor,
                 .path = descriptors().path(descriptor),
                 .offset = result,
                 .result = result,
                 .error = error});
    return result;
}

// Calls on a descriptor that neither move data nor the position.
int recordPlain(LibraryCall& span, Call call, int descriptor, std::int64_t size, int result) {
    span.stop();
    span.record({.call = call,
                 .descriptor = descriptor,
                 .path = descriptors().path(descriptor),
                 .size = size,
                 .result = result,
                 .error = errorOf(result)});
    return result;
}

template <Symbol Name>
int hookStat(int descriptor, struct stat* status) {
    LibraryCall span;
    return recordPlain(span, Call::fstat, descriptor, 0, real<Name, int(int, struct stat*)>()(descriptor, status));
}

template <Symbol Name>
int hookTruncate(int descriptor, off_t size) {
    LibraryCall span;
    return recordPlain(span, Call::ftruncate, descriptor, size, real<Name, int(int, off_t)>()(descriptor, size));
}

template <Symbol Name>
int hookSync(int descriptor) {
    LibraryCall span;
    return recordPlain(span, Call::fsync, descriptor, 0, real<Name, int(int)>()(descriptor));
}

} // namespace

std::span<const GotHook> descriptorHooks() {
    static const std::array hooks = {
        hookOf<"open">(hookOpen<"open">),
        hookOf<"open64">(hookOpen<"open64">),
        hookOf<"__open_2">(hookCheckedOpen<"__open_2">),
        hookOf<"__open64_2">(hookCheckedOpen<"__open64_2">),
        hookOf<"close">(hookClose<"close">),
        hookOf<"read">(hookRead<"read">),
        hookOf<"write">(hookWrite<"write">),
        hookOf<"pread">(hookReadAt<"pread">),
        hookOf<"pread64">(hookReadAt<"pread64">),
        hookOf<"pwrite">(hookWriteAt<"pwrite">),
        hookOf<"pwrite64">(hookWriteAt<"pwrite64">),
        hookOf<"lseek">(hookSeek<"lseek">),
        hookOf<"lseek64">(hookSeek<"lseek64">),
        hookOf<"fstat">(hookStat<"fstat">),
        hookOf<"fstat64">(hookStat<"fstat64">),
        hookOf<"ftruncate">(hookTruncate<"ftruncate">),
        hookOf<"ftruncate64">(hookTruncate<"ftruncate64">),
        hookOf<"fsync">(hookSync<"fsync">),
        hookOf<"fdatasync">(hookSync<"fdatasync">),
    };
    return hooks;
}

} // namespace uaescope::plugin
