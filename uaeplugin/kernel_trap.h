// The self-check: the kernel itself stops every system call on a file, in every thread, whoever makes it, and a signal
// handler counts it and makes it in the caller's place. It shares nothing with the hooks but the names of files, so
// that it tells whether they miss anything. Costs microseconds a call, and cannot be undone: a program that
// the process starts has the filter too, but not the handler, and dies of SIGSYS. Linux on x86-64 (seccomp).
#pragma once

#include "uaeplugin/kernel_counts.h"

#include <string>
#include <vector>

namespace uaescope::plugin {

// Begins to count. Returns why that cannot be, or nothing. Threads that block SIGSYS must not make system calls on
// files any more: the kernel would end the process.
std::string startKernelTrap();

struct KernelCall {
    const char* name; // as capture::callName has it, where there is such a call
    KernelCounts::Count count;
};

// Everything counted so far; nothing when counting has never begun.
std::vector<KernelCall> kernelCalls();
std::uint64_t uncountedKernelCalls(); // for want of room

} // namespace uaescope::plugin
