#include "uaeplugin/capture_file.h"

#include "uaeplugin/windows/utf8.h"

#include <array>
#include <windows.h>

namespace uaescope::plugin {

namespace {

HANDLE handleOf(std::intptr_t number) { return reinterpret_cast<HANDLE>(number); } // NOLINT: that is what handles are

std::string textOf(DWORD error) {
    std::array<wchar_t, 256> text{};
    const DWORD length =
        FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS | FORMAT_MESSAGE_MAX_WIDTH_MASK,
                       nullptr, error, 0, text.data(), static_cast<DWORD>(text.size()), nullptr);
    std::string said = utf8({text.data(), length});
    while (!said.empty() && (said.back() == ' ' || said.back() == '.')) said.pop_back();
    return said.empty() ? "error " + std::to_string(error) : said;
}

bool isFull(DWORD error) { return error == ERROR_DISK_FULL || error == ERROR_HANDLE_DISK_FULL; }

} // namespace

void complain(std::string_view message) {
    const std::string line = "uaescope: " + std::string(message) + "\n";
    OutputDebugStringW(wide(line).c_str()); // an emulator with a window has no standard error
    DWORD written = 0;
    const HANDLE out = GetStdHandle(STD_ERROR_HANDLE);
    if (out != nullptr && out != INVALID_HANDLE_VALUE)
        WriteFile(out, line.data(), static_cast<DWORD>(line.size()), &written, nullptr);
}

CaptureFile::CaptureFile(const std::filesystem::path& file, std::span<const std::uint8_t> header) : m_name(file) {
    const std::wstring draft = file.wstring() + L".new";
    const HANDLE made = CreateFileW(draft.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
                                    CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (made == INVALID_HANDLE_VALUE) {
        fail("cannot be made", static_cast<long>(GetLastError()));
        return;
    }
    m_handle = reinterpret_cast<std::intptr_t>(made);
    if (append(header)) {
        if (MoveFileExW(draft.c_str(), file.c_str(), MOVEFILE_REPLACE_EXISTING) != 0) return;
        fail("cannot be made", static_cast<long>(GetLastError()));
    }
    close();
    DeleteFileW(draft.c_str());
}

bool CaptureFile::append(std::span<const std::uint8_t> chunks) {
    if (!isOpen() || !m_failure.empty()) return false;
    if (chunks.empty()) return true; // nothing was recorded since the last time
    long error = reserve(chunks.size());
    if (error == 0) error = put(chunks);
    if (error != 0) fail("cannot be written", error);
    return error == 0;
}

long CaptureFile::reserve(std::size_t size) const {
    FILE_ALLOCATION_INFO wanted{};
    wanted.AllocationSize.QuadPart = m_size + static_cast<std::int64_t>(size + roomForLastChunk);
    if (SetFileInformationByHandle(handleOf(m_handle), FileAllocationInfo, &wanted, sizeof wanted) != 0) return 0;
    const DWORD error = GetLastError();
    return isFull(error) ? static_cast<long>(error) : 0; // a file system that cannot set room aside may still have some
}

long CaptureFile::put(std::span<const std::uint8_t> chunks) {
    std::int64_t end = m_size;
    while (!chunks.empty()) {
        OVERLAPPED place{};
        place.Offset = static_cast<DWORD>(end);
        place.OffsetHigh = static_cast<DWORD>(end >> 32);
        DWORD written = 0;
        if (WriteFile(handleOf(m_handle), chunks.data(), static_cast<DWORD>(chunks.size()), &written, &place) == 0)
            return static_cast<long>(GetLastError());
        chunks = chunks.subspan(written);
        end += written;
    }
    m_size = end;
    return 0;
}

void CaptureFile::closeWith(std::span<const std::uint8_t> lastChunk) {
    if (!isOpen()) return;
    put(lastChunk);
    close();
}

void CaptureFile::fail(const char* what, long error) {
    m_failure = textOf(static_cast<DWORD>(error));
    complain(utf8(m_name.wstring()) + ": " + what + ": " + m_failure +
             "; recording is off (give the folder room and write permission, then start again)");
}

void CaptureFile::close() {
    if (!isOpen()) return;
    LARGE_INTEGER end{};
    end.QuadPart = m_size; // half a chunk, and room that was set aside, lie after it
    if (SetFilePointerEx(handleOf(m_handle), end, nullptr, FILE_BEGIN) != 0) SetEndOfFile(handleOf(m_handle));
    CloseHandle(handleOf(m_handle));
    m_handle = -1;
}

} // namespace uaescope::plugin
