// Runs the host program in folders of its own, and reads what the plugin captured.
#pragma once

#include "uaeplugin/capture/reader.h"

#include <csignal>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace uaescope::plugin {

struct Captured : capture::Batch {
    capture::ReadResult last = capture::ReadResult::end;
    std::vector<capture::Damage> damage;

    std::string path(const capture::HostCall& call) const { return strings.at(call.path); }
    std::string fact(const std::string& key) const; // empty when there is none
    std::string threadName(std::uint32_t id) const;
    // The calls of the thread of that name, in the order in which they ended.
    std::vector<capture::HostCall> callsOf(const std::string& thread, capture::Depth depth) const;
};

Captured readCapture(const std::filesystem::path& file);

class HostRun {
public:
    HostRun();
    ~HostRun();
    HostRun(const HostRun&) = delete;
    HostRun& operator=(const HostRun&) = delete;

    // Sanitized presets run the plugin's sanitized twin.
    void run(const std::string& scenario);
    // The same, but meanwhile() decides when the program gets the signal.
    void runAndKill(const std::string& scenario, const std::function<void()>& meanwhile, int deadly = SIGKILL);

    std::filesystem::path captureFile() const { return session / "capture.uascope"; }
    Captured captured() const { return readCapture(captureFile()); }

    std::filesystem::path session; // removed with the object, as is the folder to work in
    std::filesystem::path folder;
    std::map<std::string, std::string> environment; // added to ours
    std::vector<std::string> wrapper;               // a program in PATH, and arguments, that starts the host program
    std::vector<std::string> command;               // the host program and the plugin; empty: those of this system
    std::string drive;                              // before the names of folders, for a program of another system
    int status = -1;                                // exit status
    int signal = 0;                                 // or the signal it died of
    std::string output;                             // what it printed

private:
    pid_t start(const std::string& scenario);
    void finish(pid_t process);

    std::filesystem::path m_root;
};

} // namespace uaescope::plugin
