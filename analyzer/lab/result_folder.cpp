#include "analyzer/lab/result_folder.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/temporary_folder.h"

#include <array>
#include <ctime>
#include <string>
#include <system_error>
#include <unistd.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

std::string nameByTime() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d-%H%M%S", &local);
    return text.data();
}

fs::path freshRunFolder() {
    const fs::path runs = dataFolder() / "runs";
    const std::string name = nameByTime();
    fs::path folder = runs / name;
    for (int twin = 2; fs::exists(folder); ++twin) folder = runs / (name + "-" + std::to_string(twin));
    return folder;
}

// The topmost of the folder and its parents that does not exist yet; empty when the folder exists.
fs::path firstMissing(fs::path folder) {
    fs::path missing;
    while (!folder.empty() && !fs::exists(folder)) {
        missing = folder;
        folder = folder.parent_path();
    }
    return missing;
}

} // namespace

ResultFolder::ResultFolder(const fs::path& named) {
    m_path = fs::absolute(named.empty() ? freshRunFolder() : named).lexically_normal();
    if (!m_path.has_filename()) m_path = m_path.parent_path();
    m_firstMade = firstMissing(m_path);
    std::error_code error;
    fs::create_directories(m_path, error);
    if (error)
        throw EnvironmentError(m_path.string() + ": the folder for captures cannot be made: " + error.message() +
                               "; name another one with --out");
    const TemporaryFolder probe(m_path); // throws when it cannot be written to
}

ResultFolder::~ResultFolder() {
    if (m_firstMade.empty()) return;
    // From the inside out; the first that holds something stops it.
    for (fs::path folder = m_path; rmdir(folder.c_str()) == 0 && folder != m_firstMade;) folder = folder.parent_path();
}

} // namespace uaescope::lab
