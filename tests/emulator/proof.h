// A run under strace, with or without the plugin's self-check, and the judgement that all saw the same.
#pragma once

#include "analyzer/core/trace.h"
#include "analyzer/lab/emulator.h"

#include <filesystem>
#include <string>
#include <vector>

namespace uaescope {

// For EmulatorRun and RunOptions.
std::vector<std::string> straceWrapper(const std::filesystem::path& log);
std::vector<lab::KeyValue> selfCheckEnvironment();

// Fails the test where the capture and strace, and the self-check if it was on, disagree on a call or byte of the
// storage.
void expectProved(const core::Trace& trace, const std::filesystem::path& log);

// System calls on the file or folder and what is in it, as the self-check counted them.
std::uint64_t countedCallsOn(const core::Trace& trace, const std::string& storage);

} // namespace uaescope
