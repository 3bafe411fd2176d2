#include "hardfiles/error.h"
#include "hardfiles/image_map.h"
#include "hardfiles/json_writer.h"
#include "hardfiles/latin1.h"
#include "hardfiles/map_painting.h"
#include "hardfiles/map_picture.h"
#include "hardfiles/new_file.h"
#include "hardfiles/uaehdf/commands.h"
#include "hardfiles/uaehdf/progress.h"

#include <iomanip>
#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

namespace {

struct MapRequest {
    std::string file;
    PictureSize size;
    std::string png;
    bool files = false, force = false, json = false;
};

std::string title(const MappedPartition& partition) {
    const std::string label = utf8FromLatin1(partition.volume->info().label) + ":";
    return partition.name.empty() ? label : utf8FromLatin1(partition.name) + ": " + label;
}

// "1.6", rounded.
std::string tenths(std::uint64_t part, std::uint64_t whole) {
    const std::uint64_t value = whole == 0 ? 0 : (10 * part + whole / 2) / whole;
    return std::to_string(value / 10) + '.' + std::to_string(value % 10);
}

void print(const MappedPartition& partition, const PictureSize& size) {
    const VolumeMap& map = *partition.volume;
    std::cout << title(partition) << ' ' << map.info().dosType.text() << ", " << map.info().blocks << " blocks of "
              << map.info().blockSize << " bytes at offset " << partition.offset << '\n'
              << mapPicture(map, size);
    const auto counts = map.count();
    for (int role = 0; role < blockRoles; ++role)
        if (counts[static_cast<std::size_t>(role)] != 0)
            std::cout << "  " << std::left << std::setw(10) << roleName(static_cast<BlockRole>(role)) << std::right
                      << std::setw(12) << counts[static_cast<std::size_t>(role)] << "  "
                      << tenths(100 * counts[static_cast<std::size_t>(role)], map.info().blocks) << " %\n";
    const Fragmentation found = fragmentation(map);
    if (found.files == 0) return;
    std::cout << "  " << found.files << " files with contents, " << found.inOnePiece << " of them in one piece; "
              << tenths(found.pieces, found.files) << " pieces a file\n";
    if (found.worstPieces > 1)
        std::cout << "  in most pieces: '" << printable(utf8FromLatin1(map.path(found.worstFile))) << "', "
                  << found.worstPieces << '\n';
}

void printFiles(const MappedPartition& partition) {
    const VolumeMap& map = *partition.volume;
    for (const FilePieces& file : piecesOfFiles(map))
        std::cout << std::setw(8) << file.pieces << std::setw(12) << map.files()[file.file].size << "  "
                  << title(partition) << printable(utf8FromLatin1(map.path(file.file))) << '\n';
}

void printFiles(JsonWriter& json, const VolumeMap& map) {
    json.key("file_pieces");
    json.beginArray();
    for (const FilePieces& file : piecesOfFiles(map)) {
        json.beginObject();
        json.member("file", utf8FromLatin1(map.path(file.file)));
        json.member("size", map.files()[file.file].size);
        json.member("pieces", file.pieces);
        json.endObject();
    }
    json.endArray();
}

void print(JsonWriter& json, const MappedPartition& partition, bool files) {
    json.beginObject();
    json.member("name", utf8FromLatin1(partition.name));
    json.member("offset", partition.offset);
    json.member("size", partition.size);
    if (partition.volume) {
        const VolumeMap& map = *partition.volume;
        json.member("label", utf8FromLatin1(map.info().label));
        json.member("block_size", map.info().blockSize);
        json.member("blocks", map.info().blocks);
        json.key("roles");
        json.beginObject();
        const auto counts = map.count();
        for (int role = 0; role < blockRoles; ++role)
            if (counts[static_cast<std::size_t>(role)] != 0)
                json.member(roleName(static_cast<BlockRole>(role)), counts[static_cast<std::size_t>(role)]);
        json.endObject();
        const Fragmentation found = fragmentation(map);
        json.member("files", found.files);
        json.member("files_in_one_piece", found.inOnePiece);
        json.member("pieces", found.pieces);
        if (files) printFiles(json, map);
    }
    json.endObject();
}

// The font has no other letters than those of Latin-1.
std::string pictureTitle(const std::filesystem::path& file) {
    try {
        return latin1FromUtf8(file.filename().string());
    } catch (const UsageError&) {
        return "hardfile";
    }
}

void save(const MapRequest& request, const ImageMap& map) {
    requireOtherFile(request.file, request.png);
    const Bytes png = paintMap(map, pictureTitle(request.file), {}).png();
    NewFile file(request.png, request.force ? Existing::replace : Existing::refuse);
    file.image().resize(png.size());
    file.image().write(0, png);
    file.commit();
}

int runMap(const MapRequest& request) {
    const Hardfile hardfile = Hardfile::open(request.file);
    if (!hardfile.hasFileSystem())
        throw Error(request.file + ": expected a file system, found none; try 'uaehdf info' to see why");
    const ImageMap map = [&] {
        const SurveyLine line("reading");
        return ImageMap(hardfile);
    }();
    if (!request.png.empty()) save(request, map);
    if (request.json) {
        JsonWriter json;
        json.beginObject();
        json.member("schema", "uaescope.hdf-map/1");
        json.member("file", validUtf8(request.file));
        json.key("partitions");
        json.beginArray();
        for (const MappedPartition& partition : map.partitions()) print(json, partition, request.files);
        json.endArray();
        json.endObject();
        std::cout << json.text();
        return exitDone;
    }
    if (request.files) {
        std::cout << "  pieces       bytes  file\n";
        for (const MappedPartition& partition : map.partitions())
            if (partition.volume) printFiles(partition);
        return exitDone;
    }
    if (!request.png.empty()) return exitDone;
    for (const MappedPartition& partition : map.partitions()) {
        if (partition.volume)
            print(partition, request.size);
        else
            std::cout << utf8FromLatin1(partition.name) << ": no file system that can be read\n";
    }
    std::cout << mapLegend();
    return exitDone;
}

} // namespace

void addMap(CLI::App& app, Run& run) {
    const auto request = std::make_shared<MapRequest>();
    CLI::App* verb = app.add_subcommand("map", "Paint what the blocks of every volume are used for");
    verb->add_option("IMAGE", request->file, "The hardfile; it is only read")->required();
    verb->add_option("--columns", request->size.columns, "Characters of a line (default: 64)")
        ->check(CLI::Range(8u, 1000u));
    verb->add_option("--rows", request->size.rows, "Lines at most (default: 24)")->check(CLI::Range(1u, 10000u));
    verb->add_option("--png", request->png, "Write a coloured picture of the disk to this file instead");
    verb->add_flag("--force", request->force, "Replace a picture that exists");
    verb->add_flag("--files", request->files, "List in how many pieces each file is, the worst first");
    verb->add_flag("--json", request->json, "The figures as JSON, schema uaescope.hdf-map/1");
    verb->callback([request, &run] { run = [request] { return runMap(*request); }; });
}

} // namespace uaescope::hardfiles
