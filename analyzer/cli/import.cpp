#include "analyzer/lab/import.h"
#include "analyzer/cli/command.h"
#include "analyzer/cli/import_text.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/json.h"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>

namespace uaescope::cli {
namespace {

struct ImportFlags {
    std::vector<std::string> files;
    bool json = false;
    bool csv = false;
};

int importAll(const ImportFlags& flags) {
    std::vector<core::ImportedResult> results;
    std::vector<lab::UnreadOfFile> unread;
    std::vector<std::string> faults;
    for (const std::string& file : flags.files) {
        try {
            core::ImportedText text = lab::importFile(file);
            std::move(text.results.begin(), text.results.end(), std::back_inserter(results));
            if (text.unread.count > 0) unread.push_back({file, std::move(text.unread)});
        } catch (const lab::UsageError& error) {
            if (flags.files.size() == 1) throw;
            faults.emplace_back(error.what());
        }
    }
    for (const std::string& fault : faults) std::cerr << "uaescope: " << fault << "\n";
    for (const lab::UnreadOfFile& one : unread) std::cerr << unreadText(one.file, one.lines);
    if (results.empty()) return wrongUsage;
    if (flags.json)
        std::cout << lab::jsonText(lab::importDocument(results, unread));
    else
        std::cout << (flags.csv ? lab::importCsv(results) : importText(results));
    return faults.empty() ? done : workFailed;
}

} // namespace

void addImport(CLI::App& app, Action& chosen) {
    CLI::App* verb = app.add_subcommand("import", "Printed results of other benchmarks, beside each other and ours");
    const auto flags = std::make_shared<ImportFlags>();
    verb->add_option("FILE", flags->files, "Printed results, RESULTS files of uaebench, captures (.uascope)")
        ->required();
    CLI::Option* json = verb->add_flag("--json", flags->json, "Print one JSON object");
    verb->add_flag("--csv", flags->csv, "Print one line a figure, with commas between")->excludes(json);
    verb->footer("Diskspeed 1.x, DiskPerf 1 to 3, DevSpeed, DiskSpeed 2 to 4, ScsiSpeed, xSysInfo, hdparm, uaebench.\n"
                 "Results of the same work stand in one table. Rates of captures are by the host's clock.");
    verb->callback([flags, &chosen] { chosen = [flags](const std::stop_token&) { return importAll(*flags); }; });
}

} // namespace uaescope::cli
