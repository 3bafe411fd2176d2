// The jobs of a capture: what the host asked the guest for, one after the other, each with its part of the time.
#pragma once

#include "uaeplugin/capture/event.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace uaescope::core {

struct Job {
    std::string line; // uaebench's command line
    std::int64_t begin = 0;
    std::int64_t end = 0;
    int status = 0; // AmigaDOS return code
};

// The fact of a job's own capture that says so, with the job's line. What the emulator handed to the host after the job
// had ended does not stand in it.
constexpr const char* cutFact = "job.cut";

// Writes what a capture holds of one job as a capture of its own: its events, and the threads and facts of the whole.
// Of host calls those that touch the job's time, of the guest's facts those that it told meanwhile. The capture may
// still grow. Throws capture::CaptureError, and leaves no half of a file.
void cutJob(const std::filesystem::path& from, const Job& job, const std::filesystem::path& to);

} // namespace uaescope::core
