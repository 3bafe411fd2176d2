// Systems and processors for which there is no self-check.
#include "uaeplugin/kernel_trap.h"

namespace uaescope::plugin {

std::string startKernelTrap() { return "it is made for Linux on x86-64 only"; }

std::vector<KernelCall> kernelCalls() { return {}; }

std::uint64_t uncountedKernelCalls() { return 0; }

} // namespace uaescope::plugin
