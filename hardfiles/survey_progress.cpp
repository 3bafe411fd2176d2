#include "hardfiles/survey_progress.h"

#include <utility>

namespace uaescope::hardfiles {

namespace {

thread_local const SurveyProgress::Show* shown = nullptr;

}

SurveyProgress::SurveyProgress(Show show)
    : m_show(std::move(show)), m_before(std::exchange(shown, m_show ? &m_show : nullptr)) {}

SurveyProgress::~SurveyProgress() { shown = m_before; }

const SurveyProgress::Show* SurveyProgress::current() { return shown; }

} // namespace uaescope::hardfiles
