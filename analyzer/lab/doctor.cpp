#include "analyzer/lab/doctor.h"

#include "analyzer/lab/emulator.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <optional>
#include <unistd.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

constexpr std::uintmax_t roomForRuns = 256u << 20;

Finding good(const std::string& what, const std::string& found) { return {what, Health::good, found, ""}; }

Finding gap(const std::string& what, const std::string& found, const std::string& advice) {
    return {what, Health::gap, found, advice};
}

Finding examineEmulator(const std::string& emulator) {
    const auto program = findProgram(emulator);
    if (!program) return gap("emulator", emulator + " is not installed", "sudo apt install fs-uae");
    const std::string version = emulatorVersion(*program);
    if (version.empty())
        return gap("emulator", program->string() + " does not tell its version", "use FS-UAE 3.1 or later");
    return good("emulator", version + ", " + program->string());
}

// FS-UAE has AROS inside; a ROM file of the user's own is a matter of --set kickstart_file.
Finding examineRom() { return good("ROM", "AROS, built into FS-UAE; another one with --set kickstart_file=FILE"); }

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
        return good("plugin", file);
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

} // namespace

std::vector<Finding> examine(const DoctorOptions& options) {
    return {examineEmulator(options.emulator),
            examineRom(),
            examineGraphics(),
            examinePlugin(),
            examineGuestTool(),
            examineFolder("captures", options.out, "name another folder with --out"),
            examineFolder("runtime folder", runtimeFolder(), "set XDG_RUNTIME_DIR to a folder you may write to"),
            examineWindow()};
}

} // namespace uaescope::lab
