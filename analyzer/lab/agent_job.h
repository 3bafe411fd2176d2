// One job for an agent, from the sending to its result.
#pragma once

#include "analyzer/core/jobs.h"
#include "analyzer/core/report.h"
#include "analyzer/lab/agent.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace uaescope::lab {

struct JobProgress {
    enum class Stage {
        waitingForOther, // another one asks, or a job that was left alone is not done yet
        sent,
        running,
        stopping
    } stage = Stage::sent;
    std::uint64_t operations = 0; // of the job so far
    std::string console;          // the line that the guest printed last
};
using JobObserver = std::function<void(const JobProgress&)>; // called some times a second

struct JobOptions {
    std::filesystem::path out;              // folder for the capture; empty: beside that of the whole
    std::chrono::milliseconds grace{10000}; // that a job which shall stop may go on
    std::stop_token giveUp;                 // wait for its end no more
};

struct JobResult {
    core::Job job;
    std::vector<std::string> console;
    std::filesystem::path capture;      // of the job alone; empty when it did nothing on a volume
    std::optional<core::Report> report; // likewise absent
};

// Sends a line that jobLine() has made, and blocks until the job is done; one at a time, whoever asks. A stop calls it
// off: a suite ends in order with the status for that, a program that is traced is sent Ctrl-C. Throws Cancelled before
// it was begun, WorkError when the agent or its emulator is gone meanwhile, or when the job does not end.
JobResult doJob(const Agent& agent, const std::string& line, const JobOptions& options,
                const std::stop_token& stop = {}, const JobObserver& observer = {});

} // namespace uaescope::lab
