#include "analyzer/cli/progress.h"

#include "analyzer/cli/figures.h"

#include <cstdio>
#include <iostream>

namespace uaescope::cli {
namespace {

std::string runName(const lab::BatchProgress& progress, std::size_t number) {
    std::string text = "[" + std::to_string(number) + "/" + std::to_string(progress.total) + "] " + progress.setup;
    if (progress.repeats > 1)
        text += ", run " + std::to_string(progress.repeat) + " of " + std::to_string(progress.repeats);
    return text + ": ";
}

std::string seconds(std::chrono::milliseconds time) { return std::to_string(time.count() / 1000) + " s"; }

} // namespace

std::string progressLine(const lab::BatchProgress& progress) {
    if (progress.setup == "host") return "the same work on the host itself";
    using Stage = lab::EmulatorProgress::Stage;
    std::string text = runName(progress, progress.done + 1);
    switch (progress.emulator.stage) {
    case Stage::waitingForOther: return text + "waiting for another emulator of yours to end";
    case Stage::booting: return text + "booting, " + seconds(progress.emulator.elapsed);
    case Stage::formatting: return text + "the guest formats the disk, " + seconds(progress.emulator.elapsed);
    case Stage::running:
        return text + "running, " + seconds(progress.emulator.elapsed) + ", " +
               bytesText(progress.emulator.captureBytes) + " recorded";
    }
    return text;
}

std::string finishedLine(const lab::BatchProgress& progress) {
    const lab::RunResult& run = *progress.finished;
    std::string text = runName(progress, progress.done) + countText(run.report.operations) + " operations, " +
                       countText(run.report.hostCalls) + " host calls, " +
                       durationText(std::chrono::nanoseconds(run.duration).count());
    if (!run.retried.empty()) text += "\n  needed a second try: " + run.retried;
    return text;
}

void Progress::show(const lab::BatchProgress& progress) {
    const bool waiting = progress.emulator.stage == lab::EmulatorProgress::Stage::waitingForOther;
    if (m_channel == Channel::terminal) {
        rewrite(progress.finished ? finishedLine(progress) : progressLine(progress));
    } else if (progress.finished) {
        std::cerr << finishedLine(progress) << "\n";
    } else if (waiting && !m_waitTold) {
        std::cerr << progressLine(progress) << "\n";
    }
    m_waitTold = m_waitTold || waiting;
}

void Progress::rewrite(const std::string& line) {
    std::cerr << "\r\x1b[K" << line << std::flush; // back to the start, clear to the end
    m_lineOpen = true;
}

Progress::~Progress() {
    if (m_lineOpen) std::cerr << "\r\x1b[K" << std::flush;
}

} // namespace uaescope::cli
