// The pieces of a hook of a Windows function.
#pragma once

#include "uaeplugin/host_calls.h"
#include "uaeplugin/windows/hooks/import_table.h"

#include <algorithm>
#include <cstddef>

namespace uaescope::plugin {

// A function's name as a template argument: one hook function serves several that differ in nothing else.
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
ImportHook hookOf(Function* replacement) {
    return {Name.text, reinterpret_cast<void*>(replacement), &realAddress<Name>};
}

// Keeps the thread's last error as it is: what the plugin itself does must not show.
class KeptError {
public:
    KeptError() : m_error(GetLastError()) {}
    ~KeptError() { SetLastError(m_error); }
    KeptError(const KeptError&) = delete;
    KeptError& operator=(const KeptError&) = delete;
    DWORD error() const { return m_error; }

private:
    DWORD m_error;
};

// Windows' error as Linux's errno has it, which is what captures hold.
std::uint16_t errnoOf(DWORD error);

// Stands around the real call:
//     WindowsCall span;
//     const BOOL result = real...;
//     const KeptError kept = span.stopped();
//     span.record(...);
class WindowsCall {
public:
    using Log = ThreadLog* (*)();
    explicit WindowsCall(Log log = Recorder::log) : m_span(spanOf(log)) {}

    KeptError stopped() {
        m_span.stop();
        return {};
    }
    void record(const Outcome& outcome) { m_span.record(outcome); }
    void forget() { m_span.forget(); } // the call is none of ours after all

private:
    static HostCallSpan spanOf(Log log) {
        const KeptError kept;
        return {capture::Depth::library, log()};
    }
    HostCallSpan m_span;
};

} // namespace uaescope::plugin
