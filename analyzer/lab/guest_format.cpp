#include "analyzer/lab/guest_format.h"

#include "analyzer/core/trace.h"
#include "analyzer/lab/emulator_options.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/temporary_folder.h"
#include "uaeplugin/capture/protocol.h"

#include <algorithm>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

constexpr const char* label = "Work";

struct Attempt {
    std::string fault; // empty: it is formatted
    bool again = false;
};

std::string guestLines(const core::Trace& trace) {
    std::string lines;
    for (const capture::Text& text : trace.texts)
        if (text.kind == US_TEXT_CONSOLE) lines += "\n  guest: " + std::string(trace.string(text.text));
    return lines;
}

Attempt judge(const EmulatorEnd& end) {
    Attempt made;
    made.again = end.how == Ending::watchdog || end.knownExitCrash;
    if (!fs::exists(end.capture)) {
        made.again = made.again || end.how == Ending::crashed;
        made.fault = "with this handler in its RDB the guest did not get as far as our program" +
                     (end.how == Ending::finished ? "" : " (" + end.message() + ")") +
                     "; is it for this processor? --model chooses another";
        return made;
    }
    const core::Trace trace = core::loadTrace(end.capture);
    const auto status = trace.facts.find("job.status");
    if (end.how != Ending::finished)
        made.fault = "while the guest formatted the disk: " + end.message();
    else if (status == trace.facts.end() || status->second != "0")
        made.fault = "the guest could not format the disk:" + guestLines(trace);
    return made;
}

Attempt attempt(const Setup& setup, const RunOptions& options, const fs::path& image, const std::stop_token& stop,
                const EmulatorObserver& observer) {
    const TemporaryFolder session(options.out);
    const GuestStorage storage = prepareStorage(setup, session.path(), StorageUse::copy);
    EmulatorRun run = emulatorOptions(options, storage, session.path());
    run.environment.clear();
    run.wrapper.clear();
    run.watchdog = RunOptions{}.watchdog; // the program that is traced later may compute for long, formatting may not
    run.jobs = {"FORMAT " + storage.volume + " " + label};
    const EmulatorEnd end = runEmulator(run, stop, [&](EmulatorProgress progress) {
        if (progress.stage != EmulatorProgress::Stage::waitingForOther)
            progress.stage = EmulatorProgress::Stage::formatting;
        if (observer) observer(progress);
    });
    if (end.how == Ending::cancelled) throw Cancelled();
    Attempt made = judge(end);
    if (made.fault.empty()) fs::rename(storage.path, image); // both are inside the folder of results
    return made;
}

} // namespace

fs::path formatInGuest(const Setup& setup, const RunOptions& options, const fs::path& folder,
                       const std::stop_token& stop, const EmulatorObserver& observer) {
    fs::path image = folder / (setup.fileStem() + ".hdf");
    Attempt made = attempt(setup, options, image, stop, observer);
    if (!made.fault.empty() && made.again) made = attempt(setup, options, image, stop, observer);
    if (!made.fault.empty()) throw WorkError(setup.name + ": " + made.fault);
    return image;
}

} // namespace uaescope::lab
