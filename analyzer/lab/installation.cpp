#include "analyzer/lab/installation.h"

#include "analyzer/lab/emulator_driver.h"
#include "analyzer/lab/error.h"

#include <array>
#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nothing here changes the environment
    return value ? value : "";
}

struct Part {
    const char* variable;
    const char* what;
    std::array<fs::path, 2> places; // relative to the folder of the running program
};

fs::path findPart(const Part& part) {
    const std::string named = environment(part.variable);
    if (!named.empty()) {
        if (fs::is_regular_file(named)) return fs::absolute(named);
        throw EnvironmentError(named + ": no such file, but " + part.variable + " names it as " + part.what);
    }
    const fs::path bin = fs::read_symlink("/proc/self/exe").parent_path();
    for (const fs::path& place : part.places) {
        const fs::path candidate = (bin / place).lexically_normal();
        if (fs::is_regular_file(candidate)) return candidate;
    }
    throw EnvironmentError((bin / part.places[0]).lexically_normal().string() + ": " + part.what +
                           " is missing; build it with './run build', or set " + part.variable + " to its path");
}

} // namespace

fs::path pluginFile() {
    return findPart({"UAESCOPE_PLUGIN",
                     "the emulator's plugin",
                     {fs::path("../plugin") / pluginFileName, fs::path("../lib/uaescope") / pluginFileName}});
}

fs::path guestToolFile() {
    return findPart({"UAESCOPE_GUEST", "the guest's benchmark", {"../guest/uaebench", "../lib/uaescope/uaebench"}});
}

std::optional<fs::path> findProgram(const std::string& program) {
    const auto executable = [](const fs::path& file) {
        return fs::is_regular_file(file) && access(file.c_str(), X_OK) == 0;
    };
    if (program.find('/') != std::string::npos) {
        if (executable(program)) return fs::absolute(program);
        return std::nullopt;
    }
    std::istringstream folders(environment("PATH"));
    for (std::string folder; std::getline(folders, folder, ':');) {
        const fs::path candidate = fs::path(folder) / program;
        if (executable(candidate)) return candidate;
    }
    return std::nullopt;
}

std::string emulatorAdvice(const std::string& program) {
    if (isAmiberry(program)) return "build it (Debian has no package of it), and name its program with --emulator";
    return "install it with 'sudo apt install fs-uae libgl1-mesa-dri', or name another one with --emulator";
}

fs::path emulatorProgram(const std::string& program) {
    if (auto found = findProgram(program)) return *found;
    throw EnvironmentError(program + ": no such emulator; " + emulatorAdvice(program));
}

fs::path dataFolder() {
    const std::string data = environment("XDG_DATA_HOME");
    if (!data.empty()) return fs::path(data) / "uaescope";
    const std::string home = environment("HOME");
    if (home.empty()) throw EnvironmentError("HOME is not set, so there is no place for captures; use --out FOLDER");
    return fs::path(home) / ".local/share/uaescope";
}

fs::path runtimeFolder() {
    const std::string runtime = environment("XDG_RUNTIME_DIR");
    if (!runtime.empty() && access(runtime.c_str(), W_OK) == 0) return runtime;
    return fs::temp_directory_path();
}

} // namespace uaescope::lab
