// While it lives, a write of this thread that fails raises no signal: SIGXFSZ (file too large) and SIGPIPE (nobody
// reads) would end an emulator that never asked for the write.
#pragma once

#include <csignal>
#include <ctime>

namespace uaescope::plugin {

class QuietSignals {
public:
    QuietSignals() {
        sigset_t pending;
        sigpending(&pending);
        m_mayTake = sigismember(&pending, SIGXFSZ) == 0 && sigismember(&pending, SIGPIPE) == 0;
        sigemptyset(&m_signals);
        sigaddset(&m_signals, SIGXFSZ);
        sigaddset(&m_signals, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
    }
    ~QuietSignals() {
        constexpr timespec now{};
        if (m_mayTake) sigtimedwait(&m_signals, nullptr, &now);
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    QuietSignals(const QuietSignals&) = delete;
    QuietSignals& operator=(const QuietSignals&) = delete;

private:
    sigset_t m_signals{}, m_before{};
    bool m_mayTake = false; // one that waited before was somebody else's
};

} // namespace uaescope::plugin
