#include "analyzer/lab/trial_boot.h"

#include "analyzer/core/trace.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/temporary_folder.h"
#include "analyzer/lab/text_file.h"
#include "uaeplugin/capture/protocol.h"

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

// The last command leaves an emulator in which the first found no plugin.
constexpr const char* script = "FailAt 30\n"
                               "uaebench >SYS:said JOBS\n"
                               "uaebench >NIL: QUIT\n";

std::string faultOf(const EmulatorEnd& end, const fs::path& said) {
    const std::string guest = firstLine(said);
    constexpr std::string_view refusal = "uaebench: not recording: ";
    if (guest.rfind(refusal, 0) == 0) return guest.substr(refusal.size());
    if (end.how != Ending::finished) return end.message();
    return guest.empty() ? "the guest's benchmark was not started" : "the guest's benchmark says: " + guest;
}

TrialBoot bootOnce(const std::string& emulator, const std::vector<KeyValue>& settings, const std::stop_token& stop,
                   const EmulatorObserver& observer) {
    const TemporaryFolder session(runtimeFolder());
    EmulatorRun run;
    run.emulator = emulator;
    run.session = session.path();
    run.settings = settings;
    run.startupSequence = script;
    run.watchdog = std::chrono::seconds(20);
    run.timeout = std::chrono::seconds(30);
    const EmulatorEnd end = runEmulator(run, stop, observer);
    if (end.how == Ending::cancelled) throw Cancelled();
    TrialBoot trial;
    trial.how = end.how;
    trial.duration = end.duration;
    if (fs::exists(end.capture)) trial.facts = core::loadTrace(end.capture).facts;
    if (trial.facts.count("guest." US_FACT_TOOL) == 0 || end.how != Ending::finished)
        trial.fault = faultOf(end, session.path() / "boot/said");
    return trial;
}

} // namespace

TrialBoot tryBoot(const std::string& emulator, const std::vector<KeyValue>& settings, const std::stop_token& stop,
                  const EmulatorObserver& observer) {
    const TrialBoot first = bootOnce(emulator, settings, stop, observer);
    const bool chance = first.how != Ending::finished && first.how != Ending::exitedWithError;
    return chance ? bootOnce(emulator, settings, stop, observer) : first;
}

} // namespace uaescope::lab
