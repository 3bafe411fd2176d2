#include "analyzer/lab/run.h"

#include "analyzer/core/analysis.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/temporary_folder.h"

#include <optional>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

constexpr std::uintmax_t roomForCapture = 16u << 20;

EmulatorRun emulatorRun(const Setup& setup, const RunOptions& options, const GuestStorage& storage,
                        const fs::path& session) {
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
    run.watchdog = options.watchdog;
    run.timeout = options.timeout;
    const bool classic = options.form == Form::classic;
    run.jobs = {options.suite + " " + storage.volume + (classic ? " CLASSIC" : "")};
    run.facts = {{"setup", setup.name},
                 {"setup.kind", storageKindName(setup.kind)},
                 {"suite", options.suite},
                 {"form", classic ? "classic" : "fixed"},
                 {"emulator", emulatorProgram(options.emulator)},
                 {"emulator.version", emulatorVersion(emulatorProgram(options.emulator))},
                 {"storage.0", storage.path},
                 {"boot", session / "boot"}};
    return run;
}

void keepCapture(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::rename(from, to, error); // the session folder is inside the folder of results, so this never copies
    if (error) throw EnvironmentError(to.string() + ": cannot be written: " + error.message());
}

std::string factOf(const core::Report& report, const char* key) {
    const auto fact = report.facts.find(key);
    return fact == report.facts.end() ? std::string() : fact->second;
}

// Why the attempt does not count; empty when it does.
std::string faultOf(const EmulatorEnd& end, const core::Report& report, const Setup& setup) {
    if (end.how != Ending::finished) return end.message();
    if (!report.finished) return "the capture has no end record: the guest left the emulator before its work was done";
    if (report.exitStatus != 0) return "the guest's benchmark ended with status " + std::to_string(report.exitStatus);
    if (report.operations == 0) return "the guest carried out no operation";
    const bool onDirectory = report.facts.count("guest.device") > 0 && factOf(report, "guest.device").empty();
    if (onDirectory && setup.kind != StorageKind::directory)
        return "the guest's " + factOf(report, "guest.volume") +
               " is a host directory and not the image under test: two " + "devices have this name";
    return "";
}

std::string consoleTail(const core::Report& report) {
    constexpr std::size_t shown = 4;
    const std::size_t first = report.console.size() > shown ? report.console.size() - shown : 0;
    std::string text;
    for (std::size_t i = first; i < report.console.size(); ++i) text += "\n  guest: " + report.console[i];
    return text;
}

struct Attempt {
    std::optional<RunResult> result;
    std::string fault;  // when there is no result
    bool again = false; // the fault is one of those worth a second try
};

Attempt attempt(const Setup& setup, int number, const RunOptions& options, const std::stop_token& stop,
                const EmulatorObserver& observer) {
    const TemporaryFolder session(options.out);
    const GuestStorage storage = prepareStorage(setup, session.path(), options.use);
    const EmulatorEnd end = runEmulator(emulatorRun(setup, options, storage, session.path()), stop, observer);
    if (end.how == Ending::cancelled) throw Cancelled();
    Attempt made;
    made.again = end.how == Ending::watchdog || end.knownExitCrash;
    if (!fs::exists(end.capture)) {
        made.fault = end.how == Ending::finished ? "the guest never reached the plugin" : end.message();
        return made;
    }
    RunResult result{setup.name, number, captureFile(setup, number, options.out), {}, "", end.duration};
    core::Report report = core::makeReport(core::analyze(core::loadTrace(end.capture)));
    report.file = result.capture;
    made.fault = faultOf(end, report, setup);
    if (made.fault.empty()) {
        keepCapture(end.capture, result.capture);
        result.report = std::move(report);
        made.result = std::move(result);
        return made;
    }
    made.fault += consoleTail(report);
    if (fs::space(options.out).available < roomForCapture)
        throw EnvironmentError(options.out.string() +
                               ": the disk is full; make room, or name another place with --out (" + made.fault + ")");
    keepCapture(end.capture, result.capture);
    made.fault += "\n  what was recorded: " + result.capture.string();
    return made;
}

} // namespace

fs::path captureFile(const Setup& setup, int number, const fs::path& out) {
    return out / (setup.fileStem() + "-" + std::to_string(number) + ".uascope");
}

RunResult runSetup(const Setup& setup, int number, const RunOptions& options, const std::stop_token& stop,
                   const EmulatorObserver& observer) {
    Attempt first = attempt(setup, number, options, stop, observer);
    if (first.result) return *first.result;
    const std::string which = setup.name + ", run " + std::to_string(number) + ": ";
    if (!first.again) throw WorkError(which + first.fault);
    Attempt second = attempt(setup, number, options, stop, observer);
    if (!second.result) throw WorkError(which + "failed twice; first: " + first.fault + "\nthen: " + second.fault);
    second.result->retried = first.fault;
    return *second.result;
}

} // namespace uaescope::lab
