#include "uaeplugin/recorder.h"

#include "uaeplugin/system.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <pthread.h>

namespace uaescope::plugin {

namespace {

// Slots rather than a list: a thread takes one with a single compare-and-swap.
constexpr std::size_t maxThreads = 512;
std::array<std::atomic<ThreadLog*>, maxThreads> s_logs;

pthread_key_t s_threadEnd;

// A call on a file takes microseconds.
constexpr std::chrono::milliseconds callsInProgress{1};
constexpr std::chrono::milliseconds leavingTakes{5000};

} // namespace

std::atomic<bool> Recorder::s_on{false};
std::atomic<bool> Recorder::s_leaving{false};
constinit thread_local ThreadLog* Recorder::t_log = nullptr;
constinit thread_local bool Recorder::t_excluded = false;

void Recorder::start() {
    pthread_key_create(&s_threadEnd, [](void* log) {
        t_excluded = true;
        t_log = nullptr;
        static_cast<ThreadLog*>(log)->finished.store(true, std::memory_order_release);
    });
    s_on.store(true, std::memory_order_release);
}

void Recorder::stop() { s_on.store(false, std::memory_order_release); }

void Recorder::leave() {
    excludeThisThread();
    s_leaving.store(true, std::memory_order_relaxed);
    stop();
    sleepUnseen(callsInProgress);
}

ThreadLog* Recorder::whenOff() {
    const bool isExcluded = t_excluded && t_log == nullptr;
    if (s_leaving.load(std::memory_order_relaxed) && !isExcluded) {
        excludeThisThread(); // it waits once
        sleepUnseen(leavingTakes);
    }
    return nullptr;
}

void Recorder::excludeThisThread() {
    t_excluded = true;
    t_log = nullptr;
}

ThreadLog* Recorder::registerThread() {
    if (t_excluded) return nullptr;
    // Whatever happens here, the thread tries only once.
    t_excluded = true;
    ThreadLog* log = ThreadLog::make(threadId());
    if (log == nullptr) return nullptr;
    log->name = threadName();
    for (std::atomic<ThreadLog*>& slot : s_logs) {
        ThreadLog* expected = nullptr;
        if (slot.load(std::memory_order_relaxed) != nullptr || !slot.compare_exchange_strong(expected, log)) continue;
        pthread_setspecific(s_threadEnd, log);
        t_log = log;
        return log;
    }
    ThreadLog::destroy(log);
    return nullptr;
}

std::vector<ThreadLog*> Recorder::logs() {
    std::vector<ThreadLog*> found;
    for (const std::atomic<ThreadLog*>& slot : s_logs)
        if (ThreadLog* log = slot.load(std::memory_order_acquire); log != nullptr) found.push_back(log);
    return found;
}

void Recorder::remove(ThreadLog* log) {
    for (std::atomic<ThreadLog*>& slot : s_logs)
        if (slot.load(std::memory_order_relaxed) == log) slot.store(nullptr, std::memory_order_release);
    ThreadLog::destroy(log);
}

} // namespace uaescope::plugin
