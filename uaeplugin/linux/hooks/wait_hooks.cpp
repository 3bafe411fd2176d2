// Hooks of the calls in which the emulator paces itself and hands work from thread to thread. Recorded for the
// emulation thread and for threads that have done I/O: the waits of window, sound and driver threads say nothing.
#include "uaeplugin/linux/hooks/library_call.h"

#include <array>
#include <ctime>
#include <unistd.h>

namespace uaescope::plugin {

namespace {

using capture::Call;

struct Wait : HostCallSpan {
    Wait() : HostCallSpan(capture::Depth::library, Recorder::waitLog()) {}
    void done(Call call, std::int64_t size, std::int64_t result) {
        stop();
        record({.call = call, .size = size, .result = result});
    }
};

template <Symbol Name>
int hookMicroseconds(useconds_t time) {
    Wait wait;
    const int result = real<Name, int(useconds_t)>()(time);
    wait.done(Call::usleep, time, result);
    return result;
}

std::int64_t microseconds(const timespec* time) {
    return time == nullptr ? 0 : time->tv_sec * std::int64_t{1'000'000} + time->tv_nsec / 1000;
}

template <Symbol Name>
int hookNanoseconds(const timespec* time, timespec* left) {
    Wait wait;
    const int result = real<Name, int(const timespec*, timespec*)>()(time, left);
    wait.done(Call::usleep, microseconds(time), result);
    return result;
}

template <Symbol Name>
int hookClockSleep(clockid_t clock, int flags, const timespec* time, timespec* left) {
    Wait wait;
    const int result = real<Name, int(clockid_t, int, const timespec*, timespec*)>()(clock, flags, time, left);
    wait.done(Call::usleep, flags == 0 ? microseconds(time) : 0, result);
    return result;
}

// SDL_Delay
template <Symbol Name>
void hookMilliseconds(std::uint32_t time) {
    Wait wait;
    real<Name, void(std::uint32_t)>()(time);
    wait.done(Call::usleep, time * std::int64_t{1000}, 0);
}

// SDL_SemWait, SDL_SemWaitTimeout: the semaphore is nothing that we look into.
template <Symbol Name>
int hookSemaphore(void* semaphore) {
    Wait wait;
    const int result = real<Name, int(void*)>()(semaphore);
    wait.done(Call::semaphoreWait, 0, result);
    return result;
}

template <Symbol Name>
int hookSemaphoreTimeout(void* semaphore, std::uint32_t time) {
    Wait wait;
    const int result = real<Name, int(void*, std::uint32_t)>()(semaphore, time);
    wait.done(Call::semaphoreWait, time * std::int64_t{1000}, result);
    return result;
}

// g_cond_wait, SDL_CondWait
template <Symbol Name>
void hookCondition(void* condition, void* mutex) {
    Wait wait;
    real<Name, void(void*, void*)>()(condition, mutex);
    wait.done(Call::conditionWait, 0, 0);
}

template <Symbol Name>
int hookConditionStatus(void* condition, void* mutex) {
    Wait wait;
    const int result = real<Name, int(void*, void*)>()(condition, mutex);
    wait.done(Call::conditionWait, 0, result);
    return result;
}

template <Symbol Name>
int hookConditionUntil(void* condition, void* mutex, std::int64_t time) {
    Wait wait;
    const int result = real<Name, int(void*, void*, std::int64_t)>()(condition, mutex, time);
    wait.done(Call::conditionWait, 0, result);
    return result;
}

template <Symbol Name>
int hookConditionTimeout(void* condition, void* mutex, std::uint32_t time) {
    Wait wait;
    const int result = real<Name, int(void*, void*, std::uint32_t)>()(condition, mutex, time);
    wait.done(Call::conditionWait, time * std::int64_t{1000}, result);
    return result;
}

} // namespace

std::span<const GotHook> waitHooks() {
    static const std::array hooks = {
        hookOf<"usleep">(hookMicroseconds<"usleep">),
        hookOf<"nanosleep">(hookNanoseconds<"nanosleep">),
        hookOf<"clock_nanosleep">(hookClockSleep<"clock_nanosleep">),
        hookOf<"SDL_Delay">(hookMilliseconds<"SDL_Delay">),
        hookOf<"SDL_SemWait">(hookSemaphore<"SDL_SemWait">),
        hookOf<"SDL_SemWaitTimeout">(hookSemaphoreTimeout<"SDL_SemWaitTimeout">),
        hookOf<"g_cond_wait">(hookCondition<"g_cond_wait">),
        hookOf<"g_cond_wait_until">(hookConditionUntil<"g_cond_wait_until">),
        hookOf<"SDL_CondWait">(hookConditionStatus<"SDL_CondWait">),
        hookOf<"SDL_CondWaitTimeout">(hookConditionTimeout<"SDL_CondWaitTimeout">),
    };
    return hooks;
}

} // namespace uaescope::plugin
