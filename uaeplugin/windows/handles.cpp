#include "uaeplugin/windows/handles.h"

#include "uaeplugin/windows/utf8.h"

#include <algorithm>
#include <array>
#include <string>

namespace uaescope::plugin {

namespace {

constexpr std::size_t longestPath = 32768;

std::uint32_t absoluteNumber(std::wstring_view absolute) {
    constexpr std::wstring_view verbatim = L"\\\\?\\";
    if (absolute.substr(0, verbatim.size()) == verbatim) absolute.remove_prefix(verbatim.size());
    std::string path = utf8(absolute);
    std::replace(path.begin(), path.end(), '\\', '/');
    return names().number(path);
}

bool isFile(HANDLE handle) { return GetFileType(handle) == FILE_TYPE_DISK; }

void recordOpenedBefore(HANDLE handle, std::uint32_t path) {
    HostCallSpan span(capture::Depth::library);
    span.stop();
    span.record({.call = capture::Call::open,
                 .descriptor = descriptorOf(handle),
                 .path = path,
                 .result = descriptorOf(handle),
                 .flags = capture::call_flag::openBefore | capture::call_flag::forWriting});
}

} // namespace

std::uint32_t pathNumber(const wchar_t* path) {
    if (path == nullptr || *path == L'\0') return 0;
    std::array<wchar_t, MAX_PATH> shortPath{};
    const DWORD length = GetFullPathNameW(path, MAX_PATH, shortPath.data(), nullptr);
    if (length < MAX_PATH) return absoluteNumber({shortPath.data(), length});
    std::wstring longPath(std::min<std::size_t>(length, longestPath), L'\0');
    longPath.resize(GetFullPathNameW(path, static_cast<DWORD>(longPath.size()), longPath.data(), nullptr));
    return absoluteNumber(longPath);
}

std::uint32_t pathNumber(const char* path) {
    if (path == nullptr) return 0;
    std::array<wchar_t, MAX_PATH> text{};
    if (MultiByteToWideChar(CP_ACP, 0, path, -1, text.data(), MAX_PATH) == 0) return 0;
    return pathNumber(text.data());
}

std::uint32_t folderNumber(const wchar_t* pattern) {
    if (pattern == nullptr) return 0;
    std::wstring folder = pattern;
    const std::size_t last = folder.find_last_of(L"\\/");
    folder.resize(last == std::wstring::npos ? 0 : last);
    return pathNumber(folder.empty() ? L"." : folder.c_str());
}

std::uint32_t pathOf(HANDLE handle) {
    const std::uint32_t known = descriptors().path(slotOf(handle));
    if (known != 0 || !isFile(handle)) return known;
    std::wstring name(MAX_PATH, L'\0');
    DWORD length = GetFinalPathNameByHandleW(handle, name.data(), MAX_PATH, 0);
    if (length >= MAX_PATH) {
        name.resize(std::min<std::size_t>(length, longestPath));
        length = GetFinalPathNameByHandleW(handle, name.data(), static_cast<DWORD>(name.size()), 0);
    }
    if (length == 0 || length > name.size()) return 0;
    const std::uint32_t path = absoluteNumber(std::wstring_view(name).substr(0, length));
    descriptors().opened(slotOf(handle), path, Descriptors::unknown);
    recordOpenedBefore(handle, path);
    return path;
}

std::int64_t positionOf(HANDLE handle) {
    if (!isFile(handle)) return -1;
    LARGE_INTEGER place{};
    return SetFilePointerEx(handle, {}, &place, FILE_CURRENT) == 0 ? -1 : place.QuadPart;
}

} // namespace uaescope::plugin
