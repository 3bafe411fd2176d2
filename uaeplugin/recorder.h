// Where records go in. Used from every thread of the emulator; costs some ten nanoseconds and never waits.
#pragma once

#include "uaeplugin/thread_log.h"

#include <atomic>
#include <vector>

// The static model: one instruction, and no allocation inside a hook. The few bytes fit into the reserve that the C
// library keeps for libraries loaded at run time. Windows has no such model.
#ifdef __linux__
#define UAESCOPE_STATIC_TLS __attribute__((tls_model("initial-exec")))
#else
#define UAESCOPE_STATIC_TLS
#endif

namespace uaescope::plugin {

class Recorder {
public:
    // This thread's log; null when nothing is recorded for it. Registers the thread at its first call.
    static ThreadLog* log() {
        if (__builtin_expect(!s_on.load(std::memory_order_relaxed), 0)) return whenOff();
        if (ThreadLog* mine = t_log; __builtin_expect(mine != nullptr, 1)) return mine;
        return registerThread();
    }

    // The same for waits: only of threads that have recorded something that makes their waits of interest.
    static ThreadLog* waitLog() {
        ThreadLog* mine = t_log;
        return mine != nullptr && mine->recordsWaits && isOn() ? mine : nullptr;
    }

    static void start();
    static void stop(); // for good: later calls record nothing
    // The process ends at once, and this thread or one that it asks writes the end of the recording before. What other
    // threads begin from now on waits for the end, a few seconds at most, so that nothing is done unseen; what they
    // have begun may still be recorded when this returns.
    static void leave();
    static bool isOn() { return s_on.load(std::memory_order_relaxed); }
    // What this thread does is the plugin's own work.
    static void excludeThisThread();

    // The recording thread's side. Logs are added by threads, removed here once they are empty and finished.
    static std::vector<ThreadLog*> logs();
    static void remove(ThreadLog* log);

private:
    static ThreadLog* registerThread();
    static ThreadLog* whenOff(); // null

    static std::atomic<bool> s_leaving;

    static std::atomic<bool> s_on;
    static constinit thread_local ThreadLog* t_log UAESCOPE_STATIC_TLS;
    static constinit thread_local bool t_excluded UAESCOPE_STATIC_TLS;
};

} // namespace uaescope::plugin
