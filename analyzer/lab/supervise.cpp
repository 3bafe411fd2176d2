#include "analyzer/lab/supervise.h"

#include <csignal>
#include <system_error>

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace uaescope::lab {
namespace {

constexpr int watchdogStatus = 124; // the plugin's, when it ends the process

Ending endingOf(const ExitStatus& exit) {
    if (exit.signal != 0) return Ending::crashed;
    if (exit.status == watchdogStatus) return Ending::watchdog;
    return exit.status == 0 ? Ending::finished : Ending::exitedWithError;
}

std::uintmax_t sizeOrZero(const fs::path& file) {
    std::error_code missing;
    const std::uintmax_t size = fs::file_size(file, missing);
    return missing ? 0 : size;
}

// Runs the child to its end, ours or its own, and says whose decision that was.
EmulatorEnd waitForEnd(ChildProcess& child, const Supervision& supervision, const std::stop_token& stop,
                       const EmulatorObserver& observer) {
    const auto start = steady_clock::now();
    EmulatorEnd end;
    for (;;) {
        const auto exit = child.waitFor(milliseconds(100));
        end.duration = std::chrono::duration_cast<milliseconds>(steady_clock::now() - start);
        if (exit) {
            end.how = endingOf(*exit);
            end.status = exit->status;
            end.signal = exit->signal;
            return end;
        }
        const bool late = supervision.timeout && end.duration > *supervision.timeout;
        if (stop.stop_requested() || late) {
            end.how = stop.stop_requested() ? Ending::cancelled : Ending::timedOut;
            const ExitStatus forced = child.end(supervision.grace);
            end.status = forced.status;
            end.signal = forced.signal;
            return end;
        }
        const std::uintmax_t bytes = sizeOrZero(supervision.capture);
        using Stage = EmulatorProgress::Stage;
        if (observer) observer({bytes == 0 ? Stage::booting : Stage::running, end.duration, bytes});
    }
}

} // namespace

EmulatorEnd supervise(ChildProcess& child, const Supervision& supervision, const std::stop_token& stop,
                      const EmulatorObserver& observer) {
    EmulatorEnd end = waitForEnd(child, supervision, stop, observer);
    end.capture = supervision.capture;
    end.knownExitCrash = end.how == Ending::crashed && end.signal == SIGSEGV && captureIsComplete(end.capture);
    return end;
}

} // namespace uaescope::lab
