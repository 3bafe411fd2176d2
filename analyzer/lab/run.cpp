#include "analyzer/lab/run.h"

#include "analyzer/core/analysis.h"
#include "analyzer/core/environment.h"
#include "analyzer/lab/emulator_options.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/guest_format.h"
#include "analyzer/lab/handler.h"
#include "analyzer/lab/image_snapshots.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/suites.h"
#include "analyzer/lab/temporary_folder.h"
#include "uaeplugin/capture/latin1.h"

#include <QString>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <unistd.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

// The plugin, the files of a suite and its capture; below the second figure a failure is put down to the full disk.
constexpr std::uintmax_t roomForRun = 32u << 20;
constexpr std::uintmax_t roomThatIsFull = 4u << 20;

void requireRoom(const fs::path& out) {
    const std::uintmax_t free = fs::space(out).available;
    if (free >= roomForRun) return;
    throw EnvironmentError(out.string() + ": the disk is full: a run needs " + std::to_string(roomForRun >> 20) +
                           " MB, but only " + std::to_string(free >> 20) +
                           " MB are free; make room, or name another place with --out");
}

std::string modelOf(const EmulatorRun& run) {
    std::string model = defaultModel;
    for (const auto& [key, value] : run.settings)
        if (key == "amiga_model") model = value; // the last one holds
    return model;
}

void addSuite(EmulatorRun& run, const RunOptions& options, const GuestStorage& storage) {
    const bool classic = options.form == Form::classic;
    run.extraMemoryMb = extraMemoryMb(options.suite);
    run.jobs = {options.suite + " " + storage.volume + (classic ? " CLASSIC" : "") +
                (options.tracing == Tracing::on ? " TRACE" : "")};
    run.facts.insert(run.facts.end(), {{"suite", options.suite}, {"form", classic ? "classic" : "fixed"}});
}

constexpr const char* printedFile = "printed"; // on the boot volume

// What the command prints goes to a file, as nobody sees the guest's screen.
void addCommand(EmulatorRun& run, const TracedCommand& command, const GuestStorage& storage) {
    run.jobs = {"TRACE " + storage.volume + " " + QString::fromStdString(command.line).toLatin1().toStdString()};
    run.startupSequence = std::string("uaebench >SYS:") + printedFile + " JOBS\n";
    if (command.programs.empty()) return;
    run.settings.insert(run.settings.begin(), {{"hard_drive_8", fs::absolute(command.programs).lexically_normal()},
                                               {"hard_drive_8_label", "Programs"},
                                               {"hard_drive_8_read_only", "1"},
                                               {"hard_drive_8_priority", "-128"}});
    run.startupSequence = "path Programs: add\n" + run.startupSequence;
}

EmulatorRun emulatorRun(const Setup& setup, const RunOptions& options, const GuestStorage& storage,
                        const fs::path& session) {
    EmulatorRun run = emulatorOptions(options, storage, session);
    run.facts = {{"setup", setup.name},
                 {"setup.kind", storageKindName(setup)},
                 {"model", modelOf(run)},
                 {"emulator", emulatorProgram(options.emulator)},
                 {"emulator.version", emulatorVersion(emulatorProgram(options.emulator))},
                 {"storage.0", storage.path},
                 {"boot", session / "boot"}};
    for (const auto& [key, value] : options.settings) run.facts.emplace_back(core::settingFact + key, value);
    if (setup.controller == Controller::ide)
        run.facts.emplace_back(core::settingFact + std::string("controller"), "ide");
    if (!setup.handler.empty()) {
        run.facts.emplace_back("handler", setup.handler.filename());
        run.facts.emplace_back("handler.version", handlerVersion(readHandler(setup)));
    }
    if (options.command)
        addCommand(run, *options.command, storage);
    else
        addSuite(run, options, storage);
    return run;
}

// SETUP-N.uascope with the first number from `number` on that no earlier run has taken. The empty file that keeps the
// name for us is ours to replace.
fs::path takenName(const Setup& setup, int number, const fs::path& out) {
    for (;; ++number) {
        fs::path file = out / (setup.fileStem() + "-" + std::to_string(number) + ".uascope");
        const int made = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        const int error = errno;
        if (made >= 0) {
            close(made);
            return file;
        }
        if (error != EEXIST) throw EnvironmentError(file.string() + ": cannot be written: " + std::strerror(error));
    }
}

fs::path keepCapture(const fs::path& from, const Setup& setup, int number, const fs::path& out) {
    fs::path to = takenName(setup, number, out);
    std::error_code error;
    fs::rename(from, to, error); // the session folder is inside the folder of results, so this never copies
    if (!error) return to;
    std::error_code ignored;
    fs::remove(to, ignored);
    throw EnvironmentError(to.string() + ": cannot be written: " + error.message());
}

std::string factOf(const core::Report& report, const char* key) {
    const auto fact = report.facts.find(key);
    return fact == report.facts.end() ? std::string() : fact->second;
}

// Why it was not the handler of the setup that worked; empty when it was.
std::string handlerFault(const core::Report& report) {
    const std::string ours = factOf(report, "handler.version"), used = factOf(report, "guest.filesystem");
    if (ours.empty() || used.empty() || ours == used) return "";
    return "the guest used version " + used + " of the filesystem instead of the handler's " + ours +
           ": of two for one DosType it takes the newer, and the ROM has that; --set kickstart_file=... chooses a ROM";
}

std::string faultOfSuite(const core::Report& report) {
    if (const std::string status = factOf(report, "job.status"); status != "0")
        return "the guest's benchmark " + (status.empty() ? "did not report its end" : "ended with status " + status);
    return report.operations == 0 ? "the guest carried out no operation" : "";
}

// The command may end as it likes, or leave the emulator.
std::string faultOfCommand(const core::Report& report) {
    return report.tests.empty() ? "the guest did not start the command" : "";
}

// Why the attempt does not count; empty when it does.
std::string faultOf(const EmulatorEnd& end, const core::Report& report, const Setup& setup, const RunOptions& options) {
    const bool stopped = end.how == Ending::cancelled;
    if (end.how != Ending::finished && !stopped) return end.message();
    if (!report.finished) return "the capture has no end record: the guest left the emulator before its work was done";
    if (report.exitStatus != 0 && !stopped)
        return "the emulator ended with status " + std::to_string(report.exitStatus);
    std::string fault = options.command ? faultOfCommand(report) : faultOfSuite(report);
    if (!fault.empty()) return fault;
    const bool onDirectory = report.facts.count("guest.device") > 0 && factOf(report, "guest.device").empty();
    if (onDirectory && setup.kind != StorageKind::directory && setup.kind != StorageKind::archive)
        return "the guest's " + factOf(report, "guest.volume") +
               " is a host directory and not the image under test: two " + "devices have this name";
    return handlerFault(report);
}

std::string printedBy(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    return capture::utf8FromLatin1({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

// What the plugin said on the emulator's standard error; empty when all was well.
std::string complaintOf(const fs::path& output) {
    constexpr std::string_view sender = "uaescope: ";
    std::ifstream stream(output);
    for (std::string line; std::getline(stream, line);)
        if (line.rfind(sender, 0) == 0) return line.substr(sender.size());
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
    std::string cause;  // one sentence, when there is no result
    std::string fault;  // the same with what a person needs to look into it
    bool again = false; // the fault is one of those worth a second try
    fs::path capture;   // empty when there is none
};

// An analysed capture becomes a result, or, kept for a look at it, part of what the fault says.
void judge(Attempt& made, const EmulatorEnd& end, const Setup& setup, const RunOptions& options, RunResult result) {
    made.cause = faultOf(end, result.report, setup, options);
    const bool good = made.cause.empty();
    if (!good) made.fault = made.cause + consoleTail(result.report);
    if (!good && fs::space(options.out).available < roomThatIsFull)
        throw EnvironmentError(options.out.string() +
                               ": the disk is full; make room, or name another place with --out. " +
                               "What happened: " + made.fault);
    if (const std::string reason = factOf(result.report, capture::factStopped); !reason.empty())
        throw EnvironmentError("the plugin had to stop recording in the middle of the run (" + reason + "); give " +
                               options.out.string() + " more room, or name another place with --out");
    result.capture = keepCapture(end.capture, setup, result.number, options.out);
    result.report.file = result.capture;
    made.capture = result.capture;
    if (good)
        made.result = std::move(result);
    else
        made.fault += "\n  what was recorded: " + result.capture.string();
}

Attempt attempt(const Setup& setup, int number, const RunOptions& options, const std::stop_token& stop,
                const EmulatorObserver& observer) {
    requireRoom(options.out);
    const TemporaryFolder session(options.out);
    const GuestStorage storage = prepareStorage(setup, session.path(), options.use);
    ImageSnapshots images;
    images.add(storage.path);
    const EmulatorEnd end = runEmulator(emulatorRun(setup, options, storage, session.path()), stop, observer);
    if (end.how == Ending::cancelled && !(options.command && fs::exists(end.capture))) throw Cancelled();
    Attempt made;
    made.again = end.how == Ending::watchdog || end.knownExitCrash;
    if (!fs::exists(end.capture)) {
        if (const std::string complaint = complaintOf(end.output); !complaint.empty())
            throw EnvironmentError("nothing could be recorded: " + complaint);
        made.again = made.again || end.how == Ending::crashed; // in its own code: ours was not there yet
        made.cause = end.how == Ending::finished ? "the guest never reached the plugin" : end.message();
        made.fault = made.cause;
        return made;
    }
    RunResult result{setup.name, number, {}, {}, "", end.duration, "", {}};
    core::Trace trace = core::loadTrace(end.capture);
    images.addParts(trace);
    result.report = core::makeReport(core::analyze(std::move(trace)));
    if (end.how == Ending::cancelled && result.report.tests.empty()) throw Cancelled();
    if (options.command) {
        result.printed = printedBy(session.path() / "boot" / printedFile);
        if (const std::string status = factOf(result.report, "job.status"); !status.empty())
            result.status = std::stoi(status);
    }
    judge(made, end, setup, options, std::move(result));
    return made;
}

} // namespace

RunResult runSetup(const Setup& setup, int number, const RunOptions& options, const std::stop_token& stop,
                   const EmulatorObserver& observer) {
    if (!options.command) requireFit(setup, options.suite);
    if (!setup.handler.empty() && setup.formatted.empty()) {
        requireRoom(options.out);
        const TemporaryFolder folder(options.out);
        Setup ready = setup;
        ready.formatted = formatInGuest(setup, options, folder.path(), stop, observer);
        return runSetup(ready, number, options, stop, observer);
    }
    Attempt first = attempt(setup, number, options, stop, observer);
    if (first.result) return *first.result;
    const std::string which = setup.name + ", run " + std::to_string(number) + ": ";
    if (!first.again) throw WorkError(which + first.fault);
    if (!first.capture.empty()) fs::remove(first.capture); // it gives way to the second's
    Attempt second = attempt(setup, number, options, stop, observer);
    if (!second.result) throw WorkError(which + "failed twice; first: " + first.fault + "\nthen: " + second.fault);
    second.result->retried = first.cause;
    return *second.result;
}

} // namespace uaescope::lab
