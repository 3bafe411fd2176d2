#include "uaeplugin/windows/exit.h"

#include "uaeplugin/system.h"
#include "uaeplugin/windows/hooks/windows_call.h"

namespace uaescope::plugin {

namespace {

void (*s_atExit)(int) = nullptr;
void (*s_lastWork)() = nullptr;

template <Symbol Name>
[[noreturn]] void WINAPI hookExit(UINT status) {
    s_atExit(static_cast<int>(status));
    for (;;) real<Name, void WINAPI(UINT)>()(status);
}

} // namespace

void installExitHook(std::initializer_list<HMODULE> modules, void (*atExit)(int status)) {
    s_atExit = atExit;
    static const ImportHook hook = hookOf<"ExitProcess">(hookExit<"ExitProcess">);
    for (const HMODULE module : modules) installImportHooks(module, {&hook, 1});
}

void atLastMoment(void (*work)()) { s_lastWork = work; }

} // namespace uaescope::plugin

// NOLINTNEXTLINE: Windows calls it by this name
extern "C" BOOL WINAPI DllMain(HINSTANCE, DWORD reason, void* processEnds) {
    const bool isEnd = reason == DLL_PROCESS_DETACH && processEnds != nullptr;
    if (isEnd && uaescope::plugin::s_lastWork != nullptr) uaescope::plugin::s_lastWork();
    return TRUE;
}
