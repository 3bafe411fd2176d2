#include "analyzer/lab/emulator_lock.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

namespace uaescope::lab {

EmulatorLock::EmulatorLock(const std::stop_token& stop, const std::function<void()>& waiting) {
    const std::string path = runtimeFolder() / ("uaescope-" + std::to_string(getuid()) + ".lock");
    m_file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (m_file < 0)
        throw EnvironmentError(path + ": cannot be opened: " + std::strerror(errno) +
                               "; set XDG_RUNTIME_DIR to a folder you may write to");
    bool told = false;
    while (flock(m_file, LOCK_EX | LOCK_NB) != 0) {
        if (stop.stop_requested()) {
            close(m_file);
            throw Cancelled();
        }
        if (!told && waiting) waiting();
        told = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
}

EmulatorLock::~EmulatorLock() { close(m_file); }

} // namespace uaescope::lab
