#include "analyzer/cli/command.h"
#include "analyzer/cli/progress.h"
#include "analyzer/cli/report_text.h"
#include "analyzer/cli/run_flags.h"
#include "analyzer/lab/batch.h"
#include "analyzer/lab/json.h"
#include "analyzer/lab/result_folder.h"

#include <iostream>
#include <memory>

namespace uaescope::cli {
namespace {

struct SingleFlags {
    RunFlags run;
    std::string setup;
};

int run(const SingleFlags& flags, const std::stop_token& stop) {
    if (listedSuites(flags.run)) return done;
    const std::vector<lab::Setup> setups = setupsOf({flags.setup}, flags.run);
    lab::BatchOptions options;
    options.run = runOptions(flags.run);
    options.repeats = flags.run.repeats;
    options.hostTwin = false;
    const lab::ResultFolder out(flags.run.out);
    options.run.out = out.path();
    std::vector<lab::RunResult> results;
    lab::Batch batch;
    {
        Progress progress(errorIsTerminal() ? Progress::Channel::terminal : Progress::Channel::file);
        batch = lab::runBatch(setups, options, stop, [&](const lab::BatchProgress& now) {
            progress.show(now);
            if (now.finished) results.push_back(*now.finished);
        });
    }
    if (flags.run.json) {
        std::cout << lab::jsonText(lab::runDocument(results));
    } else {
        for (const lab::RunResult& result : results) std::cout << reportText(result.report, lookOfOutput()) << "\n";
        for (const std::string& note : batch.notes) std::cout << note << "\n";
        for (const lab::RunResult& result : results)
            std::cout << "Look: uaescope view " << result.capture.string() << "\n";
    }
    if (!batch.stopped) return done;
    std::cerr << "uaescope: stopped after " << results.size() << " of " << options.repeats << " runs\n";
    return workFailed;
}

} // namespace

void addRun(CLI::App& app, Action& chosen) {
    CLI::App* verb = app.add_subcommand("run", "Run a suite on one setup; leaves captures");
    const auto flags = std::make_shared<SingleFlags>();
    flags->run.repeats = 1;
    verb->add_option("SETUP", flags->setup,
                     "dir, hdf, rdb, an existing folder, image or device; options:\n"
                     "rdb:fs=DOS3,block=1024,size=64M, rdb:fs=PFS3,handler=FILE")
        ->required();
    addRunFlags(*verb, flags->run);
    verb->callback([flags, &chosen] { chosen = [flags](const std::stop_token& stop) { return run(*flags, stop); }; });
}

} // namespace uaescope::cli
