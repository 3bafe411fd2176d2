// Reasons that are timed: who owned the time of the operations. They vary with the machine's load.
#include "analyzer/core/reason_rules.h"

#include "analyzer/core/text.h"

namespace uaescope::core::rules {
namespace {

constexpr double mostOfTheTime = 0.5;
constexpr double sleepWorthNaming = 0.1;
constexpr double deviceWorthNaming = 0.25;

struct Share {
    ReasonCode code;
    Owner owner;
    double least; // share of the time from which it is a reason
    const char* is;
};

std::vector<Reason> shareOf(const SetupView& setup, const Share& rule) {
    Owners owners;
    for (const TestReport& test : setup.run->tests) owners += test.owners;
    // Without host calls nothing tells the owners apart.
    if (owners.total() == 0 || setup.run->hostCalls == 0) return {};
    const double share = static_cast<double>(owners[rule.owner]) / static_cast<double>(owners.total());
    if (share < rule.least) return {};
    return {{rule.code,
             {setup.name},
             {},
             percentText(share) + " of the time on " + setup.name + " " + rule.is,
             {{"share", share}}}};
}

} // namespace

std::vector<Reason> emulatedCode(const SetupView& setup) {
    return shareOf(setup, {ReasonCode::emulatedCode, Owner::guest, mostOfTheTime,
                           "is emulated code (the guest's DOS and filesystem), not I/O at all."});
}

std::vector<Reason> emulatorSleep(const SetupView& setup) {
    return shareOf(setup, {ReasonCode::emulatorSleep, Owner::sleep, sleepWorthNaming,
                           "the emulator slept to keep the Amiga's pace."});
}

std::vector<Reason> deviceTime(const SetupView& setup) {
    return shareOf(setup, {ReasonCode::deviceTime, Owner::device, deviceWorthNaming,
                           "is the emulator's own storage code, between its host calls."});
}

std::vector<Reason> hostTime(const SetupView& setup) {
    return shareOf(setup, {ReasonCode::hostTime, Owner::hostIo, mostOfTheTime, "is spent in host calls."});
}

} // namespace uaescope::core::rules
