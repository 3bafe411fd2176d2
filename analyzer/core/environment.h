// What a run's figures depend on beside the setup: the emulator with its settings, the machine in it, the volume. From
// the facts of a capture, as the header of printed benchmark tables had it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace uaescope::core {

struct Environment {
    std::string emulator;                                      // "FS-UAE 3.1.66"; texts are empty where it is not known
    std::string model;                                         // as the emulator calls it
    std::vector<std::pair<std::string, std::string>> settings; // that were chosen for the run, by name

    std::string cpu, fpu, chips, exec, dos;
    std::optional<std::uint32_t> chipKb, fastKb;

    std::string volume, device, unit;
    std::optional<std::uint32_t> dosType;
    std::string filesystemVersion, handler; // the latter a file of the user's, by its name
    std::optional<std::uint32_t> buffers, blocks, blockBytes;
    std::optional<std::uint32_t> maxTransfer, mask, bufferMemory; // of the DosEnvec
};

Environment environmentOf(const std::map<std::string, std::string>& facts);

// Up to three sentences, one for each of emulator, machine and volume; what is not known is left out.
std::vector<std::string> environmentText(const Environment& environment);

// Facts that name a setting of the emulator begin with it.
constexpr const char* settingFact = "setting.";

} // namespace uaescope::core
