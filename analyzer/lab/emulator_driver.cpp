#include "analyzer/lab/emulator_driver.h"

#include "analyzer/lab/child_process.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/text_file.h"

#include <algorithm>
#include <cctype>
#include <sys/mman.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace uaescope::lab {

bool isAmiberry(const fs::path& program) {
    std::string name = program.filename();
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name.starts_with("amiberry");
}

std::unique_ptr<EmulatorDriver> driverOf(const fs::path& program) {
    return isAmiberry(program) ? amiberryDriver() : fsUaeDriver();
}

void replaceSettings(std::vector<KeyValue>& settings, const std::vector<KeyValue>& with) {
    for (const KeyValue& setting : with) {
        std::erase_if(settings, [&](const KeyValue& other) { return other.first == setting.first; });
        settings.push_back(setting);
    }
}

std::string firstLinePrinted(const fs::path& program, const std::string& option) {
    const int memory = memfd_create("version", MFD_CLOEXEC);
    if (memory < 0) return "";
    const fs::path output = "/proc/self/fd/" + std::to_string(memory);
    std::string line;
    try {
        ChildProcess child({{program, option}, {{"SDL_VIDEODRIVER", "offscreen"}}, "/", output});
        if (child.waitFor(std::chrono::seconds(10))) line = firstLine(output);
    } catch (const EnvironmentError&) {
        line.clear();
    }
    close(memory);
    return line;
}

} // namespace uaescope::lab
