// Where the C library's stubs cannot be patched, on processors other than x86-64, calls are seen at library depth only.
#include "uaeplugin/linux/hooks/stub_hooks.h"

namespace uaescope::plugin {

std::size_t installStubHooks(std::span<const StubHook>) { return 0; }

std::span<const StubHook> systemCallHooks() { return {}; }

void setExitHandler(ExitHandler) {}

} // namespace uaescope::plugin
