// Why setups differ, in words a hobbyist understands, each made from the numbers of the runs and from nothing else.
#pragma once

#include "analyzer/core/report.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace uaescope::core {

enum class ReasonCode : std::uint8_t {
    callsPerCreate,    // host calls for one new file, and how many of them for side files
    directoryScan,     // the host directory is read again for each new file
    smallWrites,       // one guest write becomes many host writes
    writeRereads,      // writes make the C library read pages back
    readAmplification, // more is read from the host than the guest asked for
    servedFromCache,   // reads without host I/O behind them
    emulatedCode,      // most of the time is emulated code
    emulatorSleep,     // the emulator slept a good part of the time
    deviceTime,        // the emulator's own storage code, between host calls
    hostTime,          // most of the time is host I/O
    lateWrites,        // bytes reached the host after the operation that wrote them
    notHandedOver,     // bytes never reached the host
};
const char* reasonName(ReasonCode code); // "calls-per-create", ...

struct Reason {
    ReasonCode code = ReasonCode::emulatedCode;
    std::vector<std::string> setups; // which it speaks about, the one it is about first
    std::string test;                // the row it explains; empty: the whole run
    std::string text;                // one sentence
    std::map<std::string, double> numbers;
};

// One setup as the reasons see it: the run in the middle of its repeats.
struct SetupView {
    std::string name;
    const Report* run = nullptr;
};

std::vector<Reason> reasonsFor(std::span<const SetupView> setups);

} // namespace uaescope::core
