#include "uaeplugin/options.h"

#include <array>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <unistd.h>

namespace uaescope::plugin {

namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets variables here
    return value == nullptr ? std::string() : std::string(value);
}

} // namespace

Options readOptions() {
    constexpr std::chrono::seconds sessionPatience{60};
    Options options;
    options.session = variable("UAESCOPE_SESSION");
    options.capture = variable("UAESCOPE_CAPTURE");
    options.program = variable("UAESCOPE_PRELOAD");
    options.marks = variable("UAESCOPE_MARKS");
    const std::string watchdog = variable("UAESCOPE_WATCHDOG");
    if (!watchdog.empty())
        options.watchdog = std::chrono::seconds(std::atol(watchdog.c_str()));
    else if (!options.session.empty())
        options.watchdog = sessionPatience;
    const std::string hooks = variable("UAESCOPE_HOOKS");
    if (!hooks.empty()) {
        options.libraryHooks = hooks.find("library") != std::string::npos;
        options.systemHooks = hooks.find("system") != std::string::npos;
    }
    options.counterClock = variable("UAESCOPE_CLOCK") != "kernel";
    return options;
}

std::filesystem::path userCaptureFile() {
    std::filesystem::path data = variable("XDG_DATA_HOME");
    if (data.empty()) data = std::filesystem::path(variable("HOME")) / ".local" / "share";
    const std::filesystem::path folder = data / "uaescope" / "captures";
    std::error_code ignored; // creating the capture in it says what is wrong
    std::filesystem::create_directories(folder, ignored);
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 32> date{};
    std::strftime(date.data(), date.size(), "%Y%m%d-%H%M%S", &local);
    return folder / (std::string(date.data()) + "-" + std::to_string(getpid()) + ".uascope");
}

} // namespace uaescope::plugin
