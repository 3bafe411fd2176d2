#include "uaeplugin/session.h"

#include <fstream>

namespace uaescope::plugin {

Session::Session(const std::filesystem::path& folder) {
    std::ifstream jobs(folder / "jobs");
    for (std::string line; std::getline(jobs, line);)
        if (!line.empty()) m_jobs.push_back(line);
    std::ifstream facts(folder / "facts");
    for (std::string line; std::getline(facts, line);)
        if (const std::size_t equals = line.find('='); equals != std::string::npos)
            m_facts.emplace_back(line.substr(0, equals), line.substr(equals + 1));
}

std::optional<std::string> Session::nextJob() const {
    if (m_jobs.empty()) return std::nullopt;
    return m_jobs.front();
}

} // namespace uaescope::plugin
