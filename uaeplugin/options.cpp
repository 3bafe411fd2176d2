#include "uaeplugin/options.h"

#include "uaeplugin/system.h"

#include <array>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>

namespace uaescope::plugin {

Options readOptions() {
    constexpr std::chrono::seconds sessionPatience{60};
    Options options;
    options.session = environmentVariable("UAESCOPE_SESSION");
    options.capture = environmentVariable("UAESCOPE_CAPTURE");
    options.program = environmentVariable("UAESCOPE_PRELOAD");
    options.marks = environmentVariable("UAESCOPE_MARKS");
    const std::string watchdog = environmentVariable("UAESCOPE_WATCHDOG");
    if (!watchdog.empty())
        options.watchdog = std::chrono::seconds(std::atol(watchdog.c_str()));
    else if (!options.session.empty())
        options.watchdog = sessionPatience;
    const std::string hooks = environmentVariable("UAESCOPE_HOOKS");
    if (!hooks.empty()) {
        options.libraryHooks = hooks.find("library") != std::string::npos;
        options.systemHooks = hooks.find("system") != std::string::npos;
    }
    options.selfCheck = environmentVariable("UAESCOPE_SELF_CHECK") == "1";
    options.counterClock = environmentVariable("UAESCOPE_CLOCK") != "kernel";
    return options;
}

std::filesystem::path userCaptureFile() {
    const std::filesystem::path folder = userDataFolder() / "uaescope" / "captures";
    std::error_code ignored; // creating the capture in it says what is wrong
    std::filesystem::create_directories(folder, ignored);
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 32> date{};
    std::strftime(date.data(), date.size(), "%Y%m%d-%H%M%S", &local);
    return folder / (std::string(date.data()) + "-" + std::to_string(processId()) + ".uascope");
}

} // namespace uaescope::plugin
