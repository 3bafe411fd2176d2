#include "analyzer/cli/self_check.h"

#include "analyzer/cli/command.h"
#include "analyzer/cli/progress.h"
#include "analyzer/cli/run_flags.h"
#include "analyzer/cli/self_check_text.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/json.h"
#include "analyzer/lab/result_folder.h"
#include "analyzer/lab/self_check_json.h"

#include <algorithm>
#include <iostream>

namespace uaescope::cli {
namespace {

// A short one that the medium can take; FS-UAE's own ROM loses some of many files on a floppy.
const char* suiteFor(const lab::Setup& setup) {
    return setup.isReadOnly() || setup.kind == lab::StorageKind::floppy ? "readtree" : "diskperf";
}

std::vector<lab::SelfCheck> checksOf(const std::vector<lab::Setup>& setups, lab::RunOptions options,
                                     const std::stop_token& stop) {
    std::vector<lab::SelfCheck> checks;
    Progress progress(errorIsTerminal() ? Progress::Channel::terminal : Progress::Channel::file);
    lab::BatchProgress now;
    now.total = setups.size();
    for (const lab::Setup& setup : setups) {
        now.setup = setup.name;
        options.suite = suiteFor(setup);
        checks.push_back(lab::runSelfCheck(setup, options, stop, [&](const lab::EmulatorProgress& emulator) {
            now.emulator = emulator;
            progress.show(now);
        }));
        ++now.done;
    }
    return checks;
}

} // namespace

int selfCheck(const SelfCheckFlags& flags, const std::stop_token& stop) {
    const std::vector<std::string> plain = {"dir", "hdf", "rdb"};
    const std::vector<lab::Setup> setups = setupsOf(flags.setups.empty() ? plain : flags.setups,
                                                    flags.allowDevice ? lab::Devices::allowed : lab::Devices::refused);
    lab::RunOptions options;
    options.emulator = lab::emulatorProgram(flags.emulator);
    lab::pluginFile();
    lab::guestToolFile();
    const lab::ResultFolder out(flags.out);
    options.out = std::filesystem::canonical(out.path()); // the kernel names files by their real paths
    const std::vector<lab::SelfCheck> checks = checksOf(setups, options, stop);
    const bool good =
        std::all_of(checks.begin(), checks.end(), [](const lab::SelfCheck& check) { return check.isGood(); });
    if (flags.json) {
        std::cout << lab::jsonText(lab::selfCheckDocument(checks));
    } else {
        for (const lab::SelfCheck& check : checks) std::cout << selfCheckText(check, lookOfOutput()) << "\n";
        std::cout << (good ? "Nothing is missed here.\n"
                           : "Something is missed here; please report the lines above.\n");
    }
    return good ? done : workFailed;
}

} // namespace uaescope::cli
