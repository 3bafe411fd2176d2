#include "hardfiles/error.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/image_copy.h"
#include "hardfiles/json_writer.h"
#include "hardfiles/latin1.h"
#include "hardfiles/new_file.h"
#include "hardfiles/rdb_wrap.h"
#include "hardfiles/size_text.h"
#include "hardfiles/uaehdf/commands.h"
#include "hardfiles/uaehdf/progress.h"

#include <array>
#include <iostream>
#include <memory>
#include <utility>

namespace uaescope::hardfiles {

namespace {

constexpr std::array writable{Container::raw, Container::vhd, Container::fixedVhd, Container::gzip,
                              Container::byteSwapped};

struct ConvertRequest {
    std::string in, out, container, partition, wrapAs;
    bool force = false, json = false;
};

Container containerFor(const ConvertRequest& request) {
    for (const Container container : writable)
        if (request.container == containerName(container)) return container;
    if (!request.container.empty())
        throw UsageError("'" + request.container + "': choose raw, vhd, fixed-vhd, gzip or byte-swapped");
    const std::string ending = std::filesystem::path(request.out).extension();
    if (ending == ".vhd") return Container::vhd;
    if (ending == ".hdz" || ending == ".gz" || ending == ".adz") return Container::gzip;
    return Container::raw;
}

std::unique_ptr<Image> openDisk(const std::string& name) {
    auto file = std::make_unique<FileImage>(name, FileImage::Access::readOnly);
    const Container found = detectContainer(*file);
    return openContainer(std::move(file), found);
}

// The only volume of the image with an RDB in front of it.
std::unique_ptr<Image> wrapped(const ConvertRequest& request, const Image& disk) {
    const Hardfile hardfile = Hardfile::open(request.in);
    if (!request.partition.empty()) throw UsageError("--rdb and --partition exclude each other");
    if (hardfile.rdb() || hardfile.partitions().empty())
        throw Error(request.in + ": expected a partition hardfile, found " +
                    (hardfile.rdb() ? "one with an RDB already" : "none"));
    const Partition& partition = hardfile.partitions().front();
    const RigidDisk around = diskAround(partition, latin1FromUtf8(request.wrapAs));
    const std::uint64_t size = around.partitions.front().envec.sectors().value() * sectorSize;
    return std::make_unique<WrappedImage>(around, disk, ByteRange{partition.offset(), size});
}

int runConvert(const ConvertRequest& request) {
    const Container container = containerFor(request);
    std::unique_ptr<Image> disk = openDisk(request.in);
    ByteRange range{0, disk->size()};
    if (!request.partition.empty()) {
        const Hardfile hardfile = Hardfile::open(request.in);
        const Partition& partition = hardfile.partitionNamed(latin1FromUtf8(request.partition));
        range = {partition.offset(), partition.size()};
    }
    std::unique_ptr<Image> volume;
    if (!request.wrapAs.empty()) {
        volume = std::exchange(disk, wrapped(request, *disk));
        range = {0, disk->size()};
    }
    if (range.size == 0) throw Error(request.in + ": expected something to convert, found nothing");
    requireOtherFile(request.in, request.out);
    NewFile file(request.out, request.force ? Existing::replace : Existing::refuse);
    {
        Progress progress("converting");
        copyDisk(*disk, range, container, file.image(), [&](std::uint64_t done) { progress.show(done, range.size); });
    }
    file.commit();
    if (!request.json) {
        std::cout << request.out << ": " << containerName(container) << ", " << sizeText(range.size) << " ("
                  << range.size << " bytes)\n";
        return exitDone;
    }
    JsonWriter json;
    json.beginObject();
    json.member("schema", "uaescope.hdf-convert/1");
    json.member("file", request.out);
    json.member("container", containerName(container));
    json.member("size", range.size);
    json.endObject();
    std::cout << json.text();
    return exitDone;
}

} // namespace

void addConvert(CLI::App& app, Run& run) {
    const auto request = std::make_shared<ConvertRequest>();
    CLI::App* verb = app.add_subcommand("convert", "Copy a hardfile into another container");
    verb->add_option("IN", request->in, "The hardfile; it is only read")->required();
    verb->add_option("OUT", request->out, "The copy")->required();
    verb->add_option("--to", request->container,
                     "raw, vhd, fixed-vhd, gzip or byte-swapped (default: vhd for .vhd, gzip\n"
                     "for .hdz, .gz and .adz, raw for all else)");
    verb->add_option("--partition", request->partition, "Only this partition of an RDB, as a hardfile of its own");
    verb->add_option("--rdb", request->wrapAs,
                     "Put the volume of a partition hardfile, as it is, into an RDB under this\n"
                     "device name, like DH0");
    verb->add_flag("--force", request->force, "Replace a file that exists");
    verb->add_flag("--json", request->json, "As JSON, schema uaescope.hdf-convert/1");
    verb->footer("Zeros take no room where the container allows it. 'uaehdf info' says how emulators take the copy.");
    verb->callback([request, &run] { run = [request] { return runConvert(*request); }; });
}

} // namespace uaescope::hardfiles
