// One function for each reason; an empty result means that the reason does not apply.
#pragma once

#include "analyzer/core/reasons.h"

#include <cstdint>
#include <span>
#include <vector>

namespace uaescope::core::rules {

std::vector<Reason> callsPerCreate(std::span<const SetupView> setups);
std::vector<Reason> directoryScan(const SetupView& setup);
std::vector<Reason> smallWrites(const SetupView& setup);
std::vector<Reason> writeRereads(const SetupView& setup);
std::vector<Reason> readAmplification(const SetupView& setup);
std::vector<Reason> servedFromCache(const SetupView& setup);
std::vector<Reason> emulatedCode(const SetupView& setup);
std::vector<Reason> emulatorSleep(const SetupView& setup);
std::vector<Reason> deviceTime(const SetupView& setup);
std::vector<Reason> hostTime(const SetupView& setup);
std::vector<Reason> lateWrites(const SetupView& setup);
std::vector<Reason> notHandedOver(const SetupView& setup);

// The run's first test of that kind, or nullptr.
const TestReport* testOf(const Report& run, Work work);

// Its test of that kind whose operations of one kind (US_OP_READ, US_OP_WRITE) are the largest, or nullptr.
const TestReport* largestOperations(const Report& run, Work work, std::uint8_t kind);

} // namespace uaescope::core::rules
