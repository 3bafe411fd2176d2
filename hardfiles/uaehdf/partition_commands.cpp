// partition add, remove and set.
#include "hardfiles/error.h"
#include "hardfiles/ffs_format.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/json_writer.h"
#include "hardfiles/latin1.h"
#include "hardfiles/partition_fields.h"
#include "hardfiles/rdb_editor.h"
#include "hardfiles/rdb_output.h"
#include "hardfiles/uaehdf/commands.h"
#include "hardfiles/uaehdf/partition_spec.h"

#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

namespace {

struct PartitionRequest {
    std::string file, name;
    std::vector<std::string> words; // specifications, names or fields
    std::optional<std::uint32_t> lowCylinder;
    std::optional<std::size_t> position;
    bool noFormat = false, force = false, dryRun = false, json = false;
};

void print(const PartitionRequest& request, const RigidDisk& disk, const BlockDevice& device) {
    const auto offsetOf = [&](const RdbPartition& partition) {
        return device.offsetOf(0) + partition.envec.firstSector().value_or(0) * sectorSize;
    };
    if (!request.json) {
        if (request.dryRun) std::cout << "nothing was written; these would be the partitions:\n";
        for (const RdbPartition& partition : disk.partitions)
            std::cout << partitionText(partition, offsetOf(partition)) << '\n';
        return;
    }
    JsonWriter json;
    json.beginObject();
    json.member("schema", "uaescope.hdf-partition/1");
    json.member("file", request.file);
    json.member("dry_run", request.dryRun);
    json.key("partitions");
    json.beginArray();
    for (const RdbPartition& partition : disk.partitions) {
        json.beginObject();
        json.member("name", utf8FromLatin1(partition.driveName));
        json.member("dos_type", partition.envec.dosType.text());
        json.member("offset", offsetOf(partition));
        json.member("size", partition.envec.sectors().value_or(0) * sectorSize);
        json.member("block_size", partition.envec.blockSize().value_or(0));
        writePartition(json, partition);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    std::cout << json.text();
}

// Opens the image, lets the change happen to its partitions, and writes them.
int runEdit(const PartitionRequest& request, Hardfile::Overlaps overlaps,
            const std::function<void(const Hardfile&, RdbEditor&)>& change) {
    const Hardfile hardfile =
        request.dryRun ? Hardfile::open(request.file) : Hardfile::openForWriting(request.file, overlaps);
    const BlockDevice device = hardfile.rdbDisk();
    RdbEditor editor(device);
    change(hardfile, editor);
    if (!request.dryRun) editor.commit();
    print(request, editor.disk(), device);
    return exitDone;
}

struct FreshVolume {
    RdbPartition partition;
    FormatOptions format;
};

void formatAll(const BlockDevice& device, const std::vector<FreshVolume>& volumes) {
    for (const FreshVolume& volume : volumes) {
        const DosEnvec& envec = volume.partition.envec;
        PartitionWindow window(device, {envec.firstSector().value(), envec.sectors().value()},
                               envec.blockSize().value(), volume.partition.driveName);
        formatVolume(window, volume.format);
        window.sync();
    }
}

// Places are counted in sectors of 512 bytes; where a partition's cylinders have larger ones, it reaches further than
// the RDB seems to say.
void requireUsualCylinders(const PartitionRequest& request, const Hardfile& hardfile) {
    for (const Partition& partition : hardfile.partitions())
        if (partition.rdb && partition.sectors.count != 0 &&
            partition.sectors.count != partition.rdb->envec.sectors().value_or(0))
            throw Error(request.file + ": partition " + utf8FromLatin1(partition.name) +
                        " counts its cylinders in larger sectors; such disks are only read");
}

void addAll(const PartitionRequest& request, const Hardfile& hardfile, RdbEditor& editor) {
    requireUsualCylinders(request, hardfile);
    std::vector<FreshVolume> volumes;
    for (const std::string& spec : request.words) {
        const PartitionOptions options = parsePartitionSpec(spec, {});
        const RdbPartition partition = editor.placePartition(options, request.lowCylinder);
        editor.addPartition(partition);
        if (request.noFormat || !options.dosType.isDos()) continue;
        const std::string label =
            options.label.empty() ? "Work" + std::to_string(editor.disk().partitions.size()) : options.label;
        volumes.push_back({partition, {options.dosType, label, partition.envec.reserved, AmigaDate::now()}});
        freshLayout(partition.envec.sectors().value() / partition.envec.sectorPerBlock, options.blockSize,
                    volumes.back().format);
    }
    editor.requireRoom();
    // Into places that belong to nobody yet; only what is complete becomes a partition.
    if (!request.dryRun) formatAll(hardfile.rdbDisk(), volumes);
}

void setAll(const PartitionRequest& request, const Hardfile& hardfile, RdbEditor& editor) {
    requireUsualCylinders(request, hardfile);
    const std::size_t index = editor.partitionNamed(latin1FromUtf8(request.name));
    RdbPartition partition = editor.disk().partitions[index];
    bool shape = false;
    for (const std::string& field : request.words)
        shape = setPartitionField(partition, field) == FieldKind::shape || shape;
    const auto& volume = hardfile.partitions().at(index).volume;
    if (shape && volume && !request.force)
        throw Error(request.file + ": " + request.name + " holds the volume '" + utf8FromLatin1(volume->info().label) +
                    "', whose contents could not be reached any more; copy them first, then use --force and "
                    "'uaehdf format --force'");
    if (!request.words.empty()) editor.setPartition(index, partition);
    if (request.position) editor.movePartition(index, *request.position == 0 ? 0 : *request.position - 1);
}

void addCommon(CLI::App& verb, const std::shared_ptr<PartitionRequest>& request) {
    verb.add_flag("--dry-run", request->dryRun, "Say what would be, and write nothing");
    verb.add_flag("--json", request->json, "As JSON, schema uaescope.hdf-partition/1");
}

CLI::App* addVerb(CLI::App& group, const char* name, const char* text,
                  const std::shared_ptr<PartitionRequest>& request) {
    CLI::App* verb = group.add_subcommand(name, text);
    verb->add_option("IMAGE", request->file, "The RDB hardfile; no emulator may have it open")->required();
    return verb;
}

void addAdd(CLI::App& group, Run& run) {
    const auto request = std::make_shared<PartitionRequest>();
    CLI::App* verb = addVerb(group, "add", "Make partitions where there is room, and format them", request);
    verb->add_option("SPEC", request->words,
                     "NAME:SIZE:DOSTYPE, SIZE also 'rest' (the largest gap), then if wanted\n"
                     ":block=N :label=TEXT :bootpri=N :buffers=N")
        ->required();
    verb->add_option("--at", request->lowCylinder, "The first cylinder, instead of the first gap with room");
    verb->add_flag("--no-format", request->noFormat, "Leave what is there: for a partition that was removed");
    addCommon(*verb, request);
    verb->footer("File systems other than DOS0 to DOS7 are not formatted; the Amiga does that.\n"
                 "Example: uaehdf partition add disk.hdf DH2:200M:DOS3:label=Games");
    verb->callback([request, &run] {
        run = [request] {
            return runEdit(*request, Hardfile::Overlaps::refuse,
                           [&](const Hardfile& hardfile, RdbEditor& editor) { addAll(*request, hardfile, editor); });
        };
    });
}

void addRemove(CLI::App& group, Run& run) {
    const auto request = std::make_shared<PartitionRequest>();
    CLI::App* verb = addVerb(group, "remove", "Take partitions out of the RDB", request);
    verb->add_option("NAME", request->words, "Of the device, like DH1")->required();
    addCommon(*verb, request);
    verb->footer("What was in a partition stays where it is until something else is written there;\n"
                 "'partition add --at CYLINDER --no-format' with the same size brings it back.");
    verb->callback([request, &run] {
        run = [request] {
            return runEdit(*request, Hardfile::Overlaps::allow, [&](const Hardfile&, RdbEditor& editor) {
                for (const std::string& name : request->words)
                    editor.removePartition(editor.partitionNamed(latin1FromUtf8(name)));
            });
        };
    });
}

void addSet(CLI::App& group, Run& run) {
    const auto request = std::make_shared<PartitionRequest>();
    CLI::App* verb = addVerb(group, "set", "Change what the RDB says of a partition", request);
    verb->add_option("NAME", request->name, "Of the device, like DH1")->required();
    verb->add_option("FIELD=VALUE", request->words, "What to change, see below");
    verb->add_option("--position", request->position, "Move it in the list; 1 is mounted first");
    verb->add_flag("--force", request->force, "Also when its contents go out of reach");
    addCommon(*verb, request);
    verb->footer("Fields: name, bootable (yes, no), mounted (yes, no), bootpri, buffers, maxtransfer, mask, memtype,\n"
                 "prealloc, interleave, baud, control, bootblocks; and those that put the contents out of reach:\n"
                 "low, high (cylinders, inclusive), fs (DosType), block (bytes), reserved. Numbers also as 0x1fe00.\n"
                 "Example: uaehdf partition set disk.hdf DH0 bootable=yes bootpri=5 buffers=100");
    verb->callback([request, &run] {
        run = [request] {
            if (request->words.empty() && !request->position) throw UsageError("say what to change: FIELD=VALUE");
            return runEdit(*request, Hardfile::Overlaps::allow,
                           [&](const Hardfile& hardfile, RdbEditor& editor) { setAll(*request, hardfile, editor); });
        };
    });
}

} // namespace

void addPartition(CLI::App& app, Run& run) {
    CLI::App* group = app.add_subcommand("partition", "Add, remove and change partitions of an RDB hardfile");
    group->require_subcommand(1);
    addAdd(*group, run);
    addRemove(*group, run);
    addSet(*group, run);
}

} // namespace uaescope::hardfiles
