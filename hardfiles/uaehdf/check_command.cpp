#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_repair.h"
#include "hardfiles/finding_output.h"
#include "hardfiles/image_in_use.h"
#include "hardfiles/inspect.h"
#include "hardfiles/latin1.h"
#include "hardfiles/mbr.h"
#include "hardfiles/new_file.h"
#include "hardfiles/overlay_image.h"
#include "hardfiles/partition_probe.h"
#include "hardfiles/rdb_repair.h"
#include "hardfiles/root_repair.h"
#include "hardfiles/survey.h"
#include "hardfiles/uaehdf/commands.h"
#include "hardfiles/uaehdf/progress.h"

#include <algorithm>
#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

namespace {

std::string counted(std::size_t count, const std::string& word) {
    return std::to_string(count) + ' ' + word + (count == 1 ? "" : "s");
}

void print(const Inspection& inspection) {
    for (const Finding& finding : inspection.findings) std::cout << findingText(finding);
    const std::size_t errors = inspection.count(Severity::error);
    const std::size_t warnings = inspection.count(Severity::warning) - errors;
    std::cout << validUtf8(inspection.file) << ": ";
    if (errors + warnings != 0)
        std::cout << counted(errors, "error") << ", " << counted(warnings, "warning") << '\n';
    else if (inspection.hasFileSystem)
        std::cout << "no faults found\n";
    else
        std::cout << "no faults found, but no file system that can be checked either\n";
}

struct CheckRequest {
    std::string file, undoFile, undo;
    bool repair = false, dryRun = false, force = false, json = false;
};

void save(const std::filesystem::path& image, const std::filesystem::path& file, Existing existing, ConstBytes bytes) {
    requireOtherFile(image, file);
    NewFile copy(file, existing);
    copy.image().resize(bytes.size());
    copy.image().write(0, bytes);
    copy.commit();
}

void print(const CheckRequest& request, const Findings& done, std::size_t sectors) {
    if (!request.json) {
        for (const Finding& repair : done) std::cout << "repaired: " << findingText(repair).substr(6);
        std::cout << sectors << " sectors of 512 bytes " << (request.dryRun ? "would be changed" : "changed") << '\n';
        return;
    }
    JsonWriter json;
    json.beginObject();
    json.member("schema", "uaescope.hdf-repair/1");
    json.member("file", request.file);
    json.member("dry_run", request.dryRun);
    json.member("sectors", sectors);
    json.key("repairs");
    writeFindings(json, done);
    json.endObject();
    std::cout << json.text();
}

bool isRepairable(const Partition& partition) { return partition.volume && partition.volume->info().dosType.isDos(); }

void append(Findings& findings, const Findings& more) { findings.insert(findings.end(), more.begin(), more.end()); }

// As it is now.
bool isClean(Hardfile& hardfile) {
    hardfile.reread();
    Findings findings = hardfile.findings();
    for (const Partition& partition : hardfile.partitions())
        if (partition.volume) append(findings, surveyVolume(*partition.volume, Depth::contents).findings);
    return std::none_of(findings.begin(), findings.end(),
                        [](const Finding& finding) { return finding.severity >= Severity::warning; });
}

// Tables and root blocks, without which nothing else is found.
Findings repairFrame(Hardfile& hardfile) {
    Findings done;
    const std::size_t disks =
        hardfile.rdb() ? hardfile.mbrPartitions().size() : amigaPartitionsOfMbr(hardfile.device()).size();
    const bool isVolume = !hardfile.rdb() && hardfile.hasFileSystem(); // an RDB in it is a rest of before
    if (!isVolume && disks < 2) append(done, repairRdb(hardfile.rdbDisk()));
    hardfile.reread();
    for (const Partition& partition : hardfile.partitions()) {
        if (partition.volume) continue;
        if (partition.rdb && partition.sectors.count != 0) {
            append(done, repairRoot(
                             PartitionWindow(hardfile.device(), partition.sectors, partition.blockSize, partition.name),
                             partition.rdb->envec.reserved));
        } else if (const auto probed = partition.rdb ? std::nullopt : probeVolume(hardfile.device(), RootSum::any)) {
            append(done, repairRoot(PartitionWindow(hardfile.device(), {0, probed->sectors}, probed->blockSize),
                                    ffs::usualReserved));
        }
    }
    hardfile.reread();
    return done;
}

// All repairs happen in memory; what they change is kept in the undo file before it goes to the image.
int runRepair(const CheckRequest& request) {
    if (request.undoFile.empty() && !request.dryRun)
        throw UsageError("say with --undo-file FILE where to keep what is changed, or look first with --dry-run");
    const auto file = std::make_shared<FileImage>(request.file, request.dryRun ? FileImage::Access::readOnly
                                                                               : FileImage::Access::readWrite);
    if (!request.dryRun) requireUnused(*file);
    auto changes = std::make_unique<OverlayImage>(file);
    OverlayImage& overlay = *changes;
    Hardfile hardfile(std::move(changes));
    Findings done = repairFrame(hardfile);
    if (!hardfile.hasFileSystem()) throw Error(request.file + ": expected a file system, found none to repair");
    if (std::none_of(hardfile.partitions().begin(), hardfile.partitions().end(), isRepairable))
        throw Error(request.file +
                    ": only OFS and FFS volumes are repaired, and there is none; let the Amiga repair it");
    for (const Finding& finding : hardfile.findings())
        if (finding.code == "overlap") throw Error(request.file + ": " + finding.message + "; nothing is repaired");
    for (const Partition& partition : hardfile.partitions()) {
        if (!isRepairable(partition)) continue;
        append(done, repairVolume(partition.volume->window(), partition.volume->info().reserved));
    }
    const std::size_t sectors = overlay.changes();
    if (!request.dryRun && sectors != 0) {
        save(request.file, request.undoFile, request.force ? Existing::replace : Existing::refuse, overlay.undo());
        overlay.apply();
    }
    print(request, done, sectors);
    const bool clean = isClean(hardfile);
    if (!clean && !request.json) std::cout << "not all could be repaired; 'uaehdf check' says what is left\n";
    return clean ? exitDone : exitFailed;
}

int runUndo(const CheckRequest& request) {
    const FileImage undo(request.undo, FileImage::Access::readOnly);
    Bytes bytes(static_cast<std::size_t>(undo.size()));
    undo.read(0, bytes);
    FileImage image(request.file, FileImage::Access::readWrite);
    requireUnused(image);
    std::cout << undoChanges(image, bytes) << " sectors of 512 bytes are as they were\n";
    return exitDone;
}

int runCheck(const CheckRequest& request) {
    const Inspection inspection = [&] {
        const SurveyLine line("checking");
        return inspect(request.file, Thoroughness::complete);
    }();
    if (request.json)
        std::cout << inspectionJson(inspection, "uaescope.hdf-check/1");
    else
        print(inspection);
    return inspection.count(Severity::warning) == 0 ? exitDone : exitFailed;
}

} // namespace

void addCheck(CLI::App& app, Run& run) {
    const auto request = std::make_shared<CheckRequest>();
    CLI::App* verb = app.add_subcommand("check", "Look for damage in every block that a hardfile uses, and repair it");
    verb->add_option("IMAGE", request->file, "The hardfile; it is only read, unless it is repaired")->required();
    verb->add_flag("--repair", request->repair, "Repair what needs no guess; no emulator may have the image open");
    verb->add_option("--undo-file", request->undoFile, "With --repair: where to keep what is changed");
    verb->add_option("--undo", request->undo, "Take back a repair, given its undo file");
    verb->add_flag("--force", request->force, "Replace an undo file that exists");
    verb->add_flag("--dry-run", request->dryRun, "With --repair: say what would be done, and write nothing");
    verb->add_flag("--json", request->json, "As JSON, schema uaescope.hdf-check/1, of repairs uaescope.hdf-repair/1");
    verb->footer("Errors: contents are lost or out of reach, or writing would destroy some. Warnings: the volume\n"
                 "works, but is not as its file system would leave it. Exit status 1 when there are any.\n"
                 "Repaired are bitmaps, directory caches, parents, link chains, and checksums where all else agrees,\n"
                 "those of root blocks and of the RDB too (but not of a handler's code). What nothing else in the\n"
                 "image confirms is named: the size of an FFS file within its last block, dates, comments.\n"
                 "While other errors are left no block is freed.");
    verb->callback([request, &run] {
        run = [request] {
            if (request->repair && !request->undo.empty()) throw UsageError("--repair and --undo exclude each other");
            if (!request->undo.empty() && (request->dryRun || request->json))
                throw UsageError("--undo knows neither --dry-run nor --json");
            return request->repair         ? runRepair(*request)
                   : request->undo.empty() ? runCheck(*request)
                                           : runUndo(*request);
        };
    });
}

} // namespace uaescope::hardfiles
