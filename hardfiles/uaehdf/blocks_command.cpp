#include "hardfiles/error.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/json_writer.h"
#include "hardfiles/latin1.h"
#include "hardfiles/survey.h"
#include "hardfiles/uaehdf/commands.h"

#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

namespace {

struct BlocksRequest {
    std::string file, path;
    bool json = false;
};

struct FileBlocks {
    std::string path, label; // Latin-1; the path of the root directory is empty
    std::uint32_t header = 0, blockSize = 0;
    std::uint64_t offset = 0; // of the partition, in the image
    std::vector<BlockRun> data, metadata;
};

FileBlocks findBlocks(const BlocksRequest& request) {
    const Hardfile hardfile = Hardfile::open(request.file);
    const Place place = hardfile.locate(latin1FromUtf8(request.path));
    const Volume& volume = *place.partition->volume;
    const auto entry = volume.find(place.path);
    if (!entry) throw Error(request.file + ": '" + request.path + "': no such file or directory in the image");
    const VolumeMap map = surveyVolume(volume, Depth::structure).map;
    const std::uint32_t file = map.fileOfNode(entry->node);
    if (file == VolumeMap::noFile)
        throw FormatError(volume.window().where(entry->block) +
                          ": the header belongs to another file too; try 'uaehdf check'");
    FileBlocks blocks{map.path(file),
                      volume.info().label,
                      entry->block,
                      volume.info().blockSize,
                      place.partition->offset(),
                      map.dataOf(file),
                      {}};
    for (const BlockRun& run : map.runsOf(file))
        if (run.role != BlockRole::data) blocks.metadata.push_back(run);
    return blocks;
}

void print(JsonWriter& json, const std::vector<BlockRun>& runs) {
    json.beginArray();
    for (const BlockRun& run : runs) {
        json.beginArray();
        json.value(run.first);
        json.value(run.count);
        json.endArray();
    }
    json.endArray();
}

void printJson(const FileBlocks& blocks) {
    JsonWriter json;
    json.beginObject();
    json.member("schema", "uaescope.hdf-blocks/1");
    json.member("file", utf8FromLatin1(blocks.path));
    json.key("blocks");
    print(json, blocks.data);
    json.member("block_size", blocks.blockSize);
    json.member("offset", blocks.offset);
    json.member("header", blocks.header);
    json.key("metadata");
    print(json, blocks.metadata);
    json.endObject();
    std::cout << json.text();
}

void print(const char* title, const std::vector<BlockRun>& runs) {
    std::cout << title;
    for (const BlockRun& run : runs) {
        std::cout << ' ' << run.first;
        if (run.count > 1) std::cout << '-' << std::uint64_t{run.first} + run.count - 1;
    }
    std::cout << '\n';
}

void print(const FileBlocks& blocks) {
    std::cout << (blocks.path.empty() ? "the volume '" + printable(utf8FromLatin1(blocks.label)) + "'"
                                      : printable(utf8FromLatin1(blocks.path)))
              << ": blocks of " << blocks.blockSize << " bytes, counted from offset " << blocks.offset << '\n';
    print("  data:", blocks.data);
    print("  metadata:", blocks.metadata);
}

} // namespace

void addBlocks(CLI::App& app, Run& run) {
    const auto request = std::make_shared<BlocksRequest>();
    CLI::App* verb = app.add_subcommand("blocks", "Say which blocks a file has");
    verb->add_option("IMAGE", request->file, "The hardfile; it is only read")->required();
    verb->add_option("PATH", request->path, "Inside it, like DH0:dir/file")->required();
    verb->add_flag("--json", request->json,
                   "As JSON: {file, blocks: [[first, count]...], block_size, offset, header, metadata}");
    verb->footer("Blocks are those of the volume, in the order of the contents. Metadata: header and extensions.");
    verb->callback([request, &run] {
        run = [request] {
            const FileBlocks blocks = findBlocks(*request);
            if (request->json)
                printJson(blocks);
            else
                print(blocks);
            return exitDone;
        };
    });
}

} // namespace uaescope::hardfiles
