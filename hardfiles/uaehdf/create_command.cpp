#include "hardfiles/create.h"
#include "hardfiles/error.h"
#include "hardfiles/json_writer.h"
#include "hardfiles/latin1.h"
#include "hardfiles/size_text.h"
#include "hardfiles/uaehdf/commands.h"
#include "hardfiles/uaehdf/partition_spec.h"

#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

namespace {

struct CreateRequest {
    std::string file, size, fileSystem = "DOS3", label;
    std::uint32_t blockSize = 512;
    bool rdb = false, force = false, json = false;
    std::vector<std::string> partitions;
};

CreateOptions optionsFor(const CreateRequest& request) {
    CreateOptions options;
    options.size = parseSize(request.size);
    options.existing = request.force ? Existing::replace : Existing::refuse;
    PartitionOptions defaults;
    defaults.dosType = parseFileSystem(request.fileSystem);
    defaults.blockSize = request.blockSize;
    if (!request.label.empty()) defaults.label = latin1FromUtf8(request.label);
    options.partitions = {defaults};
    if (!request.rdb) {
        if (!request.partitions.empty()) throw UsageError("--partition needs --rdb: without an RDB there is only one");
        return options;
    }
    options.kind = HardfileKind::rdb;
    if (request.partitions.size() > 1 && !request.label.empty())
        throw UsageError("--label is for one volume; with several, add :label=TEXT to each --partition");
    if (!request.partitions.empty()) options.partitions.clear();
    for (const std::string& spec : request.partitions) options.partitions.push_back(parsePartitionSpec(spec, defaults));
    return options;
}

void print(const CreateRequest& request, const CreatedHardfile& created) {
    std::cout << request.file << ": " << sizeText(created.size) << " (" << created.size << " bytes), "
              << (request.rdb ? "RDB hardfile" : "partition hardfile") << '\n';
    for (const CreatedPartition& partition : created.partitions) {
        std::cout << "  ";
        if (request.rdb) std::cout << utf8FromLatin1(partition.name) << ": ";
        std::cout << "volume '" << utf8FromLatin1(partition.label) << "', " << partition.dosType.text() << " ("
                  << partition.dosType.description() << "), " << sizeText(partition.size) << " in blocks of "
                  << partition.blockSize << " bytes\n";
    }
}

void printJson(const CreateRequest& request, const CreatedHardfile& created) {
    JsonWriter json;
    json.beginObject();
    json.member("schema", "uaescope.hdf-create/1");
    json.member("file", request.file);
    json.member("size", created.size);
    json.key("partitions");
    json.beginArray();
    for (const CreatedPartition& partition : created.partitions) {
        json.beginObject();
        json.member("name", request.rdb ? utf8FromLatin1(partition.name) : "");
        json.member("label", utf8FromLatin1(partition.label));
        json.member("dos_type", partition.dosType.text());
        json.member("offset", partition.offset);
        json.member("size", partition.size);
        json.member("block_size", partition.blockSize);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    std::cout << json.text();
}

} // namespace

void addCreate(CLI::App& app, Run& run) {
    const auto request = std::make_shared<CreateRequest>();
    CLI::App* verb = app.add_subcommand("create", "Make a formatted hardfile; holes take no room on the disk");
    verb->add_option("FILE", request->file, "The hardfile to make")->required();
    verb->add_option("--size", request->size, "Of the file: bytes, or a number with K, M, G or T")->required();
    verb->add_option("--fs", request->fileSystem, "File system, DOS0 to DOS7")->capture_default_str();
    verb->add_option("--block-size", request->blockSize, "Of the file system, 512 to 32768")->capture_default_str();
    verb->add_option("--label", request->label, "Name of the volume (default: Work)");
    verb->add_flag("--rdb", request->rdb, "A whole disk with an RDB instead of a single volume");
    verb->add_option("--partition", request->partitions,
                     "With --rdb, once for each: NAME:SIZE:DOSTYPE, SIZE also 'rest',\n"
                     "then if wanted :block=N :label=TEXT :bootpri=N :buffers=N")
        ->take_all();
    verb->add_flag("--force", request->force, "Replace a file that exists");
    verb->add_flag("--json", request->json, "Say what was made as JSON");
    verb->footer("Examples:\n"
                 "  uaehdf create work.hdf --size 64M --fs DOS1 --block-size 1024\n"
                 "  uaehdf create disk.hdf --size 1G --rdb --partition DH0:500M:DOS3 --partition DH1:rest:DOS1");
    verb->callback([request, &run] {
        run = [request] {
            const CreatedHardfile created = createHardfile(request->file, optionsFor(*request));
            if (request->json)
                printJson(*request, created);
            else
                print(*request, created);
            return exitDone;
        };
    });
}

} // namespace uaescope::hardfiles
