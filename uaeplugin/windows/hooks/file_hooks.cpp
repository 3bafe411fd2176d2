// Hooks of Windows' functions on file handles.
#include "uaeplugin/windows/handles.h"
#include "uaeplugin/windows/hooks/windows_call.h"

#include <array>

namespace uaescope::plugin {

namespace {

using capture::Call;
using capture::Depth;

template <Symbol Name, typename Character>
HANDLE WINAPI hookCreateFile(const Character* path, DWORD access, DWORD share, SECURITY_ATTRIBUTES* security,
                             DWORD disposition, DWORD flags, HANDLE model) {
    WindowsCall span;
    const HANDLE handle =
        real<Name, HANDLE WINAPI(const Character*, DWORD, DWORD, SECURITY_ATTRIBUTES*, DWORD, DWORD, HANDLE)>()(
            path, access, share, security, disposition, flags, model);
    const KeptError kept = span.stopped();
    const std::uint32_t number = pathNumber(path);
    const bool isOpen = handle != INVALID_HANDLE_VALUE;
    if (isOpen) descriptors().opened(slotOf(handle), number, 0);
    const bool writes = (access & (GENERIC_WRITE | GENERIC_ALL | FILE_WRITE_DATA | FILE_APPEND_DATA)) != 0;
    span.record({.call = Call::open,
                 .descriptor = isOpen ? descriptorOf(handle) : -1,
                 .path = number,
                 .result = isOpen ? descriptorOf(handle) : -1,
                 .error = isOpen ? 0 : errnoOf(kept.error()), // an opened file leaves ERROR_ALREADY_EXISTS at times
                 .flags = writes ? capture::call_flag::forWriting : std::uint8_t{0}});
    return handle;
}

template <Symbol Name>
BOOL WINAPI hookCloseHandle(HANDLE handle) {
    const std::uint64_t held = descriptors().held(slotOf(handle));
    WindowsCall span;
    const BOOL done = real<Name, BOOL WINAPI(HANDLE)>()(handle);
    const KeptError kept = span.stopped();
    descriptors().closed(slotOf(handle), held);
    const auto path = static_cast<std::uint32_t>(held);
    if (path == 0) { // threads, events and the like are none of ours
        span.forget();
        return done;
    }
    span.record({.call = Call::close,
                 .descriptor = descriptorOf(handle),
                 .path = path,
                 .result = done != 0 ? 0 : -1,
                 .error = done != 0 ? 0 : errnoOf(kept.error())});
    return done;
}

// A call on a handle. What the handle is was asked before the call, so that it is no part of its time.
struct FileCall {
    explicit FileCall(HANDLE worksOn) : handle(worksOn), path(askedPath(worksOn)) {}

    void record(Outcome outcome) {
        outcome.descriptor = descriptorOf(handle);
        outcome.path = path;
        span.record(outcome);
    }

    const HANDLE handle;
    const std::uint32_t path;
    WindowsCall span;

private:
    static std::uint32_t askedPath(HANDLE handle) {
        const KeptError kept;
        return pathOf(handle);
    }
};

std::int64_t offsetOf(const OVERLAPPED* place) {
    return static_cast<std::int64_t>(std::uint64_t{place->OffsetHigh} << 32 | place->Offset);
}

// ReadFile and WriteFile: with a place they work there, else at the handle's position, which moves. moved: bytes, known
// when the call is done.
void recordTransfer(FileCall& call, Call kind, DWORD size, BOOL done, DWORD moved, const OVERLAPPED* place,
                    DWORD error) {
    if (done == 0) moved = 0;
    const int slot = slotOf(call.handle);
    std::int64_t offset = place == nullptr ? descriptors().position(slot, Depth::system) : offsetOf(place);
    if (place == nullptr && offset < 0) {
        const std::int64_t after = positionOf(call.handle);
        if (after >= 0) offset = after - moved;
    }
    if (place == nullptr && offset >= 0) descriptors().setPosition(slot, Depth::system, offset + moved);
    call.record({.call = kind,
                 .offset = offset,
                 .size = size,
                 .result = done != 0 ? static_cast<std::int64_t>(moved) : -1,
                 .error = done != 0 ? 0 : errnoOf(error)});
}

template <Symbol Name>
BOOL WINAPI hookReadFile(HANDLE handle, void* buffer, DWORD size, DWORD* moved, OVERLAPPED* place) {
    FileCall call(handle);
    const BOOL done =
        real<Name, BOOL WINAPI(HANDLE, void*, DWORD, DWORD*, OVERLAPPED*)>()(handle, buffer, size, moved, place);
    const KeptError kept = call.span.stopped();
    const DWORD count = moved != nullptr ? *moved : size;
    recordTransfer(call, place == nullptr ? Call::read : Call::pread, size, done, count, place, kept.error());
    return done;
}

template <Symbol Name>
BOOL WINAPI hookWriteFile(HANDLE handle, const void* buffer, DWORD size, DWORD* moved, OVERLAPPED* place) {
    FileCall call(handle);
    const BOOL done =
        real<Name, BOOL WINAPI(HANDLE, const void*, DWORD, DWORD*, OVERLAPPED*)>()(handle, buffer, size, moved, place);
    const KeptError kept = call.span.stopped();
    const DWORD count = moved != nullptr ? *moved : size;
    recordTransfer(call, place == nullptr ? Call::write : Call::pwrite, size, done, count, place, kept.error());
    return done;
}

void recordPosition(FileCall& call, std::int64_t position, DWORD error) {
    if (position >= 0) descriptors().setPosition(slotOf(call.handle), Depth::system, position);
    call.record(
        {.call = Call::lseek, .offset = position, .result = position, .error = position >= 0 ? 0 : errnoOf(error)});
}

template <Symbol Name>
DWORD WINAPI hookSetFilePointer(HANDLE handle, LONG distance, LONG* high, DWORD method) {
    FileCall call(handle);
    SetLastError(NO_ERROR); // as the function itself does; tells the position 0xffffffff from a failure
    const DWORD low = real<Name, DWORD WINAPI(HANDLE, LONG, LONG*, DWORD)>()(handle, distance, high, method);
    const KeptError kept = call.span.stopped();
    const bool failed = low == INVALID_SET_FILE_POINTER && kept.error() != NO_ERROR;
    const std::uint64_t upper = high == nullptr ? 0 : static_cast<DWORD>(*high);
    recordPosition(call, failed ? -1 : static_cast<std::int64_t>(upper << 32 | low), kept.error());
    return low;
}

template <Symbol Name>
BOOL WINAPI hookSetFilePointerEx(HANDLE handle, LARGE_INTEGER distance, LARGE_INTEGER* position, DWORD method) {
    LARGE_INTEGER reached{};
    FileCall call(handle);
    const BOOL done =
        real<Name, BOOL WINAPI(HANDLE, LARGE_INTEGER, LARGE_INTEGER*, DWORD)>()(handle, distance, &reached, method);
    const KeptError kept = call.span.stopped();
    if (done != 0 && position != nullptr) *position = reached;
    recordPosition(call, done != 0 ? reached.QuadPart : -1, kept.error());
    return done;
}

// Calls on a handle that neither move data nor the position.
template <Symbol Name, Call Kind, typename... Arguments>
BOOL WINAPI hookOnHandle(HANDLE handle, Arguments... arguments) {
    FileCall call(handle);
    const BOOL done = real<Name, BOOL WINAPI(HANDLE, Arguments...)>()(handle, arguments...);
    const KeptError kept = call.span.stopped();
    call.record({.call = Kind,
                 .size = Kind == Call::ftruncate ? positionOf(handle) : 0,
                 .result = done != 0 ? 0 : -1,
                 .error = done != 0 ? 0 : errnoOf(kept.error())});
    return done;
}

template <Symbol Name>
DWORD WINAPI hookGetFileSize(HANDLE handle, DWORD* high) {
    FileCall call(handle);
    const DWORD low = real<Name, DWORD WINAPI(HANDLE, DWORD*)>()(handle, high);
    const KeptError kept = call.span.stopped();
    const bool failed = low == INVALID_FILE_SIZE && kept.error() != NO_ERROR;
    call.record({.call = Call::fstat, .result = failed ? -1 : 0, .error = failed ? errnoOf(kept.error()) : 0});
    return low;
}

} // namespace

std::span<const ImportHook> fileHooks() {
    static const std::array hooks = {
        hookOf<"CreateFileW">(hookCreateFile<"CreateFileW", wchar_t>),
        hookOf<"CreateFileA">(hookCreateFile<"CreateFileA", char>),
        hookOf<"CloseHandle">(hookCloseHandle<"CloseHandle">),
        hookOf<"ReadFile">(hookReadFile<"ReadFile">),
        hookOf<"WriteFile">(hookWriteFile<"WriteFile">),
        hookOf<"SetFilePointer">(hookSetFilePointer<"SetFilePointer">),
        hookOf<"SetFilePointerEx">(hookSetFilePointerEx<"SetFilePointerEx">),
        hookOf<"GetFileSize">(hookGetFileSize<"GetFileSize">),
        hookOf<"GetFileSizeEx">(hookOnHandle<"GetFileSizeEx", Call::fstat, LARGE_INTEGER*>),
        hookOf<"GetFileInformationByHandle">(
            hookOnHandle<"GetFileInformationByHandle", Call::fstat, BY_HANDLE_FILE_INFORMATION*>),
        hookOf<"SetEndOfFile">(hookOnHandle<"SetEndOfFile", Call::ftruncate>),
        hookOf<"FlushFileBuffers">(hookOnHandle<"FlushFileBuffers", Call::fsync>),
        hookOf<"SetFileTime">(
            hookOnHandle<"SetFileTime", Call::utimes, const FILETIME*, const FILETIME*, const FILETIME*>),
    };
    return hooks;
}

} // namespace uaescope::plugin
