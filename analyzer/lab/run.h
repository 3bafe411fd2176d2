// One suite on one setup, once, in the emulator: from nothing to an analysed capture in the folder of results.
#pragma once

#include "analyzer/core/report.h"
#include "analyzer/lab/emulator.h"
#include "analyzer/lab/setup.h"
#include "analyzer/lab/storage.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace uaescope::lab {

enum class Form {
    fixed,  // operation counts that repeat exactly
    classic // the originals' minimum times and settles
};

// Whether the guest records packets and device requests beside its operations.
enum class Tracing { off, on };

// A command of the Amiga's Shell that is traced in place of a suite, in the root directory of the setup's volume.
struct TracedCommand {
    std::string line;
    std::filesystem::path programs; // folder that the guest has as Programs:, read-only, where commands are found; or
                                    // empty
};

struct RunOptions {
    std::string suite = "diskspeed13";
    std::optional<TracedCommand> command; // instead of the suite, its form and tracing
    Form form = Form::fixed;
    Tracing tracing = Tracing::off;
    std::string emulator = "fs-uae";
    std::string model;              // FS-UAE's amiga_model; empty: ours
    std::vector<KeyValue> settings; // any keys of the emulator's configuration
    StorageUse use = StorageUse::copy;
    Marks marks = Marks::plugin;        // as EmulatorRun
    std::filesystem::path out;          // exists; captures and, while a run lasts, its session folder
    std::vector<std::string> wrapper;   // as EmulatorRun
    std::vector<KeyValue> environment;  // as EmulatorRun
    std::chrono::seconds watchdog{60};  // as EmulatorRun
    std::filesystem::path plugin;       // as EmulatorRun
    std::filesystem::path guestTool;    // as EmulatorRun
    std::chrono::seconds timeout{3600}; // as EmulatorRun
};

struct RunResult {
    std::string setup; // its name
    int number = 1;
    std::filesystem::path capture; // SETUP-N.uascope in the folder of results; N is larger where files are in the way
    core::Report report;
    std::string retried; // why the first attempt was thrown away; empty when it succeeded
    std::chrono::milliseconds duration{0};
    std::string printed;       // by a traced command
    std::optional<int> status; // of a traced command; absent when it was still running when all was stopped
};

// A watchdog end, a crash before the plugin was loaded and the emulator's known crash while leaving are tried once
// more. Throws UsageError, EnvironmentError, Cancelled (nothing is left behind) or WorkError (an unfinished capture is
// kept, and the message says where). A traced command whose capture has begun is not cancelled by a stop but ended, and
// its own status is no failure.
RunResult runSetup(const Setup& setup, int number, const RunOptions& options, const std::stop_token& stop = {},
                   const EmulatorObserver& observer = {});

} // namespace uaescope::lab
