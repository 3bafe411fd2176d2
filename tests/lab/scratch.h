// A folder for one test, gone afterwards, and small files in it.
#pragma once

#include "analyzer/lab/temporary_folder.h"
#include "analyzer/lab/text_file.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace uaescope::lab {

class Scratch {
public:
    Scratch() : m_folder(std::filesystem::temp_directory_path()) {}

    const std::filesystem::path& path() const { return m_folder.path(); }
    std::filesystem::path file(std::string_view name, std::string_view text) const {
        writeTextFile(path() / name, text);
        return path() / name;
    }
    std::filesystem::path folder(std::string_view name) const {
        std::filesystem::create_directory(path() / name);
        return path() / name;
    }
    std::filesystem::path program(std::string_view name, std::string_view script) const {
        const std::filesystem::path made = file(name, "#!/bin/sh\n" + std::string(script));
        std::filesystem::permissions(made, std::filesystem::perms::owner_all);
        return made;
    }

private:
    TemporaryFolder m_folder;
};

inline std::string contents(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

// The message of the expected exception; a test failure when another or none is thrown.
template <typename Error, typename Work>
std::string messageOf(Work work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "(nothing was thrown)";
}

} // namespace uaescope::lab
