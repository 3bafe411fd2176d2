#include "analyzer/cli/command.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <memory>
#include <unistd.h>

namespace uaescope::cli {
namespace {

struct ViewFlags {
    std::vector<std::string> captures;
    std::string grab;
};

std::string windowProgram() {
    const auto beside = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "uaescope-gui";
    for (const std::string& place : {beside.string(), std::string("uaescope-gui")})
        if (const auto program = lab::findProgram(place)) return *program;
    throw lab::EnvironmentError(beside.string() + ": the window is missing; build it with './run build'");
}

// Becomes the window: its exit status is ours.
int view(const ViewFlags& flags) {
    std::vector<std::string> words{windowProgram()};
    words.insert(words.end(), flags.captures.begin(), flags.captures.end());
    if (!flags.grab.empty()) words.insert(words.end(), {"--grab", flags.grab});
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    std::signal(SIGPIPE, SIG_DFL);
    execv(pointers[0], pointers.data());
    throw lab::EnvironmentError(words[0] + ": cannot be started: " + std::strerror(errno));
}

} // namespace

void addView(CLI::App& app, Action& chosen) {
    CLI::App* verb = app.add_subcommand("view", "The window: both layers on one time axis");
    const auto flags = std::make_shared<ViewFlags>();
    verb->add_option("CAPTURE", flags->captures, "Files that run or compare left");
    verb->add_option("--grab", flags->grab, "Paint the window to this PNG file; needs no display");
    verb->callback([flags, &chosen] { chosen = [flags](const std::stop_token&) { return view(*flags); }; });
}

} // namespace uaescope::cli
