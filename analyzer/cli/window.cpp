#include "analyzer/cli/window.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

namespace uaescope::cli {
namespace {

// Only calls that are safe after a fork of a program with threads.
void execWindow(char* const* words) {
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    std::signal(SIGPIPE, SIG_DFL);
    execv(words[0], words);
}

class Words {
public:
    explicit Words(const std::vector<std::string>& arguments) : m_words{windowProgram()} {
        m_words.insert(m_words.end(), arguments.begin(), arguments.end());
        for (std::string& word : m_words) m_pointers.push_back(word.data());
        m_pointers.push_back(nullptr);
    }
    const std::string& program() const { return m_words[0]; }
    char* const* pointers() { return m_pointers.data(); }

private:
    std::vector<std::string> m_words;
    std::vector<char*> m_pointers;
};

} // namespace

std::string windowProgram() {
    const auto beside = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "uaescope-gui";
    for (const std::string& place : {beside.string(), std::string("uaescope-gui")})
        if (const auto program = lab::findProgram(place)) return *program;
    throw lab::EnvironmentError(beside.string() + ": the window is missing; build it with './run build'");
}

bool hasDisplay() {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (const char* value = std::getenv(name); value && *value) return true; // NOLINT(concurrency-mt-unsafe)
    return false;
}

void becomeWindow(const std::vector<std::string>& arguments) {
    Words words(arguments);
    execWindow(words.pointers());
    throw lab::EnvironmentError(words.program() + ": cannot be started: " + std::strerror(errno));
}

void startWindow(const std::vector<std::string>& arguments) {
    Words words(arguments);
    const pid_t child = fork();
    if (child < 0) throw lab::EnvironmentError(words.program() + ": cannot be started: " + std::strerror(errno));
    if (child == 0) {
        setsid();
        if (fork() == 0) {
            dup2(STDERR_FILENO, STDOUT_FILENO); // who reads our output is not to wait for the window's end
            execWindow(words.pointers());
        }
        _exit(0); // the window's parent is now the system
    }
    waitpid(child, nullptr, 0);
}

} // namespace uaescope::cli
