#include "hardfiles/error.h"
#include "hardfiles/image_map.h"
#include "hardfiles/json_writer.h"
#include "hardfiles/latin1.h"
#include "hardfiles/uaehdf/commands.h"
#include "hardfiles/uaehdf/progress.h"

#include <charconv>
#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

namespace {

struct WhereRequest {
    std::string file;
    std::vector<std::string> offsets;
    bool json = false;
};

std::uint64_t parseOffset(const std::string& text) {
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    const char* const begin = text.data() + (hex ? 2 : 0);
    const char* const end = text.data() + text.size();
    std::uint64_t offset = 0;
    const auto [stopped, error] = std::from_chars(begin, end, offset, hex ? 16 : 10);
    if (begin == end || error != std::errc() || stopped != end)
        throw UsageError("offset '" + text + "': expected a number of bytes like 1048576 or 0x100000");
    return offset;
}

void print(const ImageMap& map, std::uint64_t offset, const ImagePlace& place) {
    const std::string partition = printable(utf8FromLatin1(map.partitionName(place)));
    const std::string file = printable(utf8FromLatin1(map.file(place)));
    std::cout << offset << ": " << (partition.empty() ? "" : partition + ": ") << "block " << place.block << ": "
              << roleName(place.use.role);
    if (!file.empty()) std::cout << " of '" << file << '\'';
    if (place.fileOffset) std::cout << ", byte " << *place.fileOffset;
    std::cout << '\n';
}

void print(JsonWriter& json, const ImageMap& map, std::uint64_t offset, const ImagePlace& place) {
    json.beginObject();
    json.member("offset", offset);
    json.member("partition", utf8FromLatin1(map.partitionName(place)));
    json.member("block", place.block);
    json.member("role", roleName(place.use.role));
    json.member("file", utf8FromLatin1(map.file(place)));
    if (place.fileOffset) json.member("file_offset", *place.fileOffset);
    json.endObject();
}

int runWhere(const WhereRequest& request) {
    std::vector<std::uint64_t> offsets;
    for (const std::string& text : request.offsets) offsets.push_back(parseOffset(text));
    const Hardfile hardfile = Hardfile::open(request.file);
    for (const std::uint64_t offset : offsets)
        if (offset >= hardfile.size())
            throw Error(request.file + ": offset " + std::to_string(offset) + ": expected an offset below " +
                        std::to_string(hardfile.size()) + ", where the image ends");
    const ImageMap map = [&] {
        const SurveyLine line("reading");
        return ImageMap(hardfile);
    }();
    JsonWriter json;
    json.beginArray();
    for (const std::uint64_t offset : offsets) {
        if (request.json)
            print(json, map, offset, map.at(offset));
        else
            print(map, offset, map.at(offset));
    }
    json.endArray();
    if (request.json) std::cout << json.text();
    return exitDone;
}

} // namespace

void addWhere(CLI::App& app, Run& run) {
    const auto request = std::make_shared<WhereRequest>();
    CLI::App* verb = app.add_subcommand("where", "Say what the bytes at some offsets belong to");
    verb->add_option("IMAGE", request->file, "The hardfile; it is only read")->required();
    verb->add_option("OFFSET", request->offsets, "In the image, in bytes: 1048576 or 0x100000")->required();
    verb->add_flag("--json", request->json, "As JSON: [{offset, partition, block, role, file, file_offset}]");
    verb->footer("Roles: root, bitmap, directory, header, extension, admin, data, free, lost, reserved (boot\n"
                 "blocks), rdb, outside (of every partition), unknown (the file system cannot be read). The block\n"
                 "is that of the volume, outside of one the sector of the image.");
    verb->callback([request, &run] { run = [request] { return runWhere(*request); }; });
}

} // namespace uaescope::hardfiles
