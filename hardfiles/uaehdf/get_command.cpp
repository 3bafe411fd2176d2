#include "hardfiles/error.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/latin1.h"
#include "hardfiles/new_file.h"
#include "hardfiles/uaehdf/commands.h"
#include "hardfiles/uaehdf/progress.h"

#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

namespace {

struct GetRequest {
    std::string file, path, target;
    bool force = false;
};

void writeOut(const Volume& volume, const Entry& file) {
    volume.readFile(file, [](ConstBytes piece) {
        const std::string text(piece.begin(), piece.end());
        std::cout.write(text.data(), static_cast<std::streamsize>(text.size()));
    });
}

void writeFile(const Volume& volume, const Entry& file, const std::filesystem::path& target, Existing existing) {
    NewFile copy(target, existing);
    copy.image().resize(file.size);
    {
        Progress progress("copying");
        std::uint64_t offset = 0;
        volume.readFile(file, [&](ConstBytes piece) {
            copy.image().write(offset, piece);
            offset += piece.size();
            progress.show(offset, file.size);
        });
    }
    copy.commit();
}

int runGet(const GetRequest& request) {
    const Hardfile hardfile = Hardfile::open(request.file);
    const Place place = hardfile.locate(latin1FromUtf8(request.path));
    const Volume& volume = *place.partition->volume;
    const auto file = volume.find(place.path);
    if (!file) throw Error(request.file + ": '" + request.path + "': no such file in the image");
    if (file->kind == EntryKind::rolloverFile)
        throw Error(request.file + ": '" + request.path + "': rollover files of PFS3 are listed, but not read");
    if (file->kind != EntryKind::file)
        throw Error(request.file + ": '" + request.path + "': expected a file, found a directory or link");
    if (request.target == "-")
        writeOut(volume, *file);
    else
        writeFile(volume, *file, request.target.empty() ? utf8FromLatin1(file->name) : request.target,
                  request.force ? Existing::replace : Existing::refuse);
    return exitDone;
}

} // namespace

void addGet(CLI::App& app, Run& run) {
    const auto request = std::make_shared<GetRequest>();
    CLI::App* verb = app.add_subcommand("get", "Copy a file out of a hardfile");
    verb->add_option("IMAGE", request->file, "The hardfile; it is only read")->required();
    verb->add_option("PATH", request->path, "Inside it, like DH0:dir/file")->required();
    verb->add_option("TARGET", request->target, "The copy; '-' prints it (default: the file's name, in this folder)");
    verb->add_flag("--force", request->force, "Replace a file that exists");
    verb->callback([request, &run] { run = [request] { return runGet(*request); }; });
}

} // namespace uaescope::hardfiles
