#include "analyzer/lab/emulator_driver.h"

#include "analyzer/lab/text_file.h"
#include "uaeplugin/capture/protocol.h"

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

// What every run needs. An A4000 boots in under a second; the priority keeps AROS from booting the volume under test.
// The boot volume is the last drive, DH9:, because partitions of images are often called DH0 and the first device of a
// name wins.
std::vector<KeyValue> ourSettings(const fs::path& session) {
    return {{"amiga_model", defaultModel},  {"kickstart_file", "internal"},     {"base_dir", session / "base"},
            {"floppy_drive_volume", "0"},   {"audio_driver", "dummy"},          {"uae_native_code", "true"},
            {"uaenative_library", "1"},     {"hard_drive_9", session / "boot"}, {"hard_drive_9_label", "System"},
            {"hard_drive_9_priority", "20"}};
}

// As an emulator is that has no uaenative.library; the guest finds the folder for its marks on the boot volume.
const std::vector<KeyValue>& fileMarkSettings() {
    static const std::vector<KeyValue> settings = {
        {"uae_native_code", "false"}, {"uaenative_library", "0"}, {"hard_drive_9_label", US_FILES_VOLUME}};
    return settings;
}

class FsUae : public EmulatorDriver {
public:
    const char* name() const override { return "FS-UAE"; }

    std::string version(const fs::path& program) const override {
        const std::string version = firstLinePrinted(program, "--version");
        return version.empty() ? "" : "FS-UAE " + version;
    }

    fs::path pluginFolder(const fs::path& session) const override { return session / "base/Plugins"; }

    std::string nativeCodeSettings() const override { return "uae_native_code=true, uaenative_library=1"; }

    std::string rom(const fs::path&) const override {
        return "AROS, built into FS-UAE; another one with --set kickstart_file=FILE";
    }

    void configure(const EmulatorRun& run, const fs::path&) const override {
        std::vector<KeyValue> settings = ourSettings(run.session);
        if (run.extraMemoryMb > 0) settings.emplace_back("zorro_iii_memory", std::to_string(run.extraMemoryMb << 10));
        if (run.marks == Marks::files) replaceSettings(settings, fileMarkSettings());
        replaceSettings(settings, run.settings);
        std::string text = "[config]\n";
        for (const auto& [key, value] : settings) text.append(key).append("=").append(value).append("\n");
        for (const std::string& line : run.rawLines) text.append(line).append("\n");
        writeTextFile(run.session / "config.fs-uae", text);
    }

    std::vector<std::string> arguments(const fs::path& session) const override { return {session / "config.fs-uae"}; }

    std::vector<KeyValue> environment(const fs::path&) const override { return {}; }

    fs::path log(const fs::path& session) const override { return session / "base/Cache/Logs/fs-uae.log.txt"; }
};

} // namespace

std::unique_ptr<EmulatorDriver> fsUaeDriver() { return std::make_unique<FsUae>(); }

} // namespace uaescope::lab
