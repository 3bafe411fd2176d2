#include "uaeplugin/system.h"

#include "uaeplugin/windows/exit.h"
#include "uaeplugin/windows/hooks/import_table.h"
#include "uaeplugin/windows/utf8.h"

#include <algorithm>
#include <windows.h>

namespace uaescope::plugin {

std::uint32_t processId() { return GetCurrentProcessId(); }

std::uint32_t threadId() { return GetCurrentThreadId(); }

std::array<char, 16> threadName() {
    // Since Windows 10; found at run time, so that older ones load the plugin.
    using Ask = HRESULT WINAPI(HANDLE, PWSTR*);
    static const auto ask = reinterpret_cast<Ask*>(
        reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(L"kernel32"), "GetThreadDescription")));
    std::array<char, 16> name{};
    PWSTR text = nullptr;
    if (ask == nullptr || FAILED(ask(GetCurrentThread(), &text))) return name;
    const std::string whole = utf8(text);
    whole.copy(name.data(), name.size() - 1);
    LocalFree(text);
    return name;
}

std::string environmentVariable(const char* name) {
    const std::wstring wideName = wide(name);
    std::wstring value(GetEnvironmentVariableW(wideName.c_str(), nullptr, 0), L'\0');
    if (value.empty()) return {};
    value.resize(GetEnvironmentVariableW(wideName.c_str(), value.data(), static_cast<DWORD>(value.size())));
    return utf8(value);
}

std::filesystem::path userDataFolder() { return wide(environmentVariable("LOCALAPPDATA")); }

bool startThread(void (*body)(void* argument), void* argument) {
    struct Start {
        void (*body)(void*);
        void* argument;
    };
    const auto run = [](void* started) WINAPI -> DWORD {
        const Start start = *static_cast<Start*>(started);
        delete static_cast<Start*>(started);
        start.body(start.argument);
        return 0;
    };
    auto* start = new Start{body, argument};
    const HANDLE thread = CreateThread(nullptr, 0, run, start, 0, nullptr);
    if (thread == nullptr) {
        delete start;
        return false;
    }
    CloseHandle(thread);
    return true;
}

void sleepUnseen(std::chrono::milliseconds time) { Sleep(static_cast<DWORD>(time.count())); }

void endProcess(int status) {
    for (;;) TerminateProcess(GetCurrentProcess(), static_cast<UINT>(status));
}

void* mapPages(std::size_t size) {
    const DWORD before = GetLastError();
    void* pages = VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    SetLastError(before);
    return pages;
}

void unmapPages(void* pages, std::size_t) { VirtualFree(pages, 0, MEM_RELEASE); }

void stayLoaded() {
    HMODULE self = nullptr;
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                       reinterpret_cast<LPCWSTR>(&stayLoaded), &self);
}

HookCounts installHooks(const Options& options, void (*atExit)(int status)) {
    HookCounts counts;
    const HMODULE program = GetModuleHandleW(nullptr);
    if (options.libraryHooks)
        for (const auto hooks : {fileHooks(), pathHooks(), waitHooks()})
            counts.library += installImportHooks(program, hooks);
    // The program's own, and those of the C libraries through which it may leave.
    installExitHook({program, GetModuleHandleW(L"msvcrt"), GetModuleHandleW(L"ucrtbase")}, atExit);
    return counts;
}

void recordOpenFiles() {} // see pathOf()

void announceRecording() {}

std::string clockPair() {
    LARGE_INTEGER counter{};
    LARGE_INTEGER frequency{};
    FILETIME time{};
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&counter);
    GetSystemTimePreciseAsFileTime(&time);
    return "qpc=" + std::to_string(counter.QuadPart) + " frequency=" + std::to_string(frequency.QuadPart) +
           " filetime=" + std::to_string(std::uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime);
}

} // namespace uaescope::plugin
