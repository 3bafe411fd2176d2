// Hooks of the calls in which the emulator paces itself and hands work from thread to thread. Recorded for the
// emulation thread and for threads that have done I/O.
#include "uaeplugin/windows/hooks/windows_call.h"

#include <array>

namespace uaescope::plugin {

namespace {

using capture::Call;

std::int64_t microseconds(DWORD milliseconds) {
    return milliseconds == INFINITE ? 0 : milliseconds * std::int64_t{1000};
}

template <Symbol Name>
void WINAPI hookSleep(DWORD time) {
    WindowsCall span(Recorder::waitLog);
    real<Name, void WINAPI(DWORD)>()(time);
    const KeptError kept = span.stopped();
    span.record({.call = Call::usleep, .size = microseconds(time)});
}

template <Symbol Name>
DWORD WINAPI hookSleepEx(DWORD time, BOOL alertable) {
    WindowsCall span(Recorder::waitLog);
    const DWORD result = real<Name, DWORD WINAPI(DWORD, BOOL)>()(time, alertable);
    const KeptError kept = span.stopped();
    span.record({.call = Call::usleep, .size = microseconds(time), .result = result});
    return result;
}

template <Symbol Name>
DWORD WINAPI hookWait(HANDLE object, DWORD time) {
    WindowsCall span(Recorder::waitLog);
    const DWORD result = real<Name, DWORD WINAPI(HANDLE, DWORD)>()(object, time);
    const KeptError kept = span.stopped();
    span.record({.call = Call::semaphoreWait, .size = microseconds(time), .result = result});
    return result;
}

template <Symbol Name>
DWORD WINAPI hookWaitEx(HANDLE object, DWORD time, BOOL alertable) {
    WindowsCall span(Recorder::waitLog);
    const DWORD result = real<Name, DWORD WINAPI(HANDLE, DWORD, BOOL)>()(object, time, alertable);
    const KeptError kept = span.stopped();
    span.record({.call = Call::semaphoreWait, .size = microseconds(time), .result = result});
    return result;
}

template <Symbol Name>
DWORD WINAPI hookWaitMany(DWORD count, const HANDLE* objects, BOOL all, DWORD time) {
    WindowsCall span(Recorder::waitLog);
    const DWORD result = real<Name, DWORD WINAPI(DWORD, const HANDLE*, BOOL, DWORD)>()(count, objects, all, time);
    const KeptError kept = span.stopped();
    span.record({.call = Call::semaphoreWait, .size = microseconds(time), .result = result});
    return result;
}

} // namespace

std::span<const ImportHook> waitHooks() {
    static const std::array hooks = {
        hookOf<"Sleep">(hookSleep<"Sleep">),
        hookOf<"SleepEx">(hookSleepEx<"SleepEx">),
        hookOf<"WaitForSingleObject">(hookWait<"WaitForSingleObject">),
        hookOf<"WaitForSingleObjectEx">(hookWaitEx<"WaitForSingleObjectEx">),
        hookOf<"WaitForMultipleObjects">(hookWaitMany<"WaitForMultipleObjects">),
    };
    return hooks;
}

} // namespace uaescope::plugin
