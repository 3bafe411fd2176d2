// What differs from emulator to emulator when a run is started.
//
// Settings of a run are keys of FS-UAE's configuration; a driver for another emulator translates those that describe
// drives, and takes all others for keys of its own.
#pragma once

#include "analyzer/lab/emulator.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace uaescope::lab {

class EmulatorDriver {
public:
    EmulatorDriver() = default;
    virtual ~EmulatorDriver() = default;
    EmulatorDriver(const EmulatorDriver&) = delete;
    EmulatorDriver& operator=(const EmulatorDriver&) = delete;

    virtual const char* name() const = 0;
    virtual std::string version(const std::filesystem::path& program) const = 0; // empty when it does not tell
    virtual std::filesystem::path pluginFolder(const std::filesystem::path& session) const = 0;
    virtual std::string nativeCodeSettings() const = 0;                      // that make it load plugins: "a=true, b=1"
    virtual std::string rom(const std::filesystem::path& program) const = 0; // throws EnvironmentError: there is none
    // Writes what the program needs into the session folder. Throws UsageError for a setting that it cannot have,
    // EnvironmentError for what is missing.
    virtual void configure(const EmulatorRun& run, const std::filesystem::path& program) const = 0;
    virtual std::vector<std::string> arguments(const std::filesystem::path& session) const = 0;
    virtual std::vector<KeyValue> environment(const std::filesystem::path& session) const = 0;
    virtual std::filesystem::path log(const std::filesystem::path& session) const = 0;
};

std::unique_ptr<EmulatorDriver> fsUaeDriver();
std::unique_ptr<EmulatorDriver> amiberryDriver();

// By the program's name: what begins with amiberry is Amiberry, all else is FS-UAE.
bool isAmiberry(const std::filesystem::path& program);
std::unique_ptr<EmulatorDriver> driverOf(const std::filesystem::path& program);

// The settings, each key once: later ones replace earlier ones.
void replaceSettings(std::vector<KeyValue>& settings, const std::vector<KeyValue>& with);

// What a program prints when it is asked for something and ends: its first line.
std::string firstLinePrinted(const std::filesystem::path& program, const std::string& option);

} // namespace uaescope::lab
