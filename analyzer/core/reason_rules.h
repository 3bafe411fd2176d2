// One function for each reason; what it finds does not apply where it finds nothing.
#pragma once

#include "analyzer/core/reasons.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace uaescope::core::rules {

// A reason as it applies to one setup. Findings that differ in figure and detail alone are said in one sentence:
// opening, then "FIGURE on SETUP and SETUP (DETAIL), FIGURE on SETUP (DETAIL)", then closing and a full stop.
struct Finding {
    std::string setup;
    std::vector<std::string> against = {};
    std::string test = {};
    std::string opening = {}; // "One 64 KiB write becomes"
    std::string figure = {};  // "130 host writes of 512 bytes"
    std::string detail = {};
    std::string closing = {};
    double weight = 1; // how many times more work is done, or time taken, than without it
    std::map<std::string, double> numbers = {};
};

std::vector<Finding> callsPerCreate(std::span<const SetupView> setups);
std::optional<Finding> requestErrors(const SetupView& setup);
std::optional<Finding> directoryScan(const SetupView& setup);
std::optional<Finding> smallWrites(const SetupView& setup);
std::optional<Finding> writeRereads(const SetupView& setup);
std::optional<Finding> readAmplification(const SetupView& setup);
std::optional<Finding> servedFromCache(const SetupView& setup);
std::optional<Finding> emulatedCode(const SetupView& setup);
std::optional<Finding> emulatorSleep(const SetupView& setup);
std::optional<Finding> deviceTime(const SetupView& setup);
std::optional<Finding> hostTime(const SetupView& setup);
std::optional<Finding> lateWrites(const SetupView& setup);
std::optional<Finding> notHandedOver(const SetupView& setup);

// The run's first test of that kind, or nullptr.
const TestReport* testOf(const Report& run, Work work);

// Its test of that kind whose operations of one kind (US_OP_READ, US_OP_WRITE) are the largest, or nullptr.
const TestReport* largestOperations(const Report& run, Work work, std::uint8_t kind);

} // namespace uaescope::core::rules
