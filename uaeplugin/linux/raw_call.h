// System calls made directly: what the plugin itself asks of the kernel must pass no hook, and errno stays as it is.
#pragma once

#include <cerrno>
#include <sys/syscall.h>

namespace uaescope::plugin {

// The kernel's answer: -1 to -4095 are errors.
template <typename A = long, typename B = long, typename C = long, typename D = long, typename E = long,
          typename F = long>
inline long rawCall(long number, A a = 0, B b = 0, C c = 0, D d = 0, E e = 0, F f = 0) {
    // NOLINTBEGIN: pointers and numbers alike travel in registers
#ifdef __aarch64__
    register long which asm("x8") = number;
    register long result asm("x0") = (long)a;
    register long second asm("x1") = (long)b;
    register long third asm("x2") = (long)c;
    register long fourth asm("x3") = (long)d;
    register long fifth asm("x4") = (long)e;
    register long sixth asm("x5") = (long)f;
    asm volatile("svc #0"
                 : "+r"(result)
                 : "r"(which), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth)
                 : "memory");
#else
    register long fourth asm("r10") = (long)d;
    register long fifth asm("r8") = (long)e;
    register long sixth asm("r9") = (long)f;
    long result = 0;
    asm volatile("syscall"
                 : "=a"(result)
                 : "a"(number), "D"((long)a), "S"((long)b), "d"((long)c), "r"(fourth), "r"(fifth), "r"(sixth)
                 : "rcx", "r11", "memory");
#endif
    // NOLINTEND
    return result;
}

constexpr bool isError(long result) { return static_cast<unsigned long>(result) > -4096ul; }

// The same as the C library has it: -1 and errno.
inline long withErrno(long result) {
    if (!isError(result)) return result;
    errno = static_cast<int>(-result);
    return -1;
}

} // namespace uaescope::plugin
