#include "hardfiles/error.h"
#include "hardfiles/grow.h"
#include "hardfiles/json_writer.h"
#include "hardfiles/latin1.h"
#include "hardfiles/size_text.h"
#include "hardfiles/uaehdf/commands.h"
#include "hardfiles/uaehdf/progress.h"

#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

namespace {

struct GrowRequest {
    std::string file, size, partition;
    bool json = false;
};

std::string described(const GrownHardfile& grown) {
    std::string text =
        sizeText(grown.size) + " (" + std::to_string(grown.size) + " bytes), before " + sizeText(grown.before) + "\n";
    if (grown.volume != 0) text += "  the volume has " + sizeText(grown.volume) + "\n";
    if (grown.free != 0)
        text += "  " + sizeText(grown.free) +
                " behind the last partition are free: 'uaehdf partition add' makes one "
                "there\n";
    return text;
}

int runGrow(const GrowRequest& request) {
    const GrowOptions options{parseSize(request.size), latin1FromUtf8(request.partition)};
    GrownHardfile grown;
    {
        Progress progress("copying");
        grown = growHardfile(request.file, options, [&](std::uint64_t done) { progress.show(done, options.size); });
    }
    if (!request.json) {
        std::cout << request.file << ": " << described(grown);
        return exitDone;
    }
    JsonWriter json;
    json.beginObject();
    json.member("schema", "uaescope.hdf-grow/1");
    json.member("file", validUtf8(request.file));
    json.member("size_before", grown.before);
    json.member("size", grown.size);
    json.member("volume", grown.volume);
    json.member("free", grown.free);
    json.endObject();
    std::cout << json.text();
    return exitDone;
}

} // namespace

void addGrow(CLI::App& app, Run& run) {
    const auto request = std::make_shared<GrowRequest>();
    CLI::App* verb = app.add_subcommand("grow", "Make a raw hardfile larger, with what is in it");
    verb->add_option("IMAGE", request->file, "The hardfile; no emulator may have it open")->required();
    verb->add_option("SIZE", request->size, "What it is to have, like 2G; nothing is made smaller")->required();
    verb->add_option("--partition", request->partition,
                     "Of an RDB hardfile: this partition takes the room behind it.\n"
                     "Without, the disk gets cylinders, free for 'uaehdf partition add'");
    verb->add_flag("--json", request->json, "As JSON, schema uaescope.hdf-grow/1");
    verb->footer("The root block of an OFS or FFS volume is in its middle, so it moves: the volume of a partition\n"
                 "hardfile, or of a partition, is made larger in a copy beside the image, is checked, and then takes\n"
                 "its place in one step; that needs the room of what is in the image once more. A volume with faults\n"
                 "is refused, and so are SFS and PFS3, VHD and packed images ('uaehdf convert' makes raw ones).");
    verb->callback([request, &run] { run = [request] { return runGrow(*request); }; });
}

} // namespace uaescope::hardfiles
