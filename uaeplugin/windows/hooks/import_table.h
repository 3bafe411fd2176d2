// Hooks at library depth: the tables through which a program calls the functions of Windows' DLLs.
#pragma once

#include <cstddef>
#include <span>
#include <windows.h>

namespace uaescope::plugin {

struct ImportHook {
    const char* symbol;
    void* replacement;
    void** real; // receives what the table held; null stays when the program does not import the function
};

// Puts the hooks into the import table of a loaded program or DLL. Returns the number of entries that were replaced.
std::size_t installImportHooks(HMODULE module, std::span<const ImportHook> hooks);

// The tables of hooks, by subject.
std::span<const ImportHook> fileHooks();
std::span<const ImportHook> pathHooks();
std::span<const ImportHook> waitHooks();

} // namespace uaescope::plugin
