#include "analyzer/lab/emulator_driver.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/text_file.h"
#include "analyzer/lab/uae_configuration.h"

#include <array>
#include <cstdlib>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

constexpr const char* romFile = "kickstarts/aros-rom.bin"; // comes with Amiberry

struct Model {
    std::string_view name; // as FS-UAE calls it
    const char* processor;
    const char* chipset;
};
constexpr std::array<Model, 5> models = {{{"A4000/040", "68040", "aga"},
                                          {"A4000", "68030", "aga"},
                                          {"A3000", "68030", "ecs"},
                                          {"A1200", "68020", "aga"},
                                          {"A500", "68000", "ocs"}}};

const Model& modelNamed(const std::string& name) {
    for (const Model& model : models)
        if (model.name == name) return model;
    std::string known;
    for (const Model& model : models) known += (known.empty() ? "" : ", ") + std::string(model.name);
    throw UsageError("model '" + name + "' is not known for Amiberry; known are " + known);
}

// The folder with data/ and kickstarts/: where the variable says, or as packages and portable builds have it.
fs::path sharedFolder(const fs::path& program) {
    const char* named = std::getenv("AMIBERRY_DATA_DIR"); // NOLINT(concurrency-mt-unsafe): nothing here changes it
    const fs::path beside = fs::canonical(program).parent_path();
    for (const fs::path& folder :
         {fs::path(named ? named : ""), beside, beside / "../share/amiberry", fs::path("/usr/share/amiberry")})
        if (!folder.empty() && fs::exists(folder / romFile) && fs::is_directory(folder / "data")) return folder;
    throw EnvironmentError(program.string() + ": Amiberry's folders 'data' and 'kickstarts' (with aros-rom.bin) are " +
                           "not beside it; set AMIBERRY_DATA_DIR to the folder that holds them");
}

class Amiberry : public EmulatorDriver {
public:
    const char* name() const override { return "Amiberry"; }

    // "$VER: Amiberry 5.7.4 (2024-09-01)"
    std::string version(const fs::path& program) const override {
        const std::string line = firstLinePrinted(program, "--help");
        const std::size_t begin = line.find("Amiberry ");
        return begin == std::string::npos ? "" : line.substr(begin, line.find(" (", begin) - begin);
    }

    fs::path pluginFolder(const fs::path& session) const override { return session / "base/plugins"; }

    std::string nativeCodeSettings() const override { return "native_code=true"; }

    std::string rom(const fs::path& program) const override {
        return "AROS, " + fs::canonical(sharedFolder(program) / romFile).string() +
               "; another one with --set kickstart_rom_file=FILE";
    }

    void configure(const EmulatorRun& run, const fs::path& program) const override {
        if (run.marks == Marks::files)
            throw UsageError("Amiberry lists a folder instead of asking for the one name that is a mark, so --marks " +
                             std::string("files finds none; leave it away"));
        const fs::path shared = fs::canonical(sharedFolder(program));
        fs::create_directories(run.session / "base/conf");
        for (const char* folder : {"data", "kickstarts"})
            fs::create_directory_symlink(shared / folder, run.session / "base" / folder);
        std::string text;
        for (const std::string& line : lines(run)) text.append(line).append("\n");
        writeTextFile(run.session / "config.uae", text);
    }

    std::vector<std::string> arguments(const fs::path& session) const override {
        return {"--log", "-f", session / "config.uae"};
    }

    std::vector<KeyValue> environment(const fs::path& session) const override {
        return {{"AMIBERRY_HOME_DIR", session / "base"}, {"AMIBERRY_DATA_DIR", session / "base"}};
    }

    fs::path log(const fs::path& session) const override { return session / "emulator.out"; }

private:
    static std::vector<std::string> lines(const EmulatorRun& run) {
        std::vector<KeyValue> settings = {
            {"hard_drive_9", run.session / "boot"},
            {"hard_drive_9_label", "System"},
            {"hard_drive_9_priority", "20"},
            {"use_gui", "no"},
            {"kickstart_rom_file", ":AROS"},
            {"cpu_speed", "max"},
            {"cpu_compatible", "false"},
            {"cycle_exact", "false"},
            {"chipmem_size", "4"},
            {"fastmem_size", "8"},
            {"sound_output", "none"},
            {"native_code", "true"},
        };
        if (run.extraMemoryMb > 0) settings.emplace_back("z3mem_size", std::to_string(run.extraMemoryMb));
        std::vector<KeyValue> theirs = run.settings;
        std::string model = defaultModel;
        std::erase_if(theirs, [&](const KeyValue& setting) {
            if (setting.first == "amiga_model") model = setting.second;
            return setting.first == "amiga_model";
        });
        replaceSettings(settings, {{"cpu_model", modelNamed(model).processor}, {"chipset", modelNamed(model).chipset}});
        replaceSettings(settings, theirs);
        return uaeLines(settings, run.rawLines);
    }
};

} // namespace

std::unique_ptr<EmulatorDriver> amiberryDriver() { return std::make_unique<Amiberry>(); }

} // namespace uaescope::lab
