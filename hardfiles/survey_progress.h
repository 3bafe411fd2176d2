// How far the surveys of a thread are, for those who wait for them: a survey is far below whoever can show that.
#pragma once

#include <cstdint>
#include <functional>

namespace uaescope::hardfiles {

class SurveyProgress {
public:
    // Told now and then how many of the blocks that are in use on the volume at hand have been met.
    using Show = std::function<void(std::uint64_t done, std::uint64_t all)>;

    // Without a function surveys have nobody to tell.
    explicit SurveyProgress(Show show);
    ~SurveyProgress();
    SurveyProgress(const SurveyProgress&) = delete;
    SurveyProgress& operator=(const SurveyProgress&) = delete;

    // Of this thread; nothing when nobody waits.
    static const Show* current();

private:
    Show m_show;
    const Show* m_before;
};

} // namespace uaescope::hardfiles
