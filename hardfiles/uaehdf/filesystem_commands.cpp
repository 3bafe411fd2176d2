// filesystem add, remove and export.
#include "hardfiles/error.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/json_writer.h"
#include "hardfiles/latin1.h"
#include "hardfiles/load_file.h"
#include "hardfiles/new_file.h"
#include "hardfiles/rdb_editor.h"
#include "hardfiles/rdb_output.h"
#include "hardfiles/uaehdf/commands.h"
#include "hardfiles/uaehdf/partition_spec.h"

#include <charconv>
#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

namespace {

struct FileSystemRequest {
    std::string file, dosType, handler, version;
    bool force = false, dryRun = false, json = false;
};

void print(const FileSystemRequest& request, const RigidDisk& disk) {
    if (!request.json) {
        if (request.dryRun) std::cout << "nothing was written; these would be the file systems:\n";
        for (const RdbFileSystem& fileSystem : disk.fileSystems) std::cout << fileSystemText(fileSystem) << '\n';
        return;
    }
    JsonWriter json;
    json.beginObject();
    json.member("schema", "uaescope.hdf-filesystem/1");
    json.member("file", request.file);
    json.member("dry_run", request.dryRun);
    json.key("file_systems");
    writeFileSystems(json, disk);
    json.endObject();
    std::cout << json.text();
}

std::uint32_t parseVersion(const std::string& text) {
    const auto number = [&](std::string_view part) {
        std::uint16_t value = 0;
        const auto [stopped, error] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (part.empty() || error != std::errc() || stopped != part.data() + part.size())
            throw UsageError("version '" + text + "': expected VERSION.REVISION, like 19.2");
        return value;
    };
    const std::size_t point = text.find('.');
    if (point == std::string::npos) return std::uint32_t{number(text)} << 16;
    return std::uint32_t{number(std::string_view(text).substr(0, point))} << 16 |
           number(std::string_view(text).substr(point + 1));
}

int runEdit(const FileSystemRequest& request, const std::function<void(RdbEditor&)>& change) {
    const Hardfile hardfile = request.dryRun ? Hardfile::open(request.file) : Hardfile::openForWriting(request.file);
    RdbEditor editor(hardfile.rdbDisk());
    change(editor);
    if (!request.dryRun) editor.commit();
    print(request, editor.disk());
    return exitDone;
}

std::size_t indexOf(const FileSystemRequest& request, const RdbEditor& editor) {
    const DosType type = parseFileSystem(request.dosType);
    if (const auto index = editor.fileSystemFor(type)) return *index;
    throw Error(request.file + ": the RDB holds no file system for " + type.text() + "; 'uaehdf info' lists them");
}

void add(const FileSystemRequest& request, RdbEditor& editor) {
    NewFileSystem fileSystem;
    fileSystem.dosType = parseFileSystem(request.dosType);
    fileSystem.handler = readLoadFile(request.handler);
    fileSystem.name = latin1FromUtf8(std::filesystem::path(request.handler).filename().string());
    const auto found = versionOf(fileSystem.handler);
    if (request.version.empty() && !found)
        throw UsageError(request.handler + ": has no version string; give its version with --version 19.2");
    fileSystem.version = request.version.empty() ? *found : parseVersion(request.version);
    if (const auto old = editor.fileSystemFor(fileSystem.dosType); old && request.force) editor.removeFileSystem(*old);
    editor.addFileSystem(fileSystem);
}

CLI::App* addVerb(CLI::App& group, const char* name, const char* text,
                  const std::shared_ptr<FileSystemRequest>& request) {
    CLI::App* verb = group.add_subcommand(name, text);
    verb->add_option("IMAGE", request->file, "The RDB hardfile")->required();
    verb->add_option("DOSTYPE", request->dosType, "Whose handler it is: PFS3, DOS7 or 0x50465303")->required();
    return verb;
}

void addChanging(CLI::App& verb, const std::shared_ptr<FileSystemRequest>& request) {
    verb.add_flag("--dry-run", request->dryRun, "Say what would be, and write nothing");
    verb.add_flag("--json", request->json, "As JSON, schema uaescope.hdf-filesystem/1");
}

void addAdd(CLI::App& group, Run& run) {
    const auto request = std::make_shared<FileSystemRequest>();
    CLI::App* verb = addVerb(group, "add", "Put a file system's handler into the RDB", request);
    verb->add_option("HANDLER", request->handler, "The load file, as it lies in L:")->required();
    verb->add_option("--version", request->version, "Instead of the one in the handler's version string");
    verb->add_flag("--force", request->force, "Replace the one that is there for this DosType");
    addChanging(*verb, request);
    verb->footer("The Amiga uses it when it is newer than what its ROM has for the DosType.\n"
                 "Example: uaehdf filesystem add disk.hdf PFS3 pfs3aio");
    verb->callback([request, &run] {
        run = [request] { return runEdit(*request, [&](RdbEditor& editor) { add(*request, editor); }); };
    });
}

void addRemove(CLI::App& group, Run& run) {
    const auto request = std::make_shared<FileSystemRequest>();
    CLI::App* verb = addVerb(group, "remove", "Take a file system's handler out of the RDB", request);
    addChanging(*verb, request);
    verb->callback([request, &run] {
        run = [request] {
            return runEdit(*request, [&](RdbEditor& editor) { editor.removeFileSystem(indexOf(*request, editor)); });
        };
    });
}

void addExport(CLI::App& group, Run& run) {
    const auto request = std::make_shared<FileSystemRequest>();
    CLI::App* verb = addVerb(group, "export", "Copy a file system's handler out of the RDB", request);
    verb->add_option("TARGET", request->handler, "The copy")->required();
    verb->add_flag("--force", request->force, "Replace a file that exists");
    verb->callback([request, &run] {
        run = [request] {
            const Hardfile hardfile = Hardfile::open(request->file);
            const RdbEditor editor(hardfile.rdbDisk());
            const Bytes handler = editor.handler(indexOf(*request, editor));
            requireOtherFile(request->file, request->handler);
            NewFile copy(request->handler, request->force ? Existing::replace : Existing::refuse);
            copy.image().resize(handler.size());
            copy.image().write(0, handler);
            copy.commit();
            return exitDone;
        };
    });
}

} // namespace

void addFileSystem(CLI::App& app, Run& run) {
    CLI::App* group = app.add_subcommand("filesystem", "Add, remove and export handlers in an RDB");
    group->require_subcommand(1);
    addAdd(*group, run);
    addRemove(*group, run);
    addExport(*group, run);
}

} // namespace uaescope::hardfiles
