// Hooks of Windows' functions on paths and folders.
#include "uaeplugin/windows/handles.h"
#include "uaeplugin/windows/hooks/windows_call.h"

#include <array>
#include <atomic>

namespace uaescope::plugin {

namespace {

using capture::Call;

template <Symbol Name, Call Kind, typename... Arguments>
BOOL WINAPI hookOnPath(const wchar_t* path, Arguments... arguments) {
    WindowsCall span;
    const BOOL done = real<Name, BOOL WINAPI(const wchar_t*, Arguments...)>()(path, arguments...);
    const KeptError kept = span.stopped();
    span.record({.call = Kind,
                 .path = pathNumber(path),
                 .result = done != 0 ? 0 : -1,
                 .error = done != 0 ? 0 : errnoOf(kept.error())});
    return done;
}

template <Symbol Name>
DWORD WINAPI hookGetAttributes(const wchar_t* path) {
    WindowsCall span;
    const DWORD attributes = real<Name, DWORD WINAPI(const wchar_t*)>()(path);
    const KeptError kept = span.stopped();
    const bool failed = attributes == INVALID_FILE_ATTRIBUTES;
    span.record({.call = Call::stat,
                 .path = pathNumber(path),
                 .result = failed ? -1 : 0,
                 .error = failed ? errnoOf(kept.error()) : 0});
    return attributes;
}

// Searches are no files: their handles are addresses. The folders of those that are open; one that finds no room here
// goes without a name.
class Searches {
public:
    void opened(HANDLE handle, std::uint32_t folder) {
        for (Entry& entry : m_entries) {
            HANDLE nobody = nullptr;
            if (!entry.handle.compare_exchange_strong(nobody, handle)) continue;
            entry.folder.store(folder);
            return;
        }
    }
    std::uint32_t folder(HANDLE handle) const {
        for (const Entry& entry : m_entries)
            if (entry.handle.load() == handle) return entry.folder.load();
        return 0;
    }
    void closed(HANDLE handle) {
        for (Entry& entry : m_entries) {
            HANDLE mine = handle;
            if (entry.handle.compare_exchange_strong(mine, nullptr)) return;
        }
    }

private:
    struct Entry {
        std::atomic<HANDLE> handle{nullptr};
        std::atomic<std::uint32_t> folder{0};
    };
    std::array<Entry, 64> m_entries;
};

Searches& searches() {
    static Searches& all = *new Searches;
    return all;
}

template <Symbol Name>
HANDLE WINAPI hookFindFirst(const wchar_t* pattern, WIN32_FIND_DATAW* found) {
    WindowsCall span;
    const HANDLE handle = real<Name, HANDLE WINAPI(const wchar_t*, WIN32_FIND_DATAW*)>()(pattern, found);
    const KeptError kept = span.stopped();
    const std::uint32_t folder = folderNumber(pattern);
    const bool failed = handle == INVALID_HANDLE_VALUE;
    if (!failed) searches().opened(handle, folder);
    span.record({.call = Call::opendir,
                 .path = folder,
                 .result = failed ? -1 : 0,
                 .error = failed ? errnoOf(kept.error()) : 0});
    return handle;
}

// The recording thread makes one record of the calls that follow each other in one folder.
template <Symbol Name>
BOOL WINAPI hookFindNext(HANDLE handle, WIN32_FIND_DATAW* found) {
    WindowsCall span;
    const BOOL done = real<Name, BOOL WINAPI(HANDLE, WIN32_FIND_DATAW*)>()(handle, found);
    const KeptError kept = span.stopped();
    span.record({.call = Call::readdir, .path = searches().folder(handle), .size = 1, .result = done != 0 ? 1 : 0});
    return done;
}

template <Symbol Name>
BOOL WINAPI hookFindClose(HANDLE handle) {
    const std::uint32_t folder = searches().folder(handle);
    searches().closed(handle);
    WindowsCall span;
    const BOOL done = real<Name, BOOL WINAPI(HANDLE)>()(handle);
    const KeptError kept = span.stopped();
    span.record({.call = Call::closedir,
                 .path = folder,
                 .result = done != 0 ? 0 : -1,
                 .error = done != 0 ? 0 : errnoOf(kept.error())});
    return done;
}

} // namespace

std::span<const ImportHook> pathHooks() {
    static const std::array hooks = {
        hookOf<"GetFileAttributesW">(hookGetAttributes<"GetFileAttributesW">),
        hookOf<"GetFileAttributesExW">(hookOnPath<"GetFileAttributesExW", Call::stat, GET_FILEEX_INFO_LEVELS, void*>),
        hookOf<"SetFileAttributesW">(hookOnPath<"SetFileAttributesW", Call::chmod, DWORD>),
        hookOf<"CreateDirectoryW">(hookOnPath<"CreateDirectoryW", Call::mkdir, SECURITY_ATTRIBUTES*>),
        hookOf<"RemoveDirectoryW">(hookOnPath<"RemoveDirectoryW", Call::rmdir>),
        hookOf<"DeleteFileW">(hookOnPath<"DeleteFileW", Call::unlink>),
        hookOf<"MoveFileW">(hookOnPath<"MoveFileW", Call::rename, const wchar_t*>),
        hookOf<"MoveFileExW">(hookOnPath<"MoveFileExW", Call::rename, const wchar_t*, DWORD>),
        hookOf<"FindFirstFileW">(hookFindFirst<"FindFirstFileW">),
        hookOf<"FindNextFileW">(hookFindNext<"FindNextFileW">),
        hookOf<"FindClose">(hookFindClose<"FindClose">),
    };
    return hooks;
}

} // namespace uaescope::plugin
