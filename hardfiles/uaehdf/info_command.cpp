#include "hardfiles/inspect.h"
#include "hardfiles/uaehdf/commands.h"

#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

void addInfo(CLI::App& app, Run& run) {
    struct Request {
        std::string file;
        bool json = false;
    };
    const auto request = std::make_shared<Request>();
    CLI::App* verb = app.add_subcommand("info", "Say what is in a hardfile and how emulators mount it");
    verb->add_option("IMAGE", request->file, "The hardfile; it is only read")->required();
    verb->add_flag("--json", request->json, "As JSON, schema uaescope.hdf-info/1");
    verb->footer("Exit status 1 when the image has faults.");
    verb->callback([request, &run] {
        run = [request] {
            const Inspection inspection = inspect(request->file);
            std::cout << (request->json ? inspectionJson(inspection, "uaescope.hdf-info/1")
                                        : inspectionText(inspection));
            return inspection.hasErrors() ? exitFailed : exitDone;
        };
    });
}

} // namespace uaescope::hardfiles
