#include "analyzer/lab/emulator.h"

#include "analyzer/lab/child_process.h"
#include "analyzer/lab/emulator_driver.h"
#include "analyzer/lab/emulator_lock.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/preload.h"
#include "analyzer/lab/supervise.h"
#include "analyzer/lab/text_file.h"
#include "uaeplugin/capture/reader.h"

#include <cstring>

namespace fs = std::filesystem;
using std::chrono::milliseconds;

namespace uaescope::lab {
namespace {

std::string lines(const std::vector<std::string>& all) {
    std::string text;
    for (const std::string& line : all) text.append(line).append("\n");
    return text;
}

std::string lines(const std::vector<KeyValue>& all) {
    std::string text;
    for (const auto& [key, value] : all) text.append(key).append("=").append(value).append("\n");
    return text;
}

void copyInto(const fs::path& file, const fs::path& folder) {
    fs::copy_file(file, folder / file.filename(), fs::copy_options::overwrite_existing);
}

void furnish(const EmulatorRun& run, const EmulatorDriver& driver, const fs::path& program) {
    const fs::path plugins = driver.pluginFolder(run.session);
    const fs::path boot = run.session / "boot";
    fs::create_directories(plugins);
    fs::create_directories(boot / "S");
    fs::copy_file(run.plugin.empty() ? pluginFile() : run.plugin, plugins / pluginFileName);
    fs::copy_file(run.guestTool.empty() ? guestToolFile() : run.guestTool, boot / "uaebench");
    for (const fs::path& file : run.bootFiles) copyInto(file, boot);
    writeTextFile(boot / "S/startup-sequence", run.startupSequence);
    writeTextFile(run.session / "jobs", lines(run.jobs));
    if (run.marks == Marks::files) {
        fs::create_directory(boot / "marks");
        writeTextFile(boot / "jobs", lines(run.jobs));
    }
    writeTextFile(run.session / "facts", lines(run.facts));
    driver.configure(run, program);
}

Command emulatorCommand(const EmulatorRun& run, const EmulatorDriver& driver, const fs::path& program) {
    const fs::path& session = run.session;
    const auto add = [](auto& all, const auto& more) { all.insert(all.end(), more.begin(), more.end()); };
    Command command;
    command.words = run.wrapper;
    command.words.push_back(program);
    add(command.words, driver.arguments(session));
    // The offscreen driver still wants OpenGL, which Mesa's software renderer gives it without a display.
    command.environment = {{"SDL_VIDEODRIVER", "offscreen"},
                           {"SDL_AUDIODRIVER", "dummy"},
                           {"UAESCOPE_SESSION", session},
                           {"UAESCOPE_WATCHDOG", std::to_string(run.watchdog.count())}};
    add(command.environment, driver.environment(session));
    if (run.marks == Marks::files)
        add(command.environment,
            preloadEnvironment({driver.pluginFolder(session) / pluginFileName, programToRecord(run.emulator),
                                session / "capture.uascope", session / "boot/marks"}));
    add(command.environment, run.environment);
    command.folder = session;
    command.output = session / "emulator.out";
    return command;
}

} // namespace

EmulatorEnd runEmulator(const EmulatorRun& requested, const std::stop_token& stop, const EmulatorObserver& observer) {
    EmulatorRun run = requested;
    run.session = fs::absolute(run.session);
    const fs::path program = emulatorProgram(run.emulator);
    const auto driver = driverOf(program);
    const Command command = emulatorCommand(run, *driver, program);
    furnish(run, *driver, program); // what cannot be expressed is said before waiting for another emulator
    const EmulatorLock lock(stop, [&] {
        if (observer) observer({EmulatorProgress::Stage::waitingForOther, milliseconds(0), 0});
    });
    if (stop.stop_requested()) throw Cancelled();
    ChildProcess child(command);
    EmulatorEnd end = supervise(child, {run.session / "capture.uascope", run.timeout, run.grace}, stop, observer);
    end.output = command.output;
    end.log = driver->log(run.session);
    return end;
}

std::string EmulatorEnd::message() const {
    const std::string tail = lastLines(output, 5);
    const std::string printed = tail.empty() ? "" : "; its last lines were:\n" + tail;
    switch (how) {
    case Ending::finished: return "the emulator finished";
    case Ending::exitedWithError:
        if (tail.find("OpenGL") != std::string::npos)
            return "the emulator found no OpenGL; install it with 'sudo apt install libgl1-mesa-dri'";
        return "the emulator ended with status " + std::to_string(status) + printed;
    case Ending::crashed:
        return std::string("the emulator crashed (") + strsignal(signal) + ")" +
               (knownExitCrash ? " while leaving, after everything was recorded" : printed);
    case Ending::timedOut: return "the emulator took longer than allowed and was ended" + printed;
    case Ending::watchdog: return "the emulator hung: the guest gave no sign of life, and the watchdog ended it";
    case Ending::cancelled: return "stopped";
    }
    return "";
}

std::string emulatorVersion(const fs::path& program) { return driverOf(program)->version(program); }

bool captureIsComplete(const fs::path& capture) {
    try {
        capture::Reader reader(capture);
        capture::Batch batch;
        bool complete = false;
        while (reader.next(batch) == capture::ReadResult::batch) complete = complete || batch.end;
        return complete;
    } catch (const capture::CaptureError&) {
        return false;
    }
}

} // namespace uaescope::lab
