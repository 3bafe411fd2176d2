#include "analyzer/lab/emulator.h"

#include "analyzer/lab/child_process.h"
#include "analyzer/lab/emulator_lock.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/preload.h"
#include "analyzer/lab/supervise.h"
#include "analyzer/lab/text_file.h"
#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/capture/reader.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace fs = std::filesystem;
using std::chrono::milliseconds;

namespace uaescope::lab {
namespace {

// What every run needs. An A4000 boots in under a second; the priority keeps AROS from booting the volume under test.
// The boot volume is the last drive, DH9:, because partitions of images are often called DH0 and the first device of a
// name wins.
std::vector<KeyValue> ourSettings(const fs::path& session) {
    return {{"amiga_model", "A4000/040"},   {"kickstart_file", "internal"},     {"base_dir", session / "base"},
            {"floppy_drive_volume", "0"},   {"audio_driver", "dummy"},          {"uae_native_code", "true"},
            {"uaenative_library", "1"},     {"hard_drive_9", session / "boot"}, {"hard_drive_9_label", "System"},
            {"hard_drive_9_priority", "20"}};
}

void replace(std::vector<KeyValue>& settings, const std::vector<KeyValue>& with) {
    for (const KeyValue& setting : with) {
        const auto same = [&](const KeyValue& other) { return other.first == setting.first; };
        settings.erase(std::remove_if(settings.begin(), settings.end(), same), settings.end());
        settings.push_back(setting);
    }
}

// As an emulator is that has no uaenative.library; the guest finds the folder for its marks on the boot volume.
const std::vector<KeyValue> fileMarkSettings = {
    {"uae_native_code", "false"}, {"uaenative_library", "0"}, {"hard_drive_9_label", US_FILES_VOLUME}};

std::string configuration(const EmulatorRun& run, const fs::path& session) {
    std::vector<KeyValue> settings = ourSettings(session);
    if (run.marks == Marks::files) replace(settings, fileMarkSettings);
    replace(settings, run.settings);
    std::string text = "[config]\n";
    for (const auto& [key, value] : settings) text.append(key).append("=").append(value).append("\n");
    for (const std::string& line : run.rawLines) text.append(line).append("\n");
    return text;
}

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

void furnish(const EmulatorRun& run, const fs::path& session) {
    const fs::path plugins = session / "base/Plugins";
    const fs::path boot = session / "boot";
    fs::create_directories(plugins);
    fs::create_directories(boot / "S");
    fs::copy_file(run.plugin.empty() ? pluginFile() : run.plugin, plugins / pluginFileName);
    fs::copy_file(run.guestTool.empty() ? guestToolFile() : run.guestTool, boot / "uaebench");
    for (const fs::path& file : run.bootFiles) copyInto(file, boot);
    writeTextFile(boot / "S/startup-sequence", run.startupSequence);
    writeTextFile(session / "jobs", lines(run.jobs));
    if (run.marks == Marks::files) {
        fs::create_directory(boot / "marks");
        writeTextFile(boot / "jobs", lines(run.jobs));
    }
    writeTextFile(session / "facts", lines(run.facts));
    writeTextFile(session / "config.fs-uae", configuration(run, session));
}

Command emulatorCommand(const EmulatorRun& run, const fs::path& session) {
    Command command;
    command.words = run.wrapper;
    command.words.push_back(emulatorProgram(run.emulator));
    command.words.push_back(session / "config.fs-uae");
    // The offscreen driver still wants OpenGL, which Mesa's software renderer gives it without a display.
    command.environment = {{"SDL_VIDEODRIVER", "offscreen"},
                           {"SDL_AUDIODRIVER", "dummy"},
                           {"UAESCOPE_SESSION", session},
                           {"UAESCOPE_WATCHDOG", std::to_string(run.watchdog.count())}};
    if (run.marks == Marks::files) {
        const std::vector<KeyValue> preload =
            preloadEnvironment({session / "base/Plugins" / pluginFileName, programToRecord(run.emulator),
                                session / "capture.uascope", session / "boot/marks"});
        command.environment.insert(command.environment.end(), preload.begin(), preload.end());
    }
    command.environment.insert(command.environment.end(), run.environment.begin(), run.environment.end());
    command.folder = session;
    command.output = session / "emulator.out";
    return command;
}

} // namespace

EmulatorEnd runEmulator(const EmulatorRun& requested, const std::stop_token& stop, const EmulatorObserver& observer) {
    EmulatorRun run = requested;
    run.session = fs::absolute(run.session);
    const EmulatorLock lock(stop, [&] {
        if (observer) observer({EmulatorProgress::Stage::waitingForOther, milliseconds(0), 0});
    });
    if (stop.stop_requested()) throw Cancelled();
    const Command command = emulatorCommand(run, run.session);
    furnish(run, run.session);
    ChildProcess child(command);
    EmulatorEnd end = supervise(child, {run.session / "capture.uascope", run.timeout, run.grace}, stop, observer);
    end.output = command.output;
    end.log = run.session / "base/Cache/Logs/fs-uae.log.txt";
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

std::string emulatorVersion(const fs::path& program) {
    const int memory = memfd_create("version", MFD_CLOEXEC);
    if (memory < 0) return "";
    const fs::path output = "/proc/self/fd/" + std::to_string(memory);
    std::string version;
    try {
        ChildProcess child({{program, "--version"}, {{"SDL_VIDEODRIVER", "offscreen"}}, "/", output});
        if (child.waitFor(std::chrono::seconds(10))) version = firstLine(output);
    } catch (const EnvironmentError&) {
        version.clear();
    }
    close(memory);
    return version.empty() ? "" : "FS-UAE " + version;
}

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
