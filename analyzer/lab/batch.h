// One suite on several setups, repeats interleaved, so that a change of the machine's mood meets all setups alike.
#pragma once

#include "analyzer/core/compare.h"
#include "analyzer/lab/run.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace uaescope::lab {

struct BatchOptions {
    RunOptions run;
    int repeats = 3;
    bool hostTwin = true; // the same suite natively on the folder of results, unless it only reads what it finds
};

struct BatchProgress {
    std::string setup; // "host" for the twin
    int repeat = 1;    // counted from 1
    int repeats = 1;
    std::size_t done = 0; // runs finished, of total
    std::size_t total = 0;
    EmulatorProgress emulator;
    const RunResult* finished = nullptr; // set once after each run of the emulator
};
using BatchObserver = std::function<void(const BatchProgress&)>;

struct Batch {
    std::vector<core::SetupRuns> setups; // those with at least one finished run
    std::optional<core::SetupRuns> twin;
    std::vector<std::filesystem::path> captures;
    std::vector<std::string> notes; // retries
    bool stopped = false;           // asked to stop before the end; what is here is finished

    core::Comparison comparison() const;
};

// Throws as runSetup; a stop is not an error but keeps what is finished.
Batch runBatch(const std::vector<Setup>& setups, const BatchOptions& options, const std::stop_token& stop = {},
               const BatchObserver& observer = {});

} // namespace uaescope::lab
