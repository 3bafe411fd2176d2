// How far a long work is, on one line of a terminal; silent where standard error is none.
#pragma once

#include "hardfiles/survey_progress.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace uaescope::hardfiles {

class Progress {
public:
    // What is done, for the line: "converting".
    explicit Progress(std::string work);
    // Takes the line away.
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(std::uint64_t done, std::uint64_t all);
    bool isTerminal() const { return m_terminal; }

private:
    std::string m_work;
    std::chrono::steady_clock::time_point m_shown{};
    bool m_terminal, m_visible = false;
};

// The same for the surveys of volumes, as long as it lives.
class SurveyLine {
public:
    explicit SurveyLine(std::string work);

private:
    Progress m_progress;
    SurveyProgress m_survey;
};

} // namespace uaescope::hardfiles
