#include "analyzer/cli/command.h"
#include "analyzer/cli/report_text.h"
#include "analyzer/core/twin.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/json.h"
#include "analyzer/lab/suites.h"
#include "analyzer/lab/temporary_folder.h"

#include <iostream>
#include <memory>

namespace uaescope::cli {
namespace {

struct HostFlags {
    std::string folder;
    std::string suite = "diskspeed13";
    bool synced = false;
    bool classic = false;
    bool json = false;
};

int host(const HostFlags& flags) {
    if (flags.suite == "list") {
        for (const lab::SuiteInfo& suite : lab::knownSuites())
            std::cout << suite.name << "  " << suite.description << "\n";
        return done;
    }
    lab::requireSuite(flags.suite);
    if (!std::filesystem::is_directory(flags.folder))
        throw lab::UsageError(flags.folder + ": no such folder; name an existing one that may be written to");
    const lab::TemporaryFolder folder(flags.folder);
    core::TwinOptions options;
    options.folder = folder.path();
    options.suite = flags.suite;
    options.classic = flags.classic;
    options.mode = flags.synced ? core::TwinMode::synced : core::TwinMode::cached;
    const core::Report report = core::twinReport(options);
    std::cout << (flags.json ? lab::jsonText(lab::hostDocument(report)) : twinText(report, lookOfOutput()));
    return done;
}

} // namespace

void addHost(CLI::App& app, Action& chosen) {
    CLI::App* verb = app.add_subcommand("host", "The same suite on the host itself, without an emulator");
    const auto flags = std::make_shared<HostFlags>();
    verb->add_option("DIR", flags->folder, "Existing folder; nothing stays in it")->required();
    verb->add_option("--suite", flags->suite, "Workload; 'list' prints them")->capture_default_str();
    verb->add_flag("--synced", flags->synced, "Sync each written file before it is closed");
    verb->add_flag("--classic", flags->classic, "The original benchmark's minimum times and pauses");
    verb->add_flag("--json", flags->json, "Print one JSON object");
    verb->callback([flags, &chosen] { chosen = [flags](const std::stop_token&) { return host(*flags); }; });
}

} // namespace uaescope::cli
