#include "analyzer/cli/command.h"
#include "analyzer/cli/report_text.h"
#include "analyzer/cli/run_flags.h"
#include "analyzer/cli/status_line.h"
#include "analyzer/lab/agent.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/json.h"
#include "analyzer/lab/result_folder.h"

#include <QJsonObject>
#include <iostream>
#include <memory>

namespace uaescope::cli {
namespace {

constexpr std::size_t longestCommand = 255; // that uaebench traces

struct TraceFlags {
    RunFlags run;
    std::string setup;
    std::vector<std::string> words;
    std::string programs;
};

lab::RunOptions traceOptions(const TraceFlags& flags) {
    lab::RunOptions options = runOptions(flags.run);
    options.command = lab::TracedCommand{lab::amigaLine(flags.words, longestCommand), flags.programs};
    if (!flags.programs.empty() && !std::filesystem::is_directory(flags.programs))
        throw lab::UsageError(flags.programs + ": expected a folder with programs for the Amiga, found none");
    options.watchdog = std::chrono::seconds(0); // a program may compute for as long as it likes
    return options;
}

std::string progressText(const lab::EmulatorProgress& progress) {
    using Stage = lab::EmulatorProgress::Stage;
    if (progress.stage == Stage::waitingForOther) return "waiting for another emulator of yours to end";
    return (progress.stage == Stage::booting ? "booting, " : "running, ") +
           std::to_string(progress.elapsed.count() / 1000) + " s; Ctrl-C ends it and keeps what was recorded";
}

QJsonObject traceDocument(const lab::RunResult& result, const std::string& line) {
    return {{"schema", "uaescope.trace/1"},
            {"command", QString::fromStdString(line)},
            {"status", result.status ? QJsonValue(*result.status) : QJsonValue()},
            {"printed", QString::fromStdString(result.printed)},
            {"capture", QString::fromStdString(result.capture)},
            {"report", lab::reportDocument(result.report)}};
}

int trace(const TraceFlags& flags, const std::stop_token& stop) {
    const lab::Setup setup = setupsOf({flags.setup}, flags.run).front();
    lab::RunOptions options = traceOptions(flags);
    const lab::ResultFolder out(flags.run.out);
    options.out = out.path();
    StatusLine status = errorIsTerminal() ? StatusLine(std::cerr) : StatusLine();
    const lab::RunResult result = lab::runSetup(
        setup, 1, options, stop, [&](const lab::EmulatorProgress& progress) { status.show(progressText(progress)); });
    status.clear();
    if (flags.run.json)
        std::cout << lab::jsonText(traceDocument(result, options.command->line));
    else
        std::cout << result.printed << "\n"
                  << reportText(result.report, lookOfOutput()) << "\nLook: uaescope view " << result.capture.string()
                  << "\n";
    if (result.status == 0) return done;
    if (result.status)
        std::cerr << "uaescope: the command returned " << *result.status << "\n";
    else
        std::cerr << "uaescope: the emulator ended before the command did\n";
    return workFailed;
}

} // namespace

void addTrace(CLI::App& app, Action& chosen) {
    CLI::App* verb = app.add_subcommand("trace", "Run any command of the Amiga's, seen by its packets and requests");
    const auto flags = std::make_shared<TraceFlags>();
    verb->add_option("SETUP", flags->setup, "As for run; the command's current directory is its volume")->required();
    verb->add_option("COMMAND", flags->words, "Command and arguments; those that begin with '-' come after '--'")
        ->required();
    verb->add_option("--programs", flags->programs, "Host folder with programs, read-only; the Amiga's Programs:");
    verb->add_option("--emulator", flags->run.emulator, "FS-UAE or Amiberry, by name or path")->capture_default_str();
    verb->add_option("--model", flags->run.model, "Amiga model, for instance A1200 (default A4000/040)");
    verb->add_option("--set", flags->run.settings, "KEY=VALUE for the emulator's configuration; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    verb->add_option("--out", flags->run.out, "Folder for captures, numbered on (default: new, in your data folder)");
    verb->add_flag("--in-place", flags->run.inPlace, "Let the guest write to existing folders and images");
    verb->add_flag("--allow-device", flags->run.allowDevice, "Let the guest write to block devices (never copied)");
    verb->add_flag("--json", flags->run.json, "Print one JSON object");
    verb->footer("A command is found on the volume, in --programs, and in the ROM's Shell (the built-in one has few).\n"
                 "  uaescope trace Work.hdf --programs ~/amiga/c -- copy Work:Docs RAM:Docs ALL");
    verb->callback([flags, &chosen] { chosen = [flags](const std::stop_token& stop) { return trace(*flags, stop); }; });
}

} // namespace uaescope::cli
