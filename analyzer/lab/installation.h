// Where the parts are that a run needs: the plugin, the guest's tool, the emulator. Looked up relative to the running
// program, in the build tree or as installed; the environment variable named with each overrides that.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace uaescope::lab {

constexpr std::string_view pluginFileName = "uaescope-linux-x86-64.so";

std::filesystem::path pluginFile();    // UAESCOPE_PLUGIN; throws EnvironmentError when it is not there
std::filesystem::path guestToolFile(); // UAESCOPE_GUEST; the same

// A program by name in PATH, or by path. Empty when there is none that may be executed.
std::optional<std::filesystem::path> findProgram(const std::string& program);

// What to do when there is no such emulator.
std::string emulatorAdvice(const std::string& program);

// An emulator under the given name or path; throws EnvironmentError that says how to get it.
std::filesystem::path emulatorProgram(const std::string& program = "fs-uae");

// Folder for the user's captures: XDG_DATA_HOME/uaescope or ~/.local/share/uaescope. Not created.
std::filesystem::path dataFolder();

// XDG_RUNTIME_DIR, or the folder for temporary files.
std::filesystem::path runtimeFolder();

} // namespace uaescope::lab
