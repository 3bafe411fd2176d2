// Hooks at library depth: the tables through which the emulator and its libraries call the C library (ELF GOT).
#pragma once

#include <cstddef>
#include <span>

namespace uaescope::plugin {

struct GotHook {
    const char* symbol;
    void* replacement;
    void** real; // receives what the symbol means in the process; null stays when nobody defines it
};

// Puts the hooks into the main program and the libraries through which emulators do storage I/O. Real functions are
// found first, so that one preloaded over the C library's is the one that gets called. Returns the number of patched
// table entries.
std::size_t installGotHooks(std::span<const GotHook> hooks);

// The tables of hooks, by subject.
std::span<const GotHook> descriptorHooks();
std::span<const GotHook> streamHooks();
std::span<const GotHook> pathHooks();
std::span<const GotHook> waitHooks();

} // namespace uaescope::plugin
