// One program started, waited for and, if need be, ended, together with every process it starts itself.
//
// The child gets a process group of its own, so a Ctrl-C in the terminal reaches us and not it; it dies with the
// thread that started it. Signals go to that group only.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace uaescope::lab {

struct Command {
    std::vector<std::string> words;                               // program, found in PATH, and its arguments
    std::vector<std::pair<std::string, std::string>> environment; // added to ours
    std::filesystem::path folder;                                 // working directory
    std::filesystem::path output;                                 // file for stdout and stderr
};

struct ExitStatus {
    int status = 0; // exit status, when signal is 0
    int signal = 0;
};

class ChildProcess {
public:
    explicit ChildProcess(const Command& command); // throws EnvironmentError
    ~ChildProcess();                               // kills what still runs
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    // The exit status, or nothing when the child still runs after this time.
    std::optional<ExitStatus> waitFor(std::chrono::milliseconds time);

    // SIGTERM, and SIGKILL when that does not help within the grace time.
    ExitStatus end(std::chrono::milliseconds grace);

    int pid() const { return m_pid; }

private:
    void signalGroup(int signal) const;
    ExitStatus reap();

    int m_pid = -1;
    int m_pidfd = -1;
    std::optional<ExitStatus> m_status;
};

} // namespace uaescope::lab
