// The host twin: the same suite, natively on a host folder, through the same analysis.
#pragma once

#include "analyzer/core/report.h"
#include "analyzer/core/trace.h"

#include <filesystem>
#include <stdexcept>
#include <string>

namespace uaescope::core {

enum class TwinMode {
    cached, // as the emulator does it: the page cache may hold the data
    synced, // every written file is synced before it is closed
};

struct TwinOptions {
    std::filesystem::path folder; // exists; a folder of its own is made in it and removed
    std::string suite = "diskspeed13";
    bool classic = false; // the originals' minimum times and settles
    TwinMode mode = TwinMode::cached;
    volatile int* stop = nullptr; // set to non-zero from any thread or signal handler: the run ends with a TwinError
};

// The suite is unknown, the folder cannot be written, or the suite failed.
struct TwinError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Marks without host calls; the facts "layer" = "host" and "host.mode" = "cached" or "synced".
Trace runTwin(const TwinOptions& options);

inline Report twinReport(const TwinOptions& options) { return makeReport(analyze(runTwin(options))); }

} // namespace uaescope::core
