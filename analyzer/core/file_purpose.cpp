#include "analyzer/core/file_purpose.h"

#include "analyzer/core/roles.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace uaescope::core {
namespace {

// What the name of a file, or of a folder on the way to it, says. In lower case.
struct Habit {
    Purpose purpose;
    std::string_view folder; // a part of the path
    std::string_view ending; // of the file's name
};

constexpr std::array habits = {Habit{Purpose::timeZone, "/etc/localtime", ""},
                               Habit{Purpose::timeZone, "/zoneinfo/", ""},
                               Habit{Purpose::log, "", ".log"},
                               Habit{Purpose::log, "", ".log.txt"},
                               Habit{Purpose::log, "/logs", ""},
                               Habit{Purpose::log, "", "emulator.out"},
                               Habit{Purpose::state, "/save states", ""},
                               Habit{Purpose::state, "/savestates", ""},
                               Habit{Purpose::state, "", ".uss"},
                               Habit{Purpose::state, "", ".nvr"},
                               Habit{Purpose::rom, "", ".rom"},
                               Habit{Purpose::rom, "/kickstarts", ""},
                               Habit{Purpose::rom, "/roms/", ""},
                               Habit{Purpose::program, "", ".so"},
                               Habit{Purpose::program, ".so.", ""},
                               Habit{Purpose::program, "", ".dll"},
                               Habit{Purpose::program, "/plugins", ""},
                               Habit{Purpose::configuration, "", ".fs-uae"},
                               Habit{Purpose::configuration, "", ".uae"},
                               Habit{Purpose::configuration, "", ".conf"},
                               Habit{Purpose::configuration, "", ".ini"},
                               Habit{Purpose::configuration, "/configurations", ""},
                               Habit{Purpose::configuration, "/share/fs-uae", ""}};

constexpr std::array<std::string_view, 7> systemFolders = {"/etc", "/usr", "/lib", "/proc", "/sys", "/dev", "/run"};

std::string lowered(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return std::tolower(c); });
    return result;
}

bool fits(const Habit& habit, std::string_view path) {
    return habit.folder.empty() ? path.ends_with(habit.ending) : path.find(habit.folder) != std::string_view::npos;
}

} // namespace

const char* purposeName(Purpose purpose) {
    switch (purpose) {
    case Purpose::volume: return "volume";
    case Purpose::sideFile: return "side file";
    case Purpose::bootVolume: return "boot volume";
    case Purpose::log: return "log";
    case Purpose::configuration: return "configuration";
    case Purpose::state: return "saved state";
    case Purpose::rom: return "ROM";
    case Purpose::program: return "program";
    case Purpose::timeZone: return "time zone";
    case Purpose::system: return "host system";
    case Purpose::other: return "other";
    }
    return "";
}

Purpose purposeOf(std::string_view path, Role role, const std::map<std::string, std::string>& facts) {
    if (role == Role::storage) return Purpose::volume;
    if (role == Role::sideFile) return Purpose::sideFile;
    if (const auto boot = facts.find("boot"); boot != facts.end() && isAtOrUnder(path, boot->second))
        return Purpose::bootVolume;
    const std::string name = lowered(path);
    const auto habit = std::find_if(habits.begin(), habits.end(), [&](const Habit& one) { return fits(one, name); });
    if (habit != habits.end()) return habit->purpose;
    const bool isSystem = std::any_of(systemFolders.begin(), systemFolders.end(),
                                      [&](std::string_view folder) { return isAtOrUnder(path, folder); });
    return isSystem ? Purpose::system : Purpose::other;
}

} // namespace uaescope::core
