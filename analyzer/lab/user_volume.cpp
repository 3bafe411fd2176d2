#include "analyzer/lab/user_volume.h"

#include <algorithm>
#include <cctype>
#include <fstream>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

bool isCueSheet(const fs::path& path) {
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
    return ending == ".cue";
}

// FILE "name of the track.bin" BINARY
std::string fileInCueLine(const std::string& line) {
    const std::size_t word = line.find_first_not_of(" \t");
    if (word == std::string::npos || line.compare(word, 5, "FILE ") != 0) return {};
    const std::size_t open = line.find('"');
    const std::size_t close = line.rfind('"');
    if (open != std::string::npos && close > open) return line.substr(open + 1, close - open - 1);
    const std::size_t begin = line.find_first_not_of(' ', word + 5);
    return begin == std::string::npos ? std::string() : line.substr(begin, line.find(' ', begin) - begin);
}

// Up to the comma, which a path in quotation marks may contain.
std::string_view upToComma(std::string_view text) {
    const bool quoted = text.starts_with('"');
    if (!quoted) return text.substr(0, text.find(','));
    const std::size_t close = text.find('"', 1);
    return close == std::string_view::npos ? text.substr(1) : text.substr(1, close - 1);
}

std::string_view after(std::string_view text, char separator) {
    const std::size_t at = text.find(separator);
    return at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
}

bool isNumbered(std::string_view key, std::string_view name) {
    return key.size() == name.size() + 1 && key.starts_with(name) && key.back() >= '0' && key.back() <= '9';
}

} // namespace

std::optional<UserVolume> volumeOfUaeLine(std::string_view key, std::string_view value) {
    UserVolume volume;
    std::string_view path;
    if (key == "filesystem2" || key == "hardfile2") {
        const std::string_view drive = after(value, ',');
        volume.drive = drive.substr(0, drive.find(':'));
        path = after(drive, ':');
        if (key == "filesystem2") path = after(path, ':');
    } else if (isNumbered(key, "floppy") || isNumbered(key, "cdimage")) {
        volume.drive = std::string(key[0] == 'f' ? "DF" : "CD") + key.back();
        path = value;
    }
    volume.path = upToComma(path);
    if (volume.path.empty()) return std::nullopt;
    return volume;
}

std::vector<fs::path> filesOf(const UserVolume& volume) {
    std::vector<fs::path> files = {volume.path};
    if (!isCueSheet(volume.path)) return files;
    std::ifstream sheet(volume.path);
    for (std::string line; std::getline(sheet, line);)
        if (const std::string name = fileInCueLine(line); !name.empty())
            files.push_back((volume.path.parent_path() / name).lexically_normal());
    return files;
}

} // namespace uaescope::lab
