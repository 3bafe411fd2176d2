#include "analyzer/lab/text_file.h"

#include "analyzer/lab/error.h"

#include <cerrno>
#include <cstring>
#include <deque>
#include <fstream>

namespace uaescope::lab {

void writeTextFile(const std::filesystem::path& file, std::string_view text) {
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) throw EnvironmentError(file.string() + ": cannot be written: " + std::strerror(errno));
}

std::string firstLine(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

std::string lastLines(const std::filesystem::path& file, std::size_t count) {
    std::ifstream stream(file);
    std::deque<std::string> kept;
    for (std::string line; std::getline(stream, line);) {
        if (line.empty()) continue;
        kept.push_back(line);
        if (kept.size() > count) kept.pop_front();
    }
    std::string text;
    for (const std::string& line : kept) text += "  " + line + "\n";
    return text;
}

} // namespace uaescope::lab
