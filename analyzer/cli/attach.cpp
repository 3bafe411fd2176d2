#include "analyzer/lab/attach.h"
#include "analyzer/cli/command.h"
#include "analyzer/cli/figures.h"
#include "analyzer/cli/report_text.h"
#include "analyzer/cli/run_flags.h"
#include "analyzer/cli/status_line.h"
#include "analyzer/cli/window.h"
#include "analyzer/core/report.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/image_snapshots.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/json.h"
#include "analyzer/lab/result_folder.h"
#include "analyzer/lab/temporary_folder.h"

#include <iostream>
#include <memory>

namespace uaescope::cli {
namespace {

struct AttachFlags {
    std::string configuration;
    std::string emulator;
    std::vector<std::string> settings;
    std::string out;
    bool noWindow = false;
    bool json = false;
};

std::filesystem::path freshCapture(const std::filesystem::path& folder, const std::filesystem::path& configuration) {
    for (int number = 1;; ++number) {
        const auto file = folder / (configuration.stem().string() + "-" + std::to_string(number) + ".uascope");
        if (!std::filesystem::exists(file)) return file;
    }
}

void sayWhatIsStarted(const lab::AttachRun& run, const lab::AttachPlan& plan) {
    std::cerr << "Starting " << run.configuration.string() << "; its saves and changes go where they always go.\n";
    for (const lab::UserVolume& volume : plan.volumes)
        std::cerr << "  watching " << volume.drive << ": " << volume.path.string() << "\n";
    if (plan.toolVolume.empty())
        std::cerr << "  all drives are taken, so the guest gets no benchmark tool\n";
    else
        std::cerr << "  in the Amiga's Shell, '" << plan.toolVolume
                  << "uaebench diskspeed13 DH0:' measures a volume of yours,\n"
                  << "  and '" << plan.toolVolume
                  << "uaebench AGENT' waits for what 'uaescope ask' on the host sends\n";
    std::cerr << "  recording to " << run.capture.string() << "; Ctrl-C ends the emulator and keeps it\n";
}

// Opened as soon as there is something to look at.
class Window {
public:
    Window(const std::filesystem::path& capture, bool wanted) : m_capture(capture), m_wanted(wanted) {
        if (m_wanted && !hasDisplay()) {
            std::cerr << "  no window: there is no display here\n";
            m_wanted = false;
        }
        if (m_wanted) windowProgram();
    }

    void show(const lab::EmulatorProgress& progress) {
        if (!m_wanted || progress.captureBytes == 0) return;
        m_wanted = false;
        startWindow({m_capture.string(), "--follow"});
    }

private:
    std::filesystem::path m_capture;
    bool m_wanted;
};

std::string progressText(const lab::EmulatorProgress& progress) {
    if (progress.stage == lab::EmulatorProgress::Stage::waitingForOther)
        return "waiting for another emulator of yours to end";
    return "recording, " + std::to_string(progress.elapsed.count() / 1000) + " s, " + bytesText(progress.captureBytes);
}

// A stop is the usual way to end it.
bool wentWell(const lab::EmulatorEnd& end) {
    return end.how == lab::Ending::finished || end.how == lab::Ending::cancelled || end.knownExitCrash;
}

int tell(const lab::EmulatorEnd& end, const lab::ImageSnapshots& images, const AttachFlags& flags) {
    const bool recorded = std::filesystem::exists(end.capture);
    if (!recorded)
        throw lab::WorkError(wentWell(end) ? "the emulator ended before the plugin could record anything; its program "
                                             "must be a dynamically linked one for Linux on x86-64"
                                           : end.message());
    core::Trace trace = core::loadTrace(end.capture);
    images.addParts(trace);
    core::Report report = core::makeReport(core::analyze(std::move(trace)));
    report.file = end.capture;
    if (flags.json)
        std::cout << lab::jsonText(lab::reportDocument(report));
    else
        std::cout << reportText(report, lookOfOutput()) << "\nLook: uaescope view " << end.capture.string() << "\n";
    if (wentWell(end)) return done;
    std::cerr << "uaescope: " << end.message() << "\n";
    return workFailed;
}

int attach(const AttachFlags& flags, const std::stop_token& stop) {
    lab::AttachRun run;
    run.configuration = flags.configuration;
    run.emulator = flags.emulator;
    if (run.emulator.empty()) run.emulator = lab::isUaeConfiguration(run.configuration) ? "amiberry" : "fs-uae";
    run.settings = keyValues(flags.settings);
    lab::pluginFile();
    lab::guestToolFile();
    const lab::TemporaryFolder session(lab::runtimeFolder());
    run.session = session.path();
    const lab::AttachPlan plan = lab::planAttach(run);
    const lab::ResultFolder out(flags.out);
    run.capture = freshCapture(out.path(), run.configuration);
    sayWhatIsStarted(run, plan);
    lab::ImageSnapshots images;
    Window window(run.capture, !flags.noWindow);
    StatusLine line = errorIsTerminal() ? StatusLine(std::cerr) : StatusLine();
    for (const lab::UserVolume& volume : plan.volumes) {
        line.show("looking at what stands where in " + volume.path.string());
        images.add(volume.path);
    }
    const lab::EmulatorEnd end = lab::attach(run, plan, stop, [&](const lab::EmulatorProgress& progress) {
        line.show(progressText(progress));
        window.show(progress);
    });
    line.clear();
    return tell(end, images, flags);
}

} // namespace

void addAttach(CLI::App& app, Action& chosen) {
    CLI::App* verb = app.add_subcommand("attach", "Start your own emulator configuration, recorded; live window");
    const auto flags = std::make_shared<AttachFlags>();
    verb->add_option("CONFIG", flags->configuration,
                     "A configuration of FS-UAE (.fs-uae) or Amiberry (.uae); not changed")
        ->required();
    verb->add_option("--emulator", flags->emulator, "By name or path (default: fs-uae, or amiberry for .uae)");
    verb->add_option("--set", flags->settings, "KEY=VALUE over the configuration's, for this once; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    verb->add_option("--out", flags->out, "Folder for the capture (default: a new one in your data folder)");
    verb->add_flag("--no-window", flags->noWindow, "Only record");
    verb->add_flag("--json", flags->json, "Print the report as one JSON object");
    verb->callback(
        [flags, &chosen] { chosen = [flags](const std::stop_token& stop) { return attach(*flags, stop); }; });
}

} // namespace uaescope::cli
