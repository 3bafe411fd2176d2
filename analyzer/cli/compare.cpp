#include "analyzer/cli/command.h"
#include "analyzer/cli/compare_text.h"
#include "analyzer/cli/progress.h"
#include "analyzer/cli/run_flags.h"
#include "analyzer/lab/batch.h"
#include "analyzer/lab/json.h"
#include "analyzer/lab/result_folder.h"

#include <iostream>
#include <memory>

namespace uaescope::cli {
namespace {

struct CompareFlags {
    RunFlags run;
    std::vector<std::string> setups{"dir", "hdf", "rdb"};
};

lab::Batch runAll(const std::vector<lab::Setup>& setups, const lab::BatchOptions& options,
                  const std::stop_token& stop) {
    Progress progress(errorIsTerminal() ? Progress::Channel::terminal : Progress::Channel::file);
    return lab::runBatch(setups, options, stop, [&](const lab::BatchProgress& now) { progress.show(now); });
}

void sayWhatIsLeft(const lab::Batch& batch, const std::filesystem::path& out) {
    for (const std::string& note : batch.notes) std::cout << "\n" << note << "\n";
    if (batch.captures.empty()) return;
    std::cout << "\nCaptures: " << out.string() << " (" << batch.captures.size() << ")\n"
              << "Look:     uaescope view " << out.string() << "/*.uascope\n"
              << "Details:  uaescope report " << batch.captures.front().string() << "\n";
}

int compare(const CompareFlags& flags, const std::stop_token& stop) {
    if (listedSuites(flags.run)) return done;
    const std::vector<lab::Setup> setups = setupsOf(flags.setups, flags.run);
    lab::BatchOptions options;
    options.run = runOptions(flags.run);
    options.repeats = flags.run.repeats;
    const lab::ResultFolder out(flags.run.out);
    options.run.out = out.path();
    const lab::Batch batch = runAll(setups, options, stop);
    const core::Comparison comparison = batch.comparison();
    if (flags.run.json) {
        std::cout << lab::jsonText(lab::compareDocument(batch, comparison));
    } else {
        if (!batch.captures.empty()) std::cout << compareText(comparison, lookOfOutput());
        sayWhatIsLeft(batch, out.path());
    }
    if (!batch.stopped) return done;
    std::cerr << "uaescope: stopped after " << batch.captures.size() << " of "
              << setups.size() * static_cast<std::size_t>(options.repeats) << " runs\n";
    return workFailed;
}

} // namespace

void addCompare(CLI::App& app, Action& chosen) {
    CLI::App* verb = app.add_subcommand("compare", "Run a suite on setups and say which is faster, and why");
    const auto flags = std::make_shared<CompareFlags>();
    verb->add_option("SETUP", flags->setups,
                     "dir, hdf, rdb, an existing folder, image or device; options:\n"
                     "rdb:fs=DOS3,block=1024,size=64M, rdb:fs=PFS3,handler=FILE")
        ->capture_default_str();
    addRunFlags(*verb, flags->run);
    verb->callback(
        [flags, &chosen] { chosen = [flags](const std::stop_token& stop) { return compare(*flags, stop); }; });
}

} // namespace uaescope::cli
