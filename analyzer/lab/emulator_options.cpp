#include "analyzer/lab/emulator_options.h"

namespace uaescope::lab {

EmulatorRun emulatorOptions(const RunOptions& options, const GuestStorage& storage,
                            const std::filesystem::path& session) {
    EmulatorRun run;
    run.emulator = options.emulator;
    run.session = session;
    if (!options.model.empty()) run.settings.emplace_back("amiga_model", options.model);
    run.settings.insert(run.settings.end(), storage.settings.begin(), storage.settings.end());
    run.settings.insert(run.settings.end(), options.settings.begin(), options.settings.end());
    run.rawLines = storage.rawLines;
    run.environment = options.environment;
    run.wrapper = options.wrapper;
    run.plugin = options.plugin;
    run.guestTool = options.guestTool;
    run.marks = options.marks;
    run.watchdog = options.watchdog;
    run.timeout = options.timeout;
    return run;
}

} // namespace uaescope::lab
