// A capture file of a small benchmark run, made up but shaped like those of the emulator: some hundred operations,
// host calls with the system calls inside them, side files, sleeps, waits, and buffered writes that end up late.
#pragma once

#include <filesystem>

namespace uaescope::gui::test {

enum class ExampleStorage { directory, hardfile };

void writeExampleRun(const std::filesystem::path& file, ExampleStorage storage);

} // namespace uaescope::gui::test
