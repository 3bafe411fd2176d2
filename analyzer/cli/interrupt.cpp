#include "analyzer/cli/interrupt.h"

#include <csignal>
#include <pthread.h>

namespace uaescope::cli {
namespace {

constexpr int endOfWaiter = SIGUSR1;

std::stop_source& sourceOfAgain() {
    static std::stop_source source;
    return source;
}

sigset_t watchedSignals() {
    sigset_t watched;
    sigemptyset(&watched);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, endOfWaiter}) sigaddset(&watched, signal);
    return watched;
}

} // namespace

Interrupt::Interrupt() {
    const sigset_t watched = watchedSignals();
    pthread_sigmask(SIG_BLOCK, &watched, nullptr);
    m_waiter = std::thread([this, watched] {
        int signal = 0;
        while (sigwait(&watched, &signal) == 0 && signal != endOfWaiter)
            if (!m_source.request_stop()) sourceOfAgain().request_stop();
    });
}

std::stop_token Interrupt::again() { return sourceOfAgain().get_token(); }

Interrupt::~Interrupt() {
    pthread_kill(m_waiter.native_handle(), endOfWaiter);
    m_waiter.join();
}

} // namespace uaescope::cli
