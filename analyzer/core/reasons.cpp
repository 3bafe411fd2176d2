#include "analyzer/core/reasons.h"

#include "analyzer/core/reason_rules.h"
#include "analyzer/core/text.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace uaescope::core {
namespace {

using rules::Finding;

struct Rule {
    ReasonCode code;
    std::optional<Finding> (*find)(const SetupView&);
};

constexpr Rule perSetup[] = {{ReasonCode::requestErrors, rules::requestErrors},
                             {ReasonCode::directoryScan, rules::directoryScan},
                             {ReasonCode::smallWrites, rules::smallWrites},
                             {ReasonCode::writeRereads, rules::writeRereads},
                             {ReasonCode::readAmplification, rules::readAmplification},
                             {ReasonCode::servedFromCache, rules::servedFromCache},
                             {ReasonCode::emulatedCode, rules::emulatedCode},
                             {ReasonCode::hostTime, rules::hostTime},
                             {ReasonCode::deviceTime, rules::deviceTime},
                             {ReasonCode::emulatorSleep, rules::emulatorSleep},
                             {ReasonCode::lateWrites, rules::lateWrites},
                             {ReasonCode::notHandedOver, rules::notHandedOver}};

struct Found {
    Reason reason;
    double weight = 0;
};

// "130 host writes on hdf and rdb (DETAIL), 33 host writes on big"
std::string figuresText(std::span<const Finding> findings) {
    std::vector<std::string> items;
    std::vector<bool> said(findings.size());
    for (std::size_t i = 0; i < findings.size(); ++i) {
        if (said[i]) continue;
        std::vector<std::string> setups;
        for (std::size_t j = i; j < findings.size(); ++j) {
            if (findings[j].figure != findings[i].figure || findings[j].detail != findings[i].detail) continue;
            setups.push_back(findings[j].setup);
            said[j] = true;
        }
        std::string item = findings[i].figure + " on " + listText(setups);
        if (!findings[i].detail.empty()) item += " (" + findings[i].detail + ")";
        items.push_back(std::move(item));
    }
    std::string text;
    for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
    return text;
}

Found sentenceOf(ReasonCode code, std::span<const Finding> findings) {
    const Finding& first = findings.front();
    Found found;
    Reason& reason = found.reason;
    reason.code = code;
    reason.test = first.test;
    reason.against = first.against;
    reason.text = first.opening + " " + figuresText(findings) + first.closing + ".";
    for (const Finding& finding : findings) {
        reason.about.push_back({finding.setup, finding.numbers});
        found.weight = std::max(found.weight, finding.weight);
    }
    return found;
}

void addSentences(std::vector<Found>& found, ReasonCode code, std::vector<Finding> findings) {
    while (!findings.empty()) {
        const auto isOther = [first = findings.front()](const Finding& finding) {
            return finding.opening != first.opening || finding.closing != first.closing || finding.test != first.test;
        };
        const auto others = std::stable_partition(findings.begin(), findings.end(), std::not_fn(isOther));
        found.push_back(sentenceOf(code, std::span(findings.begin(), others)));
        findings.erase(findings.begin(), others);
    }
}

int rankOf(const Reason& reason, std::size_t setups) {
    switch (reason.code) {
    case ReasonCode::requestErrors: return -1; // whatever else is slow, this is broken
    case ReasonCode::emulatedCode:
    case ReasonCode::hostTime: return 0;
    case ReasonCode::lateWrites:
    case ReasonCode::notHandedOver: return 3;
    default: return reason.about.size() < setups ? 1 : 2;
    }
}

} // namespace

const char* reasonName(ReasonCode code) {
    switch (code) {
    case ReasonCode::requestErrors: return "request-errors";
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
    std::vector<Found> found;
    addSentences(found, ReasonCode::callsPerCreate, rules::callsPerCreate(setups));
    for (const Rule& rule : perSetup) {
        std::vector<Finding> findings;
        for (const SetupView& setup : setups)
            if (std::optional<Finding> finding = rule.find(setup)) findings.push_back(std::move(*finding));
        addSentences(found, rule.code, findings);
    }
    std::stable_sort(found.begin(), found.end(), [&](const Found& a, const Found& b) {
        const int rankA = rankOf(a.reason, setups.size());
        const int rankB = rankOf(b.reason, setups.size());
        return rankA != rankB ? rankA < rankB : a.weight > b.weight;
    });
    std::vector<Reason> reasons;
    reasons.reserve(found.size());
    for (Found& one : found) reasons.push_back(std::move(one.reason));
    return reasons;
}

} // namespace uaescope::core
