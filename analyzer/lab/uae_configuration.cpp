#include "analyzer/lab/uae_configuration.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/image_kind.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

constexpr int hardDrives = 10;
constexpr int floppyDrives = 4;

std::string settingOf(const std::map<std::string, std::string>& settings, const std::string& key,
                      const std::string& otherwise) {
    const auto found = settings.find(key);
    return found == settings.end() || found->second.empty() ? otherwise : found->second;
}

std::string writablePath(const std::string& path) {
    if (path.find_first_of(",\"") == std::string::npos) return path;
    throw UsageError(path + ": UAE's configuration takes no path with a comma or a quotation mark in it");
}

// A drive's setting that nothing reads would be lost without a word.
void requireTranslation(const std::string& key) {
    static const std::regex translated("hard_drive_[0-9](_(label|priority|read_only|controller))?|floppy_drive_[0-3]|"
                                       "cdrom_drive_0");
    if (!std::regex_match(key, translated))
        throw UsageError(key + ": this setting of FS-UAE's drives is not translated for Amiberry; give a line of UAE's "
                               "own instead, for instance uae_hardfile2=rw,DH1:/path,0,0,0,512,0,,ide1");
}

std::string hardDriveLine(const std::map<std::string, std::string>& settings, int number) {
    const std::string key = "hard_drive_" + std::to_string(number);
    const fs::path path = writablePath(settings.at(key));
    const std::string access = settingOf(settings, key + "_read_only", "0") == "1" ? "ro," : "rw,";
    const std::string device = "DH" + std::to_string(number) + ":";
    const std::string priority = settingOf(settings, key + "_priority", "0");
    if (fs::is_directory(path) || path.extension() == ".zip")
        return "filesystem2=" + access + device + settingOf(settings, key + "_label", path.stem()) + ":" +
               path.string() + "," + priority;
    const std::string controller = settingOf(settings, key + "_controller", "uae");
    if (controller != "uae" && controller != "ide")
        throw UsageError(key + "_controller=" + controller + ": this emulator is driven with uae or ide");
    const std::string geometry = imageKind(path).kind == StorageKind::rdb ? ",0,0,0,512," : ",32,1,2,512,";
    return "hardfile2=" + access + device + path.string() + geometry + priority + ",," + controller +
           std::to_string(number);
}

} // namespace

std::vector<std::string> uaeLines(const std::vector<KeyValue>& settings, const std::vector<std::string>& rawLines) {
    std::map<std::string, std::string> drives;
    std::vector<std::string> lines;
    for (const auto& [key, value] : settings) {
        const bool isDrive =
            key.starts_with("hard_drive_") || key.starts_with("floppy_drive_") || key.starts_with("cdrom_drive_");
        if (isDrive) {
            requireTranslation(key);
            drives[key] = value;
        } else {
            lines.push_back((key.starts_with("uae_") ? key.substr(4) : key) + "=" + value);
        }
    }
    for (int i = 0; i < hardDrives; ++i)
        if (!settingOf(drives, "hard_drive_" + std::to_string(i), "").empty())
            lines.push_back(hardDriveLine(drives, i));
    int floppies = 0;
    for (int i = 0; i < floppyDrives; ++i) {
        const std::string path = settingOf(drives, "floppy_drive_" + std::to_string(i), "");
        if (path.empty()) continue;
        lines.push_back("floppy" + std::to_string(i) + "=" + path);
        floppies = i + 1;
    }
    lines.push_back("nr_floppies=" + std::to_string(floppies));
    if (floppies == 0) lines.emplace_back("floppy0type=-1");
    if (const std::string disc = settingOf(drives, "cdrom_drive_0", ""); !disc.empty())
        lines.push_back("cdimage0=" + writablePath(disc) + ",image");
    for (const std::string& line : rawLines) lines.push_back(line.starts_with("uae_") ? line.substr(4) : line);
    return lines;
}

} // namespace uaescope::lab
