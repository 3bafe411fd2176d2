#include "hardfiles/uaehdf/progress.h"

#include <iostream>
#include <unistd.h>

namespace uaescope::hardfiles {

Progress::Progress(std::string work) : m_work(std::move(work)), m_terminal(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    if (m_visible) std::cerr << "\r\033[K" << std::flush;
}

void Progress::show(std::uint64_t done, std::uint64_t all) {
    constexpr auto often = std::chrono::milliseconds(100);
    const auto now = std::chrono::steady_clock::now();
    if (!m_terminal || all == 0 || now - m_shown < often) return;
    m_shown = now;
    m_visible = true;
    std::cerr << '\r' << m_work << ' ' << static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(all))
              << " %\033[K" << std::flush;
}

SurveyLine::SurveyLine(std::string work)
    : m_progress(std::move(work)),
      m_survey(m_progress.isTerminal()
                   ? SurveyProgress::Show([this](std::uint64_t done, std::uint64_t all) { m_progress.show(done, all); })
                   : SurveyProgress::Show()) {}

} // namespace uaescope::hardfiles
