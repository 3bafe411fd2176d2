#include "analyzer/cli/command.h"
#include "analyzer/cli/window.h"

#include <memory>

namespace uaescope::cli {
namespace {

struct ViewFlags {
    std::vector<std::string> captures;
    std::string grab;
    bool follow = false;
};

int view(const ViewFlags& flags) {
    std::vector<std::string> arguments = flags.captures;
    if (flags.follow) arguments.emplace_back("--follow");
    if (!flags.grab.empty()) arguments.insert(arguments.end(), {"--grab", flags.grab});
    becomeWindow(arguments);
}

} // namespace

void addView(CLI::App& app, Action& chosen) {
    CLI::App* verb = app.add_subcommand("view", "The window: both layers on one time axis");
    const auto flags = std::make_shared<ViewFlags>();
    verb->add_option("CAPTURE", flags->captures, "Files that run or compare left");
    CLI::Option* follow = verb->add_flag("--follow", flags->follow, "Show what is added while they grow");
    verb->add_option("--grab", flags->grab, "Paint the window to this PNG file; needs no display")->excludes(follow);
    verb->callback([flags, &chosen] { chosen = [flags](const std::stop_token&) { return view(*flags); }; });
}

} // namespace uaescope::cli
