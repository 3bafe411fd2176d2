// Reasons that are timed: who owned the time of the operations. They vary with the machine's load.
#include "analyzer/core/reason_rules.h"

#include "analyzer/core/text.h"

#include <limits>

namespace uaescope::core::rules {
namespace {

constexpr double mostOfTheTime = 0.5;
constexpr double sleepWorthNaming = 0.1;
constexpr double deviceWorthNaming = 0.25;

std::optional<Finding> shareOf(const SetupView& setup, Owner owner, double least, const char* opening) {
    Owners owners;
    for (const TestReport& test : setup.run->tests) owners += test.owners;
    // Without host calls nothing tells the owners apart.
    if (owners.total() == 0 || setup.run->hostCalls == 0) return std::nullopt;
    const double share = static_cast<double>(owners[owner]) / static_cast<double>(owners.total());
    if (share < least) return std::nullopt;
    Finding finding{.setup = setup.name, .opening = opening, .figure = percentText(share)};
    finding.weight = share < 1 ? 1 / (1 - share) : std::numeric_limits<double>::infinity();
    finding.numbers = {{"share", share}};
    return finding;
}

} // namespace

std::optional<Finding> emulatedCode(const SetupView& setup) {
    return shareOf(setup, Owner::guest, mostOfTheTime,
                   "Most of the time is emulated code (the guest's DOS and filesystem), not I/O at all:");
}

std::optional<Finding> emulatorSleep(const SetupView& setup) {
    return shareOf(setup, Owner::sleep, sleepWorthNaming,
                   "Part of the time the emulator slept to keep the Amiga's pace:");
}

std::optional<Finding> deviceTime(const SetupView& setup) {
    const bool traced = setup.run->traffic && setup.run->traffic->hasDevice;
    return shareOf(setup, Owner::device, deviceWorthNaming,
                   traced ? "Part of the time a device request was on its way, there or back, but in no host call:"
                          : "Part of the time is the emulator's own storage code, between its host calls:");
}

std::optional<Finding> hostTime(const SetupView& setup) {
    return shareOf(setup, Owner::hostIo, mostOfTheTime, "Most of the time is spent in host calls:");
}

} // namespace uaescope::core::rules
