// One emulator at a time for this user: two on the same machine disturb each other's times.
#pragma once

#include <functional>
#include <stop_token>

namespace uaescope::lab {

class EmulatorLock {
public:
    // Waits until no other holder is left; calls waiting once before it starts to wait. Throws Cancelled,
    // EnvironmentError.
    EmulatorLock(const std::stop_token& stop, const std::function<void()>& waiting);
    ~EmulatorLock();
    EmulatorLock(const EmulatorLock&) = delete;
    EmulatorLock& operator=(const EmulatorLock&) = delete;

private:
    int m_file = -1;
};

} // namespace uaescope::lab
