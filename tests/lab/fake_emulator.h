// Stands in for FS-UAE where a test is about what we do around it: a shell script with the behaviour that the test
// writes down, and captures that it can leave as if the plugin had recorded them.
#pragma once

#include "tests/lab/scratch.h"
#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/capture/writer.h"

#include <filesystem>
#include <map>
#include <string>

namespace uaescope::lab {

// One test with one operation; the guest reported its end with this status.
inline std::filesystem::path madeCapture(const Scratch& scratch, std::string_view jobStatus = "0",
                                         const std::map<std::string, std::string>& facts = {}) {
    using capture::Mark;
    const std::filesystem::path file = scratch.path() / ("made-" + std::string(jobStatus) + ".uascope");
    capture::Writer writer(file);
    const auto span = [&](std::int64_t time, int operation, int phase, std::string_view label) {
        writer.add(Mark{.time = time,
                        .thread = 1,
                        .task = 1,
                        .value = 1,
                        .name = writer.string(label),
                        .test = 1,
                        .operation = static_cast<std::uint8_t>(operation),
                        .phase = static_cast<std::uint8_t>(phase)});
    };
    span(1000, US_OP_SUITE, US_PHASE_BEGIN, "diskspeed13");
    span(2000, US_OP_TEST, US_PHASE_BEGIN, "Only test");
    span(3000, US_OP_LOCK, US_PHASE_BEGIN, "file");
    span(4000, US_OP_LOCK, US_PHASE_END, "");
    span(5000, US_OP_TEST, US_PHASE_END, "");
    span(6000, US_OP_SUITE, US_PHASE_END, "");
    writer.addFact("job.status", std::string(jobStatus));
    for (const auto& [key, value] : facts) writer.addFact(key, value);
    writer.finish(7000, 0);
    return file;
}

// Shell: leaves the capture where the plugin would.
inline std::string leaves(const std::filesystem::path& capture) {
    return "cp '" + capture.string() + "' \"$UAESCOPE_SESSION/capture.uascope\"\n";
}

// The script answers --version, then does what the test asks for.
inline std::filesystem::path fakeEmulator(const Scratch& scratch, const std::string& behaviour) {
    return scratch.program("fake-fs-uae", "[ \"$1\" = --version ] && echo 9.9.9 && exit 0\n" + behaviour);
}

} // namespace uaescope::lab
