#include "analyzer/core/reasons.h"

#include "analyzer/core/reason_rules.h"

#include <iterator>

namespace uaescope::core {

const char* reasonName(ReasonCode code) {
    switch (code) {
    case ReasonCode::callsPerCreate: return "calls-per-create";
    case ReasonCode::directoryScan: return "directory-scan";
    case ReasonCode::smallWrites: return "small-writes";
    case ReasonCode::writeRereads: return "write-rereads";
    case ReasonCode::readAmplification: return "read-amplification";
    case ReasonCode::servedFromCache: return "served-from-cache";
    case ReasonCode::emulatedCode: return "emulated-code";
    case ReasonCode::emulatorSleep: return "emulator-sleep";
    case ReasonCode::deviceTime: return "device-time";
    case ReasonCode::hostTime: return "host-time";
    case ReasonCode::lateWrites: return "late-writes";
    case ReasonCode::notHandedOver: return "not-handed-over";
    }
    return "";
}

const TestReport* rules::testOf(const Report& run, Work work) {
    for (const TestReport& test : run.tests)
        if (test.work == work) return &test;
    return nullptr;
}

const TestReport* rules::largestOperations(const Report& run, Work work, std::uint8_t kind) {
    const TestReport* largest = nullptr;
    double most = 0;
    for (const TestReport& test : run.tests) {
        const auto operations = test.operationsByKind.find(kind);
        if (test.work != work || operations == test.operationsByKind.end()) continue;
        const auto bytes = static_cast<double>(test.guestBytesRead + test.guestBytesWritten);
        const double size = bytes / static_cast<double>(operations->second);
        if (size <= most) continue;
        largest = &test;
        most = size;
    }
    return largest;
}

std::vector<Reason> reasonsFor(std::span<const SetupView> setups) {
    using Rule = std::vector<Reason> (*)(const SetupView&);
    static constexpr Rule perSetup[] = {rules::directoryScan,     rules::smallWrites,     rules::writeRereads,
                                        rules::readAmplification, rules::servedFromCache, rules::emulatedCode,
                                        rules::hostTime,          rules::deviceTime,      rules::emulatorSleep,
                                        rules::lateWrites,        rules::notHandedOver};
    std::vector<Reason> reasons = rules::callsPerCreate(setups);
    for (const Rule rule : perSetup)
        for (const SetupView& setup : setups) {
            std::vector<Reason> more = rule(setup);
            reasons.insert(reasons.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
        }
    return reasons;
}

} // namespace uaescope::core
