#include "analyzer/lab/child_process.h"

#include "analyzer/lab/error.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" { // the header of glibc 2.36 forgets this
#include <sys/pidfd.h>
}

namespace uaescope::lab {
namespace {

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

// Ours with the additions in front: getenv takes the first of two equal names.
std::vector<std::string> environmentWith(const std::vector<std::pair<std::string, std::string>>& additions) {
    std::vector<std::string> all;
    for (const auto& [name, value] : additions) {
        std::string entry = name;
        entry += '=';
        entry += value;
        all.push_back(std::move(entry));
    }
    for (char** entry = environ; *entry; ++entry) {
        const std::string_view text = *entry;
        const std::string_view name = text.substr(0, text.find('='));
        bool replaced = false;
        for (const auto& addition : additions) replaced = replaced || addition.first == name;
        if (!replaced) all.emplace_back(text);
    }
    return all;
}

struct Prepared {
    char** words;
    char** environment;
    const char* folder;
    const char* output;
    pid_t parent;
    int errorPipe;
};

// Between fork and exec: only calls that are safe after a fork of a program with threads.
[[noreturn]] void becomeChild(const Prepared& prepared) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != prepared.parent) _exit(127); // the parent died before the line above
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGPIPE, SIG_DFL);
    const int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int out = open(prepared.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    const bool ready = in >= 0 && out >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(out, 2) == 2 &&
                       chdir(prepared.folder) == 0;
    if (ready) execvpe(prepared.words[0], prepared.words, prepared.environment);
    const int error = errno;
    const ssize_t told = write(prepared.errorPipe, &error, sizeof error);
    _exit(told == sizeof error ? 127 : 126);
}

} // namespace

ChildProcess::ChildProcess(const Command& command) {
    std::vector<std::string> words = command.words;
    std::vector<std::string> environment = environmentWith(command.environment);
    std::vector<char*> wordPointers = pointersTo(words);
    std::vector<char*> environmentPointers = pointersTo(environment);
    std::array<int, 2> errorPipe{};
    if (pipe2(errorPipe.data(), O_CLOEXEC) != 0) throw EnvironmentError(std::strerror(errno));
    const Prepared prepared{
        wordPointers.data(), environmentPointers.data(), command.folder.c_str(), command.output.c_str(), getpid(),
        errorPipe[1]};
    m_pid = fork();
    if (m_pid == 0) becomeChild(prepared);
    close(errorPipe[1]);
    int error = m_pid < 0 ? errno : 0;
    const bool failed = m_pid < 0 || read(errorPipe[0], &error, sizeof error) == sizeof error;
    close(errorPipe[0]);
    if (failed) {
        if (m_pid > 0) waitpid(m_pid, nullptr, 0);
        throw EnvironmentError(command.words.front() + ": cannot be started in " + command.folder.string() + ": " +
                               std::strerror(error));
    }
    m_pidfd = pidfd_open(m_pid, 0);
}

ChildProcess::~ChildProcess() {
    if (!m_status) {
        signalGroup(SIGKILL);
        waitFor(std::chrono::seconds(10));
    }
    if (m_pidfd >= 0) close(m_pidfd);
}

std::optional<ExitStatus> ChildProcess::waitFor(std::chrono::milliseconds time) {
    if (m_status) return m_status;
    pollfd exit{m_pidfd, POLLIN, 0};
    if (poll(&exit, 1, static_cast<int>(time.count())) <= 0) return std::nullopt;
    return reap();
}

ExitStatus ChildProcess::end(std::chrono::milliseconds grace) {
    if (m_status) return *m_status;
    signalGroup(SIGTERM);
    if (auto status = waitFor(grace)) return *status;
    signalGroup(SIGKILL);
    return reap();
}

void ChildProcess::signalGroup(int signal) const { kill(-m_pid, signal); }

ExitStatus ChildProcess::reap() {
    siginfo_t info{};
    while (waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    signalGroup(SIGKILL); // what it left behind; its number is still taken, so the group is certainly ours
    int raw = 0;
    while (waitpid(m_pid, &raw, 0) < 0 && errno == EINTR) {
    }
    m_status = WIFSIGNALED(raw) ? ExitStatus{0, WTERMSIG(raw)} : ExitStatus{WEXITSTATUS(raw), 0};
    return *m_status;
}

} // namespace uaescope::lab
