// mkdir, rm and mv.
#include "hardfiles/error.h"
#include "hardfiles/ffs_writer.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/latin1.h"
#include "hardfiles/uaehdf/commands.h"

#include <memory>

namespace uaescope::hardfiles {

namespace {

struct ChangeRequest {
    std::string file;
    std::vector<std::string> paths;
};

using Change = std::function<void(VolumeWriter&, const std::string& path)>;

int runChange(const ChangeRequest& request, const Change& change) {
    const Hardfile hardfile = Hardfile::openForWriting(request.file);
    for (const std::string& text : request.paths) {
        const Place place = hardfile.locate(latin1FromUtf8(text));
        VolumeWriter writer(*place.partition->volume);
        change(writer, place.path);
    }
    return exitDone;
}

void addChange(CLI::App& verb, Run& run, const Change& change) {
    const auto request = std::make_shared<ChangeRequest>();
    verb.add_option("IMAGE", request->file, "The hardfile; no emulator may have it open")->required();
    verb.add_option("PATH", request->paths, "Inside it, like DH0:dir/name")->required();
    verb.footer("Nothing is written to a volume that is damaged or was not closed in order.");
    verb.callback([request, change, &run] { run = [request, change] { return runChange(*request, change); }; });
}

} // namespace

void addMkdir(CLI::App& app, Run& run) {
    addChange(*app.add_subcommand("mkdir", "Make directories in a hardfile"), run,
              [](VolumeWriter& writer, const std::string& path) { writer.makeDirectory(path, AmigaDate::now()); });
}

void addRm(CLI::App& app, Run& run) {
    addChange(*app.add_subcommand("rm", "Remove files, empty directories and links from a hardfile"), run,
              [](VolumeWriter& writer, const std::string& path) { writer.remove(path); });
}

void addMv(CLI::App& app, Run& run) {
    struct Request {
        std::string file, from, to;
    };
    const auto request = std::make_shared<Request>();
    CLI::App* verb = app.add_subcommand("mv", "Rename or move a file of a hardfile");
    verb->add_option("IMAGE", request->file, "The hardfile; no emulator may have it open")->required();
    verb->add_option("FROM", request->from, "A file or empty directory, like DH0:dir/name")->required();
    verb->add_option("TO", request->to, "Its new path, on the same volume")->required();
    verb->footer("Done by way of a copy, so that nothing is lost whenever it stops; there must be room for it.");
    verb->callback([request, &run] {
        run = [request] {
            const Hardfile hardfile = Hardfile::openForWriting(request->file);
            const Place from = hardfile.locate(latin1FromUtf8(request->from));
            const Place to = hardfile.locate(latin1FromUtf8(request->to));
            if (from.partition != to.partition)
                throw UsageError(request->to + ": expected a path on the volume of " + request->from);
            VolumeWriter(*from.partition->volume).move(from.path, to.path);
            return exitDone;
        };
    });
}

} // namespace uaescope::hardfiles
