#include "analyzer/core/report.h"
#include "analyzer/cli/command.h"
#include "analyzer/cli/report_text.h"
#include "analyzer/lab/json.h"

#include <iostream>
#include <memory>

namespace uaescope::cli {
namespace {

struct ReportFlags {
    std::vector<std::string> captures;
    bool json = false;
    bool latency = false;
};

core::Report reportOf(const std::string& capture) {
    core::Report report = core::makeReport(core::analyze(core::loadTrace(capture)));
    report.file = capture;
    return report;
}

int report(const ReportFlags& flags) {
    std::vector<core::Report> reports;
    for (const std::string& capture : flags.captures) reports.push_back(reportOf(capture));
    if (flags.json) {
        std::cout << lab::jsonText(reports.size() == 1 ? lab::reportDocument(reports.front())
                                                       : lab::reportsDocument(reports));
        return done;
    }
    const char* separator = "";
    for (const core::Report& one : reports) {
        std::cout << separator << reportText(one, lookOfOutput());
        if (flags.latency) std::cout << "\n" << latencyTable(one);
        separator = "\n";
    }
    return done;
}

} // namespace

void addReport(CLI::App& app, Action& chosen) {
    CLI::App* verb = app.add_subcommand("report", "What captures hold: tests, owners of the time, files, reasons");
    const auto flags = std::make_shared<ReportFlags>();
    verb->add_option("CAPTURE", flags->captures, "Files that run or compare left")->required();
    verb->add_flag("--latency", flags->latency, "Also how the times of each test's operations spread");
    verb->add_flag("--json", flags->json, "Print one JSON object");
    verb->callback([flags, &chosen] { chosen = [flags](const std::stop_token&) { return report(*flags); }; });
}

} // namespace uaescope::cli
