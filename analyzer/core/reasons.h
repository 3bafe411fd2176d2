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
    requestErrors,     // the device answered requests with an error
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

// One setup of those that a reason is about, with what was counted or timed there.
struct SetupNumbers {
    std::string setup;
    std::map<std::string, double> numbers;
};

// What holds for several setups is one reason with one sentence.
struct Reason {
    ReasonCode code = ReasonCode::emulatedCode;
    std::vector<SetupNumbers> about;
    std::vector<std::string> against; // the setups that it is measured against, where there are any
    std::string test;                 // the row it explains; empty: the whole run
    std::string text;                 // one sentence
};

// One setup as the reasons see it: the run in the middle of its repeats.
struct SetupView {
    std::string name;
    const Report* run = nullptr;
};

// The most telling first: what takes most of the time, then what holds for some of the setups only, then what holds
// for all, each by how much there is of it, and last what is about the safety of the data.
std::vector<Reason> reasonsFor(std::span<const SetupView> setups);

} // namespace uaescope::core
