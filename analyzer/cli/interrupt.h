// Ctrl-C, SIGTERM and SIGHUP as a request to stop, so that work ends in order and leaves nothing behind.
#pragma once

#include <stop_token>
#include <thread>

namespace uaescope::cli {

class Interrupt {
public:
    Interrupt(); // before any other thread starts: they inherit the blocked signals
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return m_source.get_token(); }

    // Requested by a second one; for the little work that may be left as it is.
    static std::stop_token again();

private:
    std::stop_source m_source;
    std::thread m_waiter;
};

} // namespace uaescope::cli
