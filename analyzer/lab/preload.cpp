#include "analyzer/lab/preload.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"

#include <array>
#include <cstdlib>
#include <fstream>

namespace fs = std::filesystem;

namespace uaescope::lab {

fs::path programToRecord(const std::string& emulator) {
    fs::path program = fs::canonical(emulatorProgram(emulator));
    std::array<char, 4> head{};
    std::ifstream(program, std::ios::binary).read(head.data(), head.size());
    if (head != std::array<char, 4>{'\x7f', 'E', 'L', 'F'})
        throw EnvironmentError(program.string() +
                               ": expected the emulator's program, found a script or another kind of file; name the "
                               "program that it starts with --emulator");
    return program;
}

std::vector<KeyValue> preloadEnvironment(const Preload& preload) {
    const std::string plugin = preload.plugin;
    if (plugin.find_first_of(" :") != std::string::npos)
        throw EnvironmentError(plugin + ": the emulator cannot load a plugin whose path has a blank or a colon in it; "
                                        "set XDG_RUNTIME_DIR, or --out, to a folder without");
    const char* others = std::getenv("LD_PRELOAD"); // NOLINT(concurrency-mt-unsafe): nothing here changes it
    return {{"LD_PRELOAD", plugin + (others && *others ? std::string(":") + others : "")},
            {"UAESCOPE_PRELOAD", preload.program},
            {"UAESCOPE_CAPTURE", preload.capture},
            {"UAESCOPE_MARKS", preload.marks}};
}

} // namespace uaescope::lab
