// Loads the plugin as WinUAE does and does known work, for plugin tests: windows_host PLUGIN SCENARIO FOLDER.
// FOLDER is an empty folder to work in; the session is in the environment.
#include "uaeplugin/capture/protocol.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <windows.h>

namespace {

struct Registers {
    std::int32_t d1 = 0, d2 = 0, d3 = 0, d4 = 0, d5 = 0, d6 = 0, d7 = 0;
    std::int32_t a1 = 0, a2 = 0, a3 = 0, a4 = 0, a5 = 0, a7 = 0;
};

std::array<char, 4096> memory; // the guest's, from address 0x1000 on
constexpr std::uint32_t memoryBegin = 0x1000;

void* resolve(std::uint32_t address) {
    const bool isThere = address >= memoryBegin && address < memoryBegin + memory.size();
    return isThere ? &memory[address - memoryBegin] : nullptr;
}

[[noreturn]] void fail(const char* text, int line) {
    std::fprintf(stderr, "host.cpp:%d: expected %s, last error %lu\n", line, text, GetLastError());
    std::fflush(stderr);
    TerminateProcess(GetCurrentProcess(), 99);
    for (;;) Sleep(INFINITE);
}
#define EXPECT(condition) ((condition) ? void() : fail(#condition, __LINE__))

class Emulator {
public:
    explicit Emulator(const wchar_t* plugin) : m_library(LoadLibraryW(plugin)) { EXPECT(m_library != nullptr); }

    void init() {
        *variable<void* (*)(std::uint32_t)>("uni_resolve") = resolve;
        *variable<const char* (*)()>("uni_uae_version") = [] { return "Host 1.0"; };
        *variable<int (*)()>("uni_version") = [] { return 1; };
        EXPECT(function<int()>("uni_init")() == 0);
    }
    std::int32_t call(const char* name, const Registers& registers) {
        return function<std::int32_t(const Registers*)>(name)(&registers);
    }
    void mark(int phase) { EXPECT(call(US_FN_MARK, {.d1 = US_OP_OPEN, .d2 = phase, .a1 = 0, .a3 = 0x1234}) == 0); }
    void close() { FreeLibrary(m_library); } // what the guest's CloseLibrary leads to

private:
    template <typename Function>
    Function* function(const char* name) {
        auto* found = reinterpret_cast<void*>(GetProcAddress(m_library, name));
        EXPECT(found != nullptr);
        return reinterpret_cast<Function*>(found);
    }
    template <typename Value>
    Value* variable(const char* name) {
        auto* found = reinterpret_cast<void*>(GetProcAddress(m_library, name));
        EXPECT(found != nullptr);
        return static_cast<Value*>(found);
    }
    HMODULE m_library;
};

HANDLE openFile(const std::wstring& path, DWORD disposition) {
    return CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE, 0, nullptr, disposition,
                       FILE_ATTRIBUTE_NORMAL | FILE_FLAG_RANDOM_ACCESS, nullptr);
}

// As a hardfile is used, and the last error as the functions leave it.
void fileCalls(const std::wstring& folder) {
    std::array<char, 1024> buffer{};
    DWORD moved = 0;
    const HANDLE file = openFile(folder + L"\\t\u00e4st.hdf", CREATE_ALWAYS);
    EXPECT(file != INVALID_HANDLE_VALUE);
    EXPECT(WriteFile(file, buffer.data(), 1024, &moved, nullptr) && moved == 1024);
    EXPECT(SetFilePointer(file, 512, nullptr, FILE_BEGIN) == 512);
    EXPECT(WriteFile(file, buffer.data(), 512, &moved, nullptr) && moved == 512);
    EXPECT(SetFilePointer(file, -24, nullptr, FILE_CURRENT) == 1000);
    EXPECT(ReadFile(file, buffer.data(), 100, &moved, nullptr) && moved == 24);
    LARGE_INTEGER size{};
    EXPECT(GetFileSizeEx(file, &size) && size.QuadPart == 1024);
    EXPECT(SetFilePointerEx(file, {{100, 0}}, nullptr, FILE_BEGIN));
    EXPECT(SetEndOfFile(file));
    EXPECT(FlushFileBuffers(file));
    EXPECT(CloseHandle(file));
    SetLastError(0);
    EXPECT(openFile(folder + L"\\missing", OPEN_EXISTING) == INVALID_HANDLE_VALUE);
    EXPECT(GetLastError() == ERROR_FILE_NOT_FOUND);
    SetLastError(4711);
    EXPECT(GetFileAttributesW((folder + L"\\t\u00e4st.hdf").c_str()) != INVALID_FILE_ATTRIBUTES);
    EXPECT(GetLastError() == 4711); // a call that succeeds leaves it alone
    EXPECT(GetFileAttributesW((folder + L"\\missing").c_str()) == INVALID_FILE_ATTRIBUTES);
    EXPECT(GetLastError() == ERROR_FILE_NOT_FOUND);
}

void folderCalls(const std::wstring& folder) {
    const std::wstring inner = folder + L"\\inner";
    EXPECT(CreateDirectoryW(inner.c_str(), nullptr));
    EXPECT(!CreateDirectoryW(inner.c_str(), nullptr) && GetLastError() == ERROR_ALREADY_EXISTS);
    WIN32_FIND_DATAW found{};
    const HANDLE search = FindFirstFileW((inner + L"\\*").c_str(), &found);
    EXPECT(search != INVALID_HANDLE_VALUE);
    while (FindNextFileW(search, &found)) {
    }
    EXPECT(GetLastError() == ERROR_NO_MORE_FILES);
    EXPECT(FindClose(search));
    EXPECT(MoveFileW(inner.c_str(), (folder + L"\\moved").c_str()));
    EXPECT(RemoveDirectoryW((folder + L"\\moved").c_str()));
    EXPECT(DeleteFileW((folder + L"\\t\u00e4st.hdf").c_str()));
}

// In a function of its own: one that has called WriteFile before may still hold what the import table had then.
[[gnu::noinline]] void goOnWith(HANDLE file) {
    DWORD moved = 0;
    EXPECT(WriteFile(file, "abc", 3, &moved, nullptr));
    EXPECT(WriteFile(file, "defg", 4, &moved, nullptr));
    EXPECT(CloseHandle(file));
}

using Scenario = void (*)(Emulator&, const std::wstring& folder);

const std::map<std::wstring, Scenario> scenarios = {
    {L"calls",
     [](Emulator& emulator, const std::wstring& folder) {
         emulator.init();
         EXPECT(emulator.call(US_FN_HELLO, {.d1 = US_PROTOCOL_VERSION}) == US_PROTOCOL_VERSION);
         emulator.mark(US_PHASE_BEGIN);
         fileCalls(folder);
         emulator.mark(US_PHASE_END);
         folderCalls(folder);
         EXPECT(emulator.call(US_FN_END, {.d1 = 5}) == 0);
         ExitProcess(3);
     }},
    {L"closed", // the hooks outlive the guest's close
     [](Emulator& emulator, const std::wstring& folder) {
         emulator.init();
         emulator.close();
         emulator.close();
         fileCalls(folder);
     }},
    {L"opened-before",
     [](Emulator& emulator, const std::wstring& folder) {
         const HANDLE file = openFile(folder + L"\\work.hdf", CREATE_ALWAYS);
         DWORD moved = 0;
         EXPECT(WriteFile(file, "0123456789", 10, &moved, nullptr));
         emulator.init();
         goOnWith(file);
     }},
    {L"killed",
     [](Emulator& emulator, const std::wstring& folder) {
         emulator.init();
         for (int i = 0; i < 20; ++i) {
             GetFileAttributesW(folder.c_str());
             Sleep(20);
         }
         TerminateProcess(GetCurrentProcess(), 7);
     }},
    {L"threads",
     [](Emulator& emulator, const std::wstring& folder) {
         emulator.init();
         std::array<HANDLE, 8> threads{};
         const auto work = [](void* argument) WINAPI -> DWORD {
             const auto& path = *static_cast<const std::wstring*>(argument);
             for (int i = 0; i < 1000; ++i) GetFileAttributesW(path.c_str());
             return 0;
         };
         for (HANDLE& thread : threads)
             thread = CreateThread(nullptr, 0, work, const_cast<std::wstring*>(&folder), 0, nullptr); // NOLINT
         WaitForMultipleObjects(static_cast<DWORD>(threads.size()), threads.data(), TRUE, INFINITE);
     }},
    {L"no-capture",
     [](Emulator& emulator, const std::wstring& folder) {
         emulator.init();
         EXPECT(emulator.call(US_FN_HELLO, {.d1 = US_PROTOCOL_VERSION}) == US_ERROR_CAPTURE);
         fileCalls(folder);
     }},
};

} // namespace

int wmain(int argc, wchar_t** argv) {
    if (argc != 4 || scenarios.count(argv[2]) == 0) return 2;
    Emulator emulator(argv[1]);
    scenarios.at(argv[2])(emulator, argv[3]);
    return 0;
}
