#include "analyzer/lab/doctor.h"

#include "analyzer/lab/emulator_driver.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/trial_boot.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <stop_token>
#include <unistd.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

constexpr std::uintmax_t roomForRuns = 256u << 20;

Finding good(const std::string& what, const std::string& found) { return {what, Health::good, found, ""}; }

Finding gap(const std::string& what, const std::string& found, const std::string& advice) {
    return {what, Health::gap, found, advice};
}

Finding note(const std::string& what, const std::string& found) { return {what, Health::note, found, ""}; }

Finding examineEmulator(const std::string& emulator) {
    const auto program = findProgram(emulator);
    if (!program) return gap("emulator", emulator + " is not installed", emulatorAdvice(emulator));
    const std::string version = emulatorVersion(*program);
    if (version.empty())
        return gap("emulator", program->string() + " does not tell its version",
                   "use FS-UAE 3.1 or Amiberry 5.7, or later");
    return good("emulator", version + ", " + program->string());
}

// The emulators of which a person may not know that they could be used as well.
Finding examineOthers(const std::string& emulator) {
    constexpr std::array names = {"fs-uae", "amiberry"};
    std::string others;
    for (const char* name : names) {
        const auto program = findProgram(name);
        if (!program || program == findProgram(emulator)) continue;
        others += (others.empty() ? "" : "; ") + emulatorVersion(*program) + ", " + program->string();
    }
    if (others.empty()) return note("others", "no other emulator in PATH; --emulator names one that is elsewhere");
    return good("others", others + " (with --emulator)");
}

Finding examineRom(const std::string& emulator) {
    const auto program = findProgram(emulator);
    if (!program) return note("ROM", "depends on the emulator");
    try {
        return good("ROM", driverOf(*program)->rom(*program));
    } catch (const EnvironmentError& error) {
        return gap("ROM", error.what(), "see there");
    }
}

Finding examineNativeCode(const std::string& emulator) {
    return good("native code", "each run switches it on (" + driverOf(emulator)->nativeCodeSettings() +
                                   "), and so does 'uaescope attach'");
}

Finding examineGraphics() {
    constexpr std::array folders = {"/usr/lib/x86_64-linux-gnu/dri", "/usr/lib64/dri", "/usr/lib/dri"};
    for (const char* folder : folders)
        if (fs::exists(fs::path(folder) / "swrast_dri.so"))
            return good("graphics", std::string(folder) + "/swrast_dri.so");
    return gap("graphics", "no software OpenGL, which the emulator needs even without a display",
               "sudo apt install libgl1-mesa-dri");
}

Finding examinePlugin() {
    try {
        const fs::path file = pluginFile();
        void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library) return gap("plugin", dlerror(), "build it again with './run build'");
        const bool complete = dlsym(library, "uni_init") && dlsym(library, "us_mark");
        dlclose(library);
        if (!complete)
            return gap("plugin", file.string() + " lacks its entry points", "build it again with './run build'");
        return good("plugin", file.string() + "; each run puts it into the emulator's plugin folder");
    } catch (const EnvironmentError& error) {
        return gap("plugin", error.what(), "./run build");
    }
}

Finding examineGuestTool() {
    try {
        const fs::path file = guestToolFile();
        std::array<unsigned char, 4> head{};
        std::ifstream(file, std::ios::binary).read(reinterpret_cast<char*>(head.data()), head.size());
        if (head != std::array<unsigned char, 4>{0, 0, 3, 0xf3})
            return gap("guest tool", file.string() + " is no AmigaDOS program", "build it again with './run build'");
        return good("guest tool", file);
    } catch (const EnvironmentError& error) {
        return gap("guest tool", error.what(), "./run build");
    }
}

fs::path nearestExisting(fs::path folder) {
    folder = fs::absolute(folder);
    while (!fs::exists(folder) && folder.has_relative_path()) folder = folder.parent_path();
    return folder;
}

Finding examineFolder(const std::string& what, const fs::path& folder, const std::string& advice) {
    const fs::path existing = nearestExisting(folder);
    if (!fs::is_directory(existing)) return gap(what, existing.string() + " is not a folder", advice);
    if (access(existing.c_str(), W_OK | X_OK) != 0)
        return gap(what, existing.string() + ": " + std::strerror(errno), advice);
    const std::uintmax_t free = fs::space(existing).available;
    const std::string room = std::to_string(free >> 20) + " MB free";
    if (free < roomForRuns) return gap(what, folder.string() + ": only " + room, "make room, or " + advice);
    return good(what, folder.string() + ", " + room);
}

Finding examineWindow() {
    const fs::path beside = fs::read_symlink("/proc/self/exe").parent_path() / "uaescope-gui";
    if (fs::exists(beside)) return good("window", beside);
    return gap("window", beside.string() + " is missing", "./run build");
}

std::string depthsText(const TrialBoot& trial) {
    const auto count = [&](const char* key) {
        const auto fact = trial.facts.find(key);
        return fact == trial.facts.end() ? std::string("0") : fact->second;
    };
    return "library calls in " + count("hooks.library") + " places, system calls in " + count("hooks.system");
}

void addTrial(std::vector<Finding>& findings, const TrialBoot& trial) {
    if (!trial.fault.empty()) {
        findings.push_back(gap("trial", trial.fault,
                               trial.facts.empty()
                                   ? "see docs/emulators.md: what makes an emulator load the plugin; "
                                     "--marks files records without that"
                                   : "try again; if it stays so, --marks files needs less of the emulator"));
        return;
    }
    findings.push_back(good("trial", "booted, loaded the plugin (" + trial.facts.at("plugin") +
                                         "), answered the guest and left in " + std::to_string(trial.duration.count()) +
                                         " ms"));
    const bool both = trial.facts.at("depths").find("system") != std::string::npos;
    findings.push_back(
        both ? good("hooks", depthsText(trial))
             : note("hooks", depthsText(trial) + "; what the C library does inside, and when, is not seen"));
}

// Started only when all it needs is here.
void tryIt(std::vector<Finding>& findings, const DoctorOptions& options, const std::stop_token& stop) {
    if (hasGap(findings)) {
        findings.push_back(note("trial", "the emulator was not started, because of the gaps above"));
        return;
    }
    // Two at once disturb each other, and the other one may take hours.
    std::stop_source ours;
    const std::stop_callback forwarded(stop, [&] { ours.request_stop(); });
    const auto giveWay = [&](const EmulatorProgress& progress) {
        if (progress.stage == EmulatorProgress::Stage::waitingForOther) ours.request_stop();
    };
    try {
        addTrial(findings, tryBoot(options.emulator, options.settings, ours.get_token(), giveWay));
    } catch (const Cancelled&) {
        if (stop.stop_requested()) throw;
        findings.push_back(note("trial", "the emulator was not started, because another run is going on"));
    } catch (const EnvironmentError& error) {
        findings.push_back(gap("trial", error.what(), "see there"));
    }
}

} // namespace

bool hasGap(const std::vector<Finding>& findings) {
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.health == Health::gap; });
}

std::vector<Finding> examine(const DoctorOptions& options, const std::stop_token& stop) {
    std::vector<Finding> findings = {
        examineEmulator(options.emulator),
        examineOthers(options.emulator),
        examineRom(options.emulator),
        examineGraphics(),
        examinePlugin(),
        examineNativeCode(options.emulator),
        examineGuestTool(),
        note("filesystems", "OFS and FFS are here; others, as PFS3 and SFS, come with a handler file that you have: "
                            "rdb:fs=PFS3,handler=FILE"),
        examineFolder("captures", options.out, "name another folder with --out"),
        examineFolder("runtime folder", runtimeFolder(), "set XDG_RUNTIME_DIR to a folder you may write to"),
        examineWindow()};
    tryIt(findings, options, stop);
    return findings;
}

} // namespace uaescope::lab
