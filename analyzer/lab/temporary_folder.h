// A folder that exists as long as this object: made under a parent with a unique hidden name, removed with all it
// holds. Making one also removes those beside it whose process was killed before it could.
#pragma once

#include <filesystem>
#include <vector>

namespace uaescope::lab {

class TemporaryFolder {
public:
    explicit TemporaryFolder(const std::filesystem::path& parent); // throws EnvironmentError
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

    static bool isAlive(const std::filesystem::path& folder); // it is there, and so is the process that made it

    // Those under a parent whose process lives, also other processes'.
    static std::vector<std::filesystem::path> livingIn(const std::filesystem::path& parent);

private:
    std::filesystem::path m_path;
    int m_owner = -1; // descriptor of the locked file that says that we live
};

} // namespace uaescope::lab
