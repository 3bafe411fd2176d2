// The session folder that the runner made: the guest's jobs, and facts for the capture.
#pragma once

#include "uaeplugin/capture/reader.h"

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace uaescope::plugin {

class Session {
public:
    Session() = default;                                   // without a folder: no jobs, no facts
    explicit Session(const std::filesystem::path& folder); // files that are missing count as empty

    std::vector<capture::Fact> facts() const { return m_facts; }
    // The job that would come next; it stays until it is taken.
    std::optional<std::string> nextJob() const;
    void takeJob() { m_jobs.pop_front(); }

private:
    std::deque<std::string> m_jobs;
    std::vector<capture::Fact> m_facts;
};

} // namespace uaescope::plugin
