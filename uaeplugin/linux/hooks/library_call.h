// The pieces of a hook at library depth.
#pragma once

#include "uaeplugin/host_calls.h"
#include "uaeplugin/linux/hooks/got_hooks.h"
#include "uaeplugin/linux/path_number.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>

namespace uaescope::plugin {

// A C symbol's name as a template argument: one hook function serves open and open64, each with its own real one.
template <std::size_t Size>
struct Symbol {
    char text[Size]{};
    constexpr Symbol(const char (&name)[Size]) { std::copy_n(name, Size, text); } // NOLINT: implicit on purpose
};

template <Symbol Name>
inline void* realAddress = nullptr;

template <Symbol Name, typename Function>
Function* real() {
    return reinterpret_cast<Function*>(realAddress<Name>);
}

template <Symbol Name, typename Function>
GotHook hookOf(Function* replacement) {
    return {Name.text, reinterpret_cast<void*>(replacement), &realAddress<Name>};
}

// A failed call's errno.
template <typename Result>
int errorOf(Result result) {
    return result < 0 ? errno : 0;
}

struct LibraryCall : HostCallSpan {
    LibraryCall() : HostCallSpan(capture::Depth::library) {}
};

} // namespace uaescope::plugin
