#include "analyzer/cli/command.h"
#include "analyzer/cli/window.h"

#include <memory>

namespace uaescope::cli {
namespace {

struct ViewFlags {
    std::vector<std::string> captures;
    std::string grab;
};

int view(const ViewFlags& flags) {
    std::vector<std::string> arguments = flags.captures;
    if (!flags.grab.empty()) arguments.insert(arguments.end(), {"--grab", flags.grab});
    becomeWindow(arguments);
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
