#include "hardfiles/error.h"
#include "hardfiles/ffs_writer.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/latin1.h"
#include "hardfiles/uaehdf/commands.h"
#include "hardfiles/uaehdf/progress.h"

#include <memory>
#include <sys/stat.h>

namespace uaescope::hardfiles {

namespace {

struct PutRequest {
    std::string file, source, path;
    bool force = false;
};

AmigaDate dateOf(const FileImage& source) {
    struct stat status {};
    return fstat(source.descriptor(), &status) == 0 ? AmigaDate::at(status.st_mtime) : AmigaDate::now();
}

// A path that is empty, ends with '/' or is a directory keeps the name of the source.
std::string targetPath(const Volume& volume, const PutRequest& request, const Place& place) {
    std::string path = place.path;
    const auto there = volume.find(path);
    if (!path.empty() && path.back() != '/' && !(there && there->kind == EntryKind::directory)) return path;
    if (!path.empty() && path.back() != '/') path += '/';
    return path + latin1FromUtf8(std::filesystem::path(request.source).filename().string());
}

int runPut(const PutRequest& request) {
    const FileImage source(request.source, FileImage::Access::readOnly);
    const Hardfile hardfile = Hardfile::openForWriting(request.file);
    const Place place = hardfile.locate(latin1FromUtf8(request.path));
    const Volume& volume = *place.partition->volume;
    const std::string path = targetPath(volume, request, place);
    FileAttributes attributes;
    attributes.changed = dateOf(source);
    if (const auto old = volume.find(path)) {
        if (!request.force)
            throw Error(request.file + ": '" + utf8FromLatin1(path) +
                        "' exists in the image; choose another name, or replace it with --force");
        attributes.protection = old->protection;
        attributes.comment = old->comment;
    }
    Progress progress("copying");
    std::uint64_t offset = 0;
    const auto readNext = [&](MutableBytes into) {
        source.read(offset, into);
        offset += into.size();
        progress.show(offset, source.size());
    };
    VolumeWriter(volume).put(path, {source.size(), readNext}, attributes);
    return exitDone;
}

} // namespace

void addPut(CLI::App& app, Run& run) {
    const auto request = std::make_shared<PutRequest>();
    CLI::App* verb = app.add_subcommand("put", "Copy a file into a hardfile");
    verb->add_option("IMAGE", request->file, "The hardfile; no emulator may have it open")->required();
    verb->add_option("SOURCE", request->source, "The file to copy; its date is kept")->required();
    verb->add_option("PATH", request->path,
                     "Where to, like DH0:dir or DH0:dir/name; the device is needed when\nthere are several");
    verb->add_flag("--force", request->force, "Replace a file that exists; its protection and comment stay");
    verb->footer("Nothing is written to a volume that is damaged or was not closed in order.");
    verb->callback([request, &run] { run = [request] { return runPut(*request); }; });
}

} // namespace uaescope::hardfiles
