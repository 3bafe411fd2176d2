// The options that every verb which starts the emulator shares.
#pragma once

#include "analyzer/lab/run.h"

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace uaescope::cli {

struct RunFlags {
    std::string suite = "diskspeed13";
    int repeats = 3;
    std::string emulator = "fs-uae";
    std::string model;
    std::vector<std::string> settings; // KEY=VALUE
    std::string out;
    bool inPlace = false;
    bool allowDevice = false;
    bool classic = false;
    bool trace = false;
    std::string marks = "plugin";
    bool json = false;
};

// Of --set KEY=VALUE; throws UsageError.
std::vector<lab::KeyValue> keyValues(const std::vector<std::string>& texts);

void addRunFlags(CLI::App& verb, RunFlags& flags);

// The setups; says of each device on the error channel that it is used in place. Throws as parseSetups.
std::vector<lab::Setup> setupsOf(const std::vector<std::string>& texts, const RunFlags& flags);
std::vector<lab::Setup> setupsOf(const std::vector<std::string>& texts, lab::Devices devices);

// "--suite list": prints the suites; true when that was asked for.
bool listedSuites(const RunFlags& flags);

// Checks everything that needs no emulator, and finds the emulator and the parts of ours. The folder of results is left
// for the caller to set. Throws UsageError, EnvironmentError.
lab::RunOptions runOptions(const RunFlags& flags);

} // namespace uaescope::cli
