// The folder that captures go to.
#pragma once

#include <filesystem>

namespace uaescope::lab {

// Makes it if need be and proves that it can be written to; a folder this object made and nobody put anything into is
// removed again with it.
class ResultFolder {
public:
    // The named folder; an empty name means a new one, runs/DATE-TIME in the user's data folder.
    // Throws EnvironmentError that says what to do.
    explicit ResultFolder(const std::filesystem::path& named);
    ~ResultFolder();
    ResultFolder(const ResultFolder&) = delete;
    ResultFolder& operator=(const ResultFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
    std::filesystem::path m_firstMade; // topmost folder that was not there before; empty: none
};

} // namespace uaescope::lab
