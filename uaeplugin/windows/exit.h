// How the emulator's end is noticed.
#pragma once

#include <initializer_list>
#include <windows.h>

namespace uaescope::plugin {

// Hooks ExitProcess where these modules import it; those that are not loaded are null.
void installExitHook(std::initializer_list<HMODULE> modules, void (*atExit)(int status));

} // namespace uaescope::plugin
