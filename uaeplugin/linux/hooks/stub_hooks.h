// Hooks at system depth: the C library's own system-call stubs, overwritten with a jump to functions of ours that make
// the call themselves. They see what streams really do, and when. Linux on x86-64.
//
// A few calls inside the C library do not pass the stubs: the open inside opendir, and the close inside fclose and
// closedir. Records at library depth stand for them.
#pragma once

#include <cstddef>
#include <span>

namespace uaescope::plugin {

struct StubHook {
    const char* symbol;
    void* replacement;
};

// Returns the number of stubs that were overwritten. A stub that does not look like one is left alone.
std::size_t installStubHooks(std::span<const StubHook> hooks);

std::span<const StubHook> systemCallHooks();

// Called by the hook of _exit, right before the process goes.
using ExitHandler = void (*)(int status);
void setExitHandler(ExitHandler handler);

} // namespace uaescope::plugin
