#include "analyzer/lab/fs_uae_configuration.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/text_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <optional>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

using Settings = std::map<std::string, std::string>;

std::string environment(const char* name) {
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nothing here changes the environment
    return value ? value : "";
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

std::string settingName(const std::string& text) {
    std::string key = lowered(trimmed(text));
    std::replace(key.begin(), key.end(), '-', '_');
    return key;
}

// The first file that sets a key wins, as in FS-UAE.
void addSettings(Settings& settings, std::istream& file) {
    for (std::string line; std::getline(file, line);) {
        line = trimmed(line);
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos || line[0] == '#' || line[0] == ';' || line[0] == '[') continue;
        settings.emplace(settingName(line.substr(0, equals)), trimmed(line.substr(equals + 1)));
    }
}

std::string settingOf(const Settings& settings, const std::string& key) {
    const auto found = settings.find(key);
    return found == settings.end() ? std::string() : found->second;
}

// XDG_DOCUMENTS_DIR="$HOME/Documents" in user-dirs.dirs; the home folder where the desktop says nothing.
fs::path documentsFolder(const fs::path& home, const fs::path& configurations) {
    std::ifstream file(configurations / "user-dirs.dirs");
    for (std::string line; std::getline(file, line);) {
        constexpr std::string_view key = "XDG_DOCUMENTS_DIR=\"";
        if (line.rfind(key, 0) != 0) continue;
        const std::string value = line.substr(key.size(), line.rfind('"') - key.size());
        return value.rfind("$HOME/", 0) == 0 ? home / value.substr(6) : fs::path(value);
    }
    return home;
}

// The folders that relative paths and names like $BASE stand for, as FS-UAE has them.
class Places {
public:
    Places(const fs::path& file, const Settings& settings) : m_configuration(fs::absolute(file).parent_path()) {
        m_home = environment("HOME");
        const std::string xdg = environment("XDG_CONFIG_HOME");
        const fs::path configurations = xdg.empty() ? m_home / ".config" : fs::path(xdg);
        m_documents = documentsFolder(m_home, configurations);
        m_base = baseFolder(settings, configurations);
    }

    const fs::path& base() const { return m_base; }

    // An existing one among the current folder, the configuration's and the given one; otherwise the last.
    fs::path found(const std::string& text, const fs::path& usual) const {
        const fs::path path = expanded(text);
        if (path.is_absolute()) return path.lexically_normal();
        for (const fs::path& folder : {fs::current_path(), m_configuration})
            if (fs::exists(folder / path)) return (folder / path).lexically_normal();
        return (usual / path).lexically_normal();
    }

    // A folder of FS-UAE's own: where its key says, or in the base folder.
    fs::path folder(const Settings& settings, const std::string& key, const std::string& name) const {
        const std::string value = settingOf(settings, key);
        return value.empty() ? m_base / name : found(value, m_base);
    }

private:
    fs::path expanded(const std::string& text) const {
        const std::array<std::pair<std::string_view, const fs::path*>, 6> names = {{{"~", &m_home},
                                                                                    {"$home", &m_home},
                                                                                    {"$base", &m_base},
                                                                                    {"$fsuae", &m_base},
                                                                                    {"$documents", &m_documents},
                                                                                    {"$config", &m_configuration}}};
        const std::size_t slash = text.find('/');
        const std::string first = lowered(text.substr(0, slash));
        for (const auto& [name, folder] : names)
            if (first == name) return slash == std::string::npos ? *folder : *folder / text.substr(slash + 1);
        return text;
    }

    fs::path baseFolder(const Settings& settings, const fs::path& configurations) const {
        if (const std::string base = settingOf(settings, "base_dir"); !base.empty()) return absolute(expanded(base));
        if (const std::string base = environment("FS_UAE_BASE_DIR"); !base.empty()) return fs::absolute(base);
        if (const std::string base = trimmed(firstLine(configurations / "fs-uae/base-dir")); !base.empty())
            return absolute(expanded(base));
        return fs::exists(m_home / "FS-UAE") ? m_home / "FS-UAE" : m_documents / "FS-UAE";
    }

    fs::path m_configuration, m_home, m_documents, m_base;
};

std::vector<UserVolume> volumesOf(const Settings& settings, const Places& places) {
    struct Kind {
        const char* key;
        const char* drive;
        int count;
        const char* folderKey;
        const char* folder;
    };
    constexpr std::array<Kind, 3> kinds = {{{"hard_drive_", "DH", 10, "hard_drives_dir", "Hard Drives"},
                                            {"floppy_drive_", "DF", 4, "floppies_dir", "Floppies"},
                                            {"cdrom_drive_", "CD", 1, "cdroms_dir", "CD-ROMs"}}};
    std::vector<UserVolume> volumes;
    for (const Kind& kind : kinds) {
        for (int i = 0; i < kind.count; ++i) {
            const std::string path = settingOf(settings, kind.key + std::to_string(i));
            if (path.empty()) continue;
            const fs::path usual = places.folder(settings, kind.folderKey, kind.folder);
            volumes.push_back({kind.drive + std::to_string(i), places.found(path, usual)});
        }
    }
    constexpr std::string_view raw = "uae_"; // lines that FS-UAE hands on to UAE
    for (const auto& [key, value] : settings)
        if (key.rfind(raw, 0) == 0)
            if (const auto volume = volumeOfUaeLine(std::string_view(key).substr(raw.size()), value))
                volumes.push_back(*volume);
    return volumes;
}

} // namespace

FsUaeConfiguration readFsUaeConfiguration(const fs::path& file, const std::vector<KeyValue>& setAnew) {
    std::ifstream stream(file);
    if (!stream || !fs::is_regular_file(file))
        throw UsageError(file.string() + ": no such file; name a configuration of FS-UAE, for instance Work.fs-uae");
    Settings ofFile;
    addSettings(ofFile, stream);
    if (ofFile.empty())
        throw UsageError(file.string() + ": expected lines like 'hard_drive_0 = Work', found none; this is no "
                                         "configuration of FS-UAE");
    FsUaeConfiguration configuration;
    configuration.file = fs::absolute(file).lexically_normal();
    for (const auto& [key, value] : setAnew) configuration.settings[settingName(key)] = trimmed(value);
    configuration.settings.merge(ofFile);
    const fs::path configurations =
        Places(file, configuration.settings).folder(configuration.settings, "configurations_dir", "Configurations");
    std::ifstream host(configurations / "Host.fs-uae");
    addSettings(configuration.settings, host);
    const Places places(file, configuration.settings);
    configuration.base = places.base();
    configuration.plugins = places.folder(configuration.settings, "plugins_dir", "Plugins");
    configuration.volumes = volumesOf(configuration.settings, places);
    for (int drive = 9; drive >= 0; --drive)
        if (settingOf(configuration.settings, "hard_drive_" + std::to_string(drive)).empty())
            configuration.freeDrives.push_back(drive);
    return configuration;
}

} // namespace uaescope::lab
