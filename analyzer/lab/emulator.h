// Starts FS-UAE once, with the plugin and the guest's tool in place, and says how it ended.
//
// Everything the emulator needs goes into the session folder, which the caller makes and removes:
//   config.fs-uae, base/ (with Plugins/), boot/ (with S/startup-sequence), jobs, facts, emulator.out, capture.uascope
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace uaescope::lab {

using KeyValue = std::pair<std::string, std::string>;

constexpr const char* defaultModel = "A4000/040"; // where no amiga_model is set

// How the guest's marks reach the plugin.
enum class Marks {
    plugin, // through uaenative.library
    files   // as names of files on a mounted folder: for emulators without that library, and less exact
};

struct EmulatorRun {
    std::string emulator = "fs-uae";              // a name in PATH, or a path
    std::filesystem::path session;                // exists, empty
    std::vector<KeyValue> settings;               // keys of FS-UAE's configuration; they replace ours and earlier ones
    std::vector<std::string> rawLines;            // added to the configuration as they are
    std::vector<KeyValue> environment;            // added to ours
    std::vector<std::string> wrapper;             // command before the emulator, for instance strace -f -o FILE
    std::vector<std::filesystem::path> bootFiles; // copied to the boot volume, where the guest finds them by name
    std::vector<std::string> jobs;                // uaebench command lines
    std::vector<KeyValue> facts;                  // copied into the capture
    Marks marks = Marks::plugin;
    unsigned extraMemoryMb = 0; // Zorro III memory beyond the model's own
    std::string startupSequence = "uaebench JOBS\n";
    std::filesystem::path plugin;          // empty: pluginFile()
    std::filesystem::path guestTool;       // empty: guestToolFile()
    std::chrono::seconds watchdog{60};     // without a sign of life from the guest; 0 = off
    std::chrono::seconds timeout{600};     // for the whole run
    std::chrono::milliseconds grace{5000}; // between terminate and kill
};

enum class Ending {
    finished,        // exit status 0
    exitedWithError, // another exit status
    crashed,         // a signal nobody of us sent
    timedOut,        // ended by us after EmulatorRun::timeout
    watchdog,        // ended by the plugin: the guest gave no sign of life
    cancelled,       // ended by us because we were asked to stop
};

struct EmulatorEnd {
    Ending how = Ending::finished;
    int status = 0;                // exit status
    int signal = 0;                // the signal it died of, 0 none
    bool knownExitCrash = false;   // crashed while leaving, after the capture was complete
    std::filesystem::path capture; // may be missing when the emulator did not get as far as the plugin
    std::filesystem::path output;  // what the emulator printed
    std::filesystem::path log;     // the emulator's own log
    std::chrono::milliseconds duration{0};

    // One sentence for a person, with the last lines of the emulator's output where they help.
    std::string message() const;
};

struct EmulatorProgress {
    enum class Stage { waitingForOther, booting, formatting, running } stage = Stage::booting;
    std::chrono::milliseconds elapsed{0};
    std::uintmax_t captureBytes = 0; // size of the capture so far
};

// Called about ten times a second in the thread of runEmulator.
using EmulatorObserver = std::function<void(const EmulatorProgress&)>;

// Blocks until the emulator has ended. Safe to call in any one thread; the emulator does not outlive the call.
// Throws EnvironmentError when something is missing, Cancelled when asked to stop before the start.
EmulatorEnd runEmulator(const EmulatorRun& run, const std::stop_token& stop = {},
                        const EmulatorObserver& observer = {});

// "FS-UAE 3.1.66", or empty when it does not tell.
std::string emulatorVersion(const std::filesystem::path& program);

// The capture was closed in order: its end record is there.
bool captureIsComplete(const std::filesystem::path& capture);

} // namespace uaescope::lab
