// What is known of handles and of the paths that the emulator gives to calls. Used from all threads. Clobbers the last
// error of the thread.
#pragma once

#include "uaeplugin/host_calls.h"

#include <cstdint>
#include <windows.h>

namespace uaescope::plugin {

// Paths in records are absolute UTF-8 with '/' between their parts, as on the other systems. 0 for null.
std::uint32_t pathNumber(const wchar_t* path);
std::uint32_t pathNumber(const char* path);         // in the code page of the system's "ANSI" functions
std::uint32_t folderNumber(const wchar_t* pattern); // of the folder in FindFirstFile's pattern

// In records: small numbers that grow by four, as long as they are files'.
inline std::int32_t descriptorOf(HANDLE handle) {
    return static_cast<std::int32_t>(reinterpret_cast<std::intptr_t>(handle));
}

// The handle's place in Descriptors.
inline int slotOf(HANDLE handle) {
    constexpr std::intptr_t step = 4;
    const auto number = reinterpret_cast<std::intptr_t>(handle) / step;
    return number > 0 && number < 0x7fffffff ? static_cast<int>(number) : -1;
}

// A file that was opened before the hooks were in gets its name here, and a record that says so; 0 for what is no file.
std::uint32_t pathOf(HANDLE handle);

std::int64_t positionOf(HANDLE handle); // asks the system; -1: it has none

} // namespace uaescope::plugin
