#include "analyzer/lab/attach.h"

#include "analyzer/lab/agent.h"
#include "analyzer/lab/child_process.h"
#include "analyzer/lab/emulator_driver.h"
#include "analyzer/lab/emulator_lock.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/fs_uae_configuration.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/preload.h"
#include "analyzer/lab/supervise.h"
#include "analyzer/lab/text_file.h"
#include "uaeplugin/capture/protocol.h"

#include <fstream>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

constexpr const char* toolVolumeName = US_FILES_VOLUME;

std::string setting(const std::string& key, const std::string& value) { return "--" + key + "=" + value; }

bool isPluginFolder(const std::string& key) { return key == "plugins_dir" || key == "plugins-dir"; }

// The plugin is found beside the person's own ones.
void linkPlugins(const fs::path& theirs, const fs::path& plugin, const fs::path& folder) {
    fs::create_directory(folder);
    std::error_code missing;
    for (const fs::directory_entry& entry : fs::directory_iterator(theirs, missing))
        if (entry.path().filename() != pluginFileName)
            fs::create_symlink(fs::absolute(entry.path()), folder / entry.path().filename());
    fs::create_symlink(plugin, folder / pluginFileName);
}

std::string factsOf(const AttachRun& run, const AttachPlan& plan) {
    std::string text;
    const auto add = [&](const std::string& key, const std::string& value) {
        text.append(key).append("=").append(value).append("\n");
    };
    add("setup", run.configuration.stem());
    add("attach", fs::absolute(run.configuration).lexically_normal());
    add("emulator", plan.words.front());
    add("emulator.version", emulatorVersion(plan.words.front()));
    add("boot", run.session / "volume");
    std::size_t number = 0;
    for (const UserVolume& volume : plan.volumes) {
        for (const fs::path& file : filesOf(volume)) {
            add("storage." + std::to_string(number), file);
            add("drive." + std::to_string(number), volume.drive);
            ++number;
        }
    }
    return text;
}

void furnish(const AttachRun& run, const AttachPlan& plan, const fs::path& plugin) {
    const fs::path theirs = isUaeConfiguration(run.configuration)
                                ? fs::path()
                                : readFsUaeConfiguration(run.configuration, run.settings).plugins;
    linkPlugins(theirs, plugin, run.session / "plugins");
    fs::create_directories(run.session / "volume/marks");
    fs::copy_file(run.guestTool.empty() ? guestToolFile() : run.guestTool, run.session / "volume/uaebench");
    writeTextFile(run.session / "facts", factsOf(run, plan));
    fs::create_symlink(fs::absolute(run.capture), run.session / session_file::capture);
}

// The drives of a configuration of UAE's own, whose paths are absolute or count from the current folder.
// A later line for a drive stands for an earlier one.
std::vector<UserVolume> volumesOfUae(const fs::path& file, const std::vector<KeyValue>& setAnew) {
    std::ifstream stream(file);
    if (!stream || !fs::is_regular_file(file))
        throw UsageError(file.string() + ": no such file; name a configuration of Amiberry, for instance Work.uae");
    std::vector<UserVolume> volumes;
    const auto add = [&](const std::string& key, const std::string& value) {
        auto volume = volumeOfUaeLine(key, value);
        if (!volume) return;
        volume->path = fs::absolute(volume->path).lexically_normal();
        std::erase_if(volumes, [&](const UserVolume& known) { return known.drive == volume->drive; });
        volumes.push_back(*volume);
    };
    for (std::string line; std::getline(stream, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (const std::size_t equals = line.find('='); equals != std::string::npos)
            add(line.substr(0, equals), line.substr(equals + 1));
    }
    for (const auto& [key, value] : setAnew) add(key, value);
    return volumes;
}

// Amiberry looks for plugins in its home folder alone, which is the person's: its host calls are recorded in any case,
// and the guest's marks once the person has put a link to the plugin there. It lists a folder instead of asking the
// host for one name, so that marks as names of files never reach the host.
AttachPlan planAmiberry(const AttachRun& run) {
    AttachPlan plan;
    plan.volumes = volumesOfUae(run.configuration, run.settings);
    plan.words = {programToRecord(run.emulator),
                  "--log",
                  "-f",
                  run.configuration,
                  "-s",
                  "use_gui=no",
                  "-s",
                  "native_code=true",
                  "-s",
                  "filesystem2=ro,UAESCOPE:" + std::string(toolVolumeName) + ":" + (run.session / "volume").string() +
                      ",-128"};
    plan.toolVolume = std::string(toolVolumeName) + ":";
    for (const auto& [key, value] : run.settings) {
        plan.words.emplace_back("-s");
        plan.words.push_back(std::string(key).append("=").append(value));
    }
    return plan;
}

AttachPlan planFsUae(const AttachRun& run) {
    const FsUaeConfiguration configuration = readFsUaeConfiguration(run.configuration, run.settings);
    AttachPlan plan;
    plan.words = {programToRecord(run.emulator), run.configuration, setting("uae_native_code", "true"),
                  setting("uaenative_library", "1"), setting("plugins_dir", run.session / "plugins")};
    plan.volumes = configuration.volumes;
    if (!configuration.freeDrives.empty()) {
        const std::string drive = "hard_drive_" + std::to_string(configuration.freeDrives.front());
        plan.toolVolume = std::string(toolVolumeName) + ":";
        plan.words.push_back(setting(drive, run.session / "volume"));
        plan.words.push_back(setting(drive + "_label", toolVolumeName));
        plan.words.push_back(setting(drive + "_read_only", "1"));
        plan.words.push_back(setting(drive + "_priority", "-128")); // never booted from
    }
    for (const auto& [key, value] : run.settings)
        if (!isPluginFolder(key)) plan.words.push_back(setting(key, value)); // theirs is linked into ours
    return plan;
}

} // namespace

bool isUaeConfiguration(const fs::path& file) {
    const std::string extension = file.extension();
    if (extension == ".uae" || extension == ".UAE") return true;
    if (extension == ".fs-uae" || extension == ".conf") return false;
    throw UsageError(file.string() +
                     ": expected a name that ends with .fs-uae or .conf (FS-UAE) or .uae (Amiberry), by which " +
                     "we know whose configuration it is, found '" + extension + "'; rename a copy of it");
}

AttachPlan planAttach(const AttachRun& run) {
    const bool ofAmiberry = isUaeConfiguration(run.configuration);
    if (ofAmiberry != isAmiberry(run.emulator))
        throw UsageError(run.configuration.string() + ": this is a configuration of " +
                         (ofAmiberry ? "Amiberry" : "FS-UAE") + ", and --emulator names another emulator");
    return ofAmiberry ? planAmiberry(run) : planFsUae(run);
}

EmulatorEnd attach(const AttachRun& run, const AttachPlan& plan, const std::stop_token& stop,
                   const EmulatorObserver& observer) {
    const fs::path plugin = fs::canonical(run.plugin.empty() ? pluginFile() : run.plugin);
    const std::vector<KeyValue> preload = preloadEnvironment(
        {run.session / "plugins" / pluginFileName, plan.words.front(), run.capture, run.session / "volume/marks"});
    furnish(run, plan, plugin);
    const EmulatorLock lock(stop, [&] {
        if (observer) observer({EmulatorProgress::Stage::waitingForOther, {}, 0});
    });
    if (stop.stop_requested()) throw Cancelled();
    Command command;
    command.words = plan.words;
    command.environment = {{"UAESCOPE_SESSION", run.session}, {"UAESCOPE_WATCHDOG", "0"}};
    command.environment.insert(command.environment.end(), preload.begin(), preload.end());
    command.folder = fs::current_path(); // relative paths in the configuration may count from here
    command.output = run.session / "emulator.out";
    ChildProcess child(command);
    EmulatorEnd end = supervise(child, {run.capture, std::nullopt, run.grace}, stop, observer);
    end.output = command.output;
    return end;
}

} // namespace uaescope::lab
