#include "analyzer/cli/command.h"
#include "analyzer/cli/figures.h"
#include "analyzer/cli/interrupt.h"
#include "analyzer/cli/report_text.h"
#include "analyzer/cli/status_line.h"
#include "analyzer/lab/agent_json.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/json.h"
#include "analyzer/lab/result_folder.h"

#include <iostream>
#include <memory>
#include <optional>

namespace uaescope::cli {
namespace {

constexpr int amigaDone = 0;
constexpr int amigaStopped = 5; // AmigaDOS return codes of uaebench

struct AskFlags {
    std::vector<std::string> words;
    std::string out;
    bool json = false;
};

int list(const std::vector<lab::Agent>& agents, const AskFlags& flags) {
    if (flags.json) {
        std::cout << lab::jsonText(lab::agentsDocument(agents));
        return done;
    }
    for (const lab::Agent& agent : agents)
        std::cout << lab::agentStateName(agent.state) << "  " << agent.configuration.string() << ", recorded to "
                  << agent.capture.string() << "\n";
    if (agents.empty()) std::cout << "no emulator is there to ask; start yours with 'uaescope attach CONFIG'\n";
    return done;
}

std::string progressText(const lab::JobProgress& progress) {
    using Stage = lab::JobProgress::Stage;
    switch (progress.stage) {
    case Stage::waitingForOther: return "waiting until the agent has done another job";
    case Stage::sent: return "sent";
    case Stage::stopping: return "stopping; Ctrl-C once more waits no longer";
    case Stage::running: break;
    }
    return countText(progress.operations) + " operations" +
           (progress.console.empty() ? "" : ": " + progress.console.substr(0, 60));
}

void print(const lab::JobResult& result) {
    if (result.report) std::cout << reportText(*result.report, lookOfOutput());
    // Without figures, or where something went wrong, what the guest has printed is what there is to know.
    if (!result.report || result.job.status != amigaDone)
        for (const std::string& line : result.console) std::cout << line << "\n";
    if (result.report) std::cout << "\nLook: uaescope view " << result.capture.string() << "\n";
}

int ask(const AskFlags& flags, const std::stop_token& stop) {
    const std::vector<lab::Agent> agents = lab::findAgents();
    if (flags.words.empty()) return list(agents, flags);
    const std::string line = lab::jobLine(flags.words);
    const lab::Agent agent = lab::onlyAgent(agents);
    lab::JobOptions options;
    options.giveUp = Interrupt::again();
    std::optional<lab::ResultFolder> out;
    if (!flags.out.empty()) options.out = out.emplace(flags.out).path();
    StatusLine status = errorIsTerminal() ? StatusLine(std::cerr) : StatusLine();
    const lab::JobResult result = lab::doJob(
        agent, line, options, stop, [&](const lab::JobProgress& progress) { status.show(progressText(progress)); });
    status.clear();
    if (flags.json)
        std::cout << lab::jsonText(lab::askDocument(result));
    else
        print(result);
    if (result.job.status == amigaDone) return done;
    if (result.job.status == amigaStopped && stop.stop_requested())
        std::cerr << "uaescope: stopped; what the job had made on the volume is gone again\n";
    else
        std::cerr << "uaescope: the job ended with status " << result.job.status << "\n";
    return workFailed;
}

} // namespace

void addAsk(CLI::App& app, Action& chosen) {
    CLI::App* verb = app.add_subcommand("ask", "Have the Amiga of an attached emulator do a job; its report");
    const auto flags = std::make_shared<AskFlags>();
    verb->add_option("JOB", flags->words,
                     "SUITE VOLUME [CLASSIC] [TRACE], TRACE VOLUME COMMAND, LIST,\n"
                     "LEAVE (the agent ends) or QUIT (the emulator); none: who is there");
    verb->add_option("--out", flags->out, "Folder for the job's capture (default: beside the attached emulator's)");
    verb->add_flag("--json", flags->json, "Print one JSON object");
    verb->footer("First 'uaescope attach CONFIG', and in the Amiga's Shell 'uaescope:uaebench AGENT', which waits.\n"
                 "Ctrl-C calls the job off (TRACE: the program gets it), a second one waits for it no longer.\n"
                 "Words of the job that begin with '-' come after '--'.\n"
                 "  uaescope ask truth DH1: TRACE");
    verb->callback([flags, &chosen] { chosen = [flags](const std::stop_token& stop) { return ask(*flags, stop); }; });
}

} // namespace uaescope::cli
