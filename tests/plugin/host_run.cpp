#include "host_run.h"

#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace uaescope::plugin {

std::string Captured::fact(const std::string& key) const {
    for (const auto& [name, value] : facts)
        if (name == key) return value;
    return {};
}

std::string Captured::threadName(std::uint32_t id) const {
    for (const capture::Thread& thread : threads)
        if (thread.id == id) return strings.at(thread.name);
    return {};
}

std::vector<capture::HostCall> Captured::callsOf(const std::string& thread, capture::Depth depth) const {
    std::vector<capture::HostCall> found;
    for (const capture::HostCall& call : calls)
        if (call.depth == depth && threadName(call.thread) == thread) found.push_back(call);
    return found;
}

Captured readCapture(const std::filesystem::path& file) {
    Captured all;
    all.strings.emplace_back();
    capture::Reader reader(file);
    capture::Batch batch;
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    while ((all.last = reader.next(batch)) == capture::ReadResult::batch) {
        append(all.calls, batch.calls);
        append(all.marks, batch.marks);
        append(all.texts, batch.texts);
        append(all.drops, batch.drops);
        append(all.threads, batch.threads);
        append(all.facts, batch.facts);
        append(all.strings, batch.strings);
        if (!batch.end) continue;
        all.end = true;
        all.endTime = batch.endTime;
        all.endStatus = batch.endStatus;
    }
    all.damage = reader.damage();
    return all;
}

HostRun::HostRun() {
    std::string pattern = (std::filesystem::temp_directory_path() / "uascope-host-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error(pattern + ": cannot make a temporary folder");
    m_root = pattern;
    session = m_root / "session";
    folder = m_root / "work";
    std::filesystem::create_directory(session);
    std::filesystem::create_directory(folder);
    environment["UAESCOPE_SESSION"] = session.string();
}

HostRun::~HostRun() { std::filesystem::remove_all(m_root); }

pid_t HostRun::start(const std::string& scenario) {
    std::vector<std::string> variables;
    for (char** at = environ; *at != nullptr; ++at)
        if (std::string(*at).rfind("UAESCOPE_", 0) != 0) variables.emplace_back(*at);
    for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
    std::vector<std::string> words = wrapper;
    const std::vector<std::string> ours = {TEST_HOST, TEST_PLUGIN};
    const std::vector<std::string>& started = command.empty() ? ours : command;
    words.insert(words.end(), started.begin(), started.end());
    words.insert(words.end(), {scenario, drive + folder.string()});
    const auto pointers = [](std::vector<std::string>& texts) {
        std::vector<char*> list;
        for (std::string& text : texts) list.push_back(text.data());
        list.push_back(nullptr);
        return list;
    };
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, (m_root / "output").c_str(), O_WRONLY | O_CREAT, 0600);
    pid_t process = 0;
    const int error =
        posix_spawnp(&process, words[0].c_str(), &actions, nullptr, pointers(words).data(), pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error(words[0] + ": cannot be started");
    return process;
}

void HostRun::finish(pid_t process) {
    int ended = 0;
    if (waitpid(process, &ended, 0) != process) throw std::runtime_error("the host program cannot be waited for");
    if (WIFEXITED(ended)) status = WEXITSTATUS(ended);
    if (WIFSIGNALED(ended)) signal = WTERMSIG(ended);
    std::ifstream in(m_root / "output");
    output.assign(std::istreambuf_iterator<char>(in), {});
}

void HostRun::run(const std::string& scenario) { finish(start(scenario)); }

void HostRun::runAndKill(const std::string& scenario, const std::function<void()>& meanwhile, int deadly) {
    const pid_t process = start(scenario);
    meanwhile();
    kill(process, deadly);
    finish(process);
}

} // namespace uaescope::plugin
