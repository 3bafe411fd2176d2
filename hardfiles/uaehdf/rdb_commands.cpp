// rdb backup, restore and recover.
#include "hardfiles/error.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/json_writer.h"
#include "hardfiles/latin1.h"
#include "hardfiles/new_file.h"
#include "hardfiles/rdb_backup.h"
#include "hardfiles/rdb_recovery.h"
#include "hardfiles/uaehdf/commands.h"

#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

namespace {

struct RdbRequest {
    std::string file, backup;
    bool force = false, dryRun = false, json = false;
};

void save(const RdbRequest& request, ConstBytes bytes) {
    requireOtherFile(request.file, request.backup);
    NewFile copy(request.backup, request.force ? Existing::replace : Existing::refuse);
    copy.image().resize(bytes.size());
    copy.image().write(0, bytes);
    copy.commit();
}

int runBackup(const RdbRequest& request) {
    const Hardfile hardfile = Hardfile::open(request.file);
    const Bytes bytes = backupRdb(hardfile.rdbDisk());
    save(request, bytes);
    std::cout << request.backup << ": " << bytes.size() / sectorSize << " sectors of the RDB\n";
    return exitDone;
}

int runRestore(const RdbRequest& request) {
    const FileImage backup(request.backup, FileImage::Access::readOnly);
    constexpr std::uint64_t mostBytes = std::uint64_t{1} << 27;
    if (backup.size() > mostBytes) throw FormatError(request.backup + ": too large for a backup of an RDB");
    Bytes bytes(static_cast<std::size_t>(backup.size()));
    backup.read(0, bytes);
    const Hardfile hardfile = Hardfile::openForWriting(request.file, Hardfile::Overlaps::allow);
    if (!hardfile.rdb() && hardfile.hasFileSystem() && !request.force)
        throw Error(request.file + ": has no RDB but a volume from its first block on, which would be destroyed; use "
                                   "--force if that is what you want");
    const auto inside = partitionInside(hardfile.rdbDisk(), bytes.size() / sectorSize);
    if (inside && !request.force)
        throw Error(request.file + ": the partition " + utf8FromLatin1(*inside) +
                    " begins where the backup would be written; use --force to lose what is there");
    restoreRdb(hardfile.rdbDisk(), bytes);
    return exitDone;
}

int runRecover(const RdbRequest& request) {
    if (request.backup.empty() && !request.dryRun)
        throw UsageError("say with --backup FILE where to keep what is there now, or look first with --dry-run");
    const Hardfile hardfile = request.dryRun ? Hardfile::open(request.file)
                                             : Hardfile::openForWriting(request.file, Hardfile::Overlaps::allow);
    const BlockDevice device = hardfile.rdbDisk();
    if (!hardfile.rdb() && hardfile.hasFileSystem())
        throw Error(request.file + ": is a volume from its first block on, and has no RDB");
    if (hardfile.container() == Container::byteSwapped && !request.dryRun)
        throw Error(request.file +
                    ": is a byte-swapped dump; make a raw image of it with 'uaehdf convert', and recover "
                    "that");
    RdbRecovery recovery = recoverRdb(device);
    for (const std::string& note : recovery.notes) std::cout << note << '\n';
    if (request.dryRun) return exitDone;
    save(request, firstSectors(device));
    std::cout << "to take it back: dd if=" << request.backup << " of=" << request.file
              << " conv=notrunc bs=1M oflag=seek_bytes seek=" << device.offsetOf(0) << '\n';
    recovery.editor.commit();
    return exitDone;
}

CLI::App* addVerb(CLI::App& group, const char* name, const char* text, const std::shared_ptr<RdbRequest>& request) {
    CLI::App* verb = group.add_subcommand(name, text);
    verb->add_option("IMAGE", request->file, "The RDB hardfile")->required();
    return verb;
}

void addBackup(CLI::App& group, Run& run) {
    const auto request = std::make_shared<RdbRequest>();
    CLI::App* verb = addVerb(group, "backup", "Copy the RDB into a file", request);
    verb->add_option("FILE", request->backup, "The copy")->required();
    verb->add_flag("--force", request->force, "Replace a file that exists");
    verb->footer("The first sectors of the disk, as they stand: partitions and file systems, not what is in them.");
    verb->callback([request, &run] { run = [request] { return runBackup(*request); }; });
}

void addRestore(CLI::App& group, Run& run) {
    const auto request = std::make_shared<RdbRequest>();
    CLI::App* verb = addVerb(group, "restore", "Put a copy of the RDB back", request);
    verb->add_option("FILE", request->backup, "Made by 'rdb backup'")->required();
    verb->add_flag("--force", request->force, "Even over a volume or partition that it would destroy");
    verb->footer("Nothing is written unless the copy is whole and fits the image.");
    verb->callback([request, &run] { run = [request] { return runRestore(*request); }; });
}

void addRecover(CLI::App& group, Run& run) {
    const auto request = std::make_shared<RdbRequest>();
    CLI::App* verb = addVerb(group, "recover", "Make a damaged RDB anew from what is left of it", request);
    verb->add_option("--backup", request->backup, "Where to keep the first sectors as they are now");
    verb->add_flag("--force", request->force, "Replace a backup that exists");
    verb->add_flag("--dry-run", request->dryRun, "Say what was found, and write nothing");
    verb->footer("Looks at the first 16 MiB for whole blocks of partitions and file systems, linked or not, and\n"
                 "keeps all of them in the backup. A lost RDSK block comes back in the damaged one's place or in a\n"
                 "blank block; boot code and other things before the partitions stay as they are.");
    verb->callback([request, &run] { run = [request] { return runRecover(*request); }; });
}

} // namespace

void addRdb(CLI::App& app, Run& run) {
    CLI::App* group = app.add_subcommand("rdb", "Keep, put back and recover the RDB of a hardfile");
    group->require_subcommand(1);
    addBackup(*group, run);
    addRestore(*group, run);
    addRecover(*group, run);
}

} // namespace uaescope::hardfiles
