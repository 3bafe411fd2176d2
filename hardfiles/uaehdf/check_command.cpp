#include "hardfiles/finding_output.h"
#include "hardfiles/inspect.h"
#include "hardfiles/latin1.h"
#include "hardfiles/uaehdf/commands.h"

#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

namespace {

std::string counted(std::size_t count, const std::string& word) {
    return std::to_string(count) + ' ' + word + (count == 1 ? "" : "s");
}

void print(const Inspection& inspection) {
    for (const Finding& finding : inspection.findings) std::cout << findingText(finding);
    const std::size_t errors = inspection.count(Severity::error);
    const std::size_t warnings = inspection.count(Severity::warning) - errors;
    std::cout << validUtf8(inspection.file) << ": ";
    if (errors + warnings != 0)
        std::cout << counted(errors, "error") << ", " << counted(warnings, "warning") << '\n';
    else if (inspection.hasFileSystem)
        std::cout << "no faults found\n";
    else
        std::cout << "no faults found, but no file system that can be checked either\n";
}

} // namespace

void addCheck(CLI::App& app, Run& run) {
    struct Request {
        std::string file;
        bool json = false;
    };
    const auto request = std::make_shared<Request>();
    CLI::App* verb = app.add_subcommand("check", "Look for damage in every block that a hardfile uses");
    verb->add_option("IMAGE", request->file, "The hardfile; it is only read")->required();
    verb->add_flag("--json", request->json, "As JSON, schema uaescope.hdf-check/1");
    verb->footer("Errors: contents are lost or out of reach, or writing would destroy some. Warnings: the volume\n"
                 "works, but is not as its file system would leave it. Exit status 1 when there are any.");
    verb->callback([request, &run] {
        run = [request] {
            const Inspection inspection = inspect(request->file, Thoroughness::complete);
            if (request->json)
                std::cout << inspectionJson(inspection, "uaescope.hdf-check/1");
            else
                print(inspection);
            return inspection.count(Severity::warning) == 0 ? exitDone : exitFailed;
        };
    });
}

} // namespace uaescope::hardfiles
