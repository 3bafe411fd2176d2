#include "analyzer/lab/self_check.h"

#include "analyzer/lab/error.h"

namespace uaescope::lab {
namespace {

std::string factOf(const core::Trace& trace, const char* key) {
    const auto fact = trace.facts.find(key);
    return fact == trace.facts.end() ? std::string() : fact->second;
}

} // namespace

SelfCheck selfCheckOf(const core::Trace& trace) {
    const std::string file = trace.file.string();
    const std::string how = factOf(trace, "self-check");
    if (how.empty())
        throw WorkError(file + ": expected counts of the kernel, found a run without UAESCOPE_SELF_CHECK=1");
    if (how != "seccomp")
        throw EnvironmentError(file + ": the self-check " + how +
                               "; it needs Linux with seccomp filters, which some containers forbid");
    if (!trace.finished)
        throw WorkError(file +
                        ": the capture has no end record, and the kernel's counts come right before it; run again");
    if (const std::string lost = factOf(trace, "self-check.lost"); !lost.empty())
        throw WorkError(file + ": " + lost + " system calls found no room in the kernel's counts; use a smaller suite");
    SelfCheck check;
    check.setup = factOf(trace, "setup");
    check.storage = factOf(trace, "storage.0");
    check.counted = core::countedTraffic(trace);
    check.recorded = core::recordedTraffic(trace);
    check.differences = core::differences(check.counted, check.recorded);
    for (const capture::Drop& drop : trace.drops) check.dropped += drop.count;
    return check;
}

SelfCheck runSelfCheck(const Setup& setup, RunOptions options, const std::stop_token& stop,
                       const EmulatorObserver& observer) {
    options.environment.emplace_back("UAESCOPE_SELF_CHECK", "1");
    const RunResult result = runSetup(setup, 1, options, stop, observer);
    SelfCheck check = selfCheckOf(core::loadTrace(result.capture));
    check.retried = result.retried;
    return check;
}

} // namespace uaescope::lab
