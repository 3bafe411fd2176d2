#include "hardfiles/error.h"
#include "hardfiles/ffs_format.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/geometry.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/json_writer.h"
#include "hardfiles/latin1.h"
#include "hardfiles/partition_probe.h"
#include "hardfiles/rigid_disk.h"
#include "hardfiles/size_text.h"
#include "hardfiles/uaehdf/commands.h"
#include "hardfiles/uaehdf/partition_spec.h"

#include <algorithm>
#include <iostream>
#include <memory>

namespace uaescope::hardfiles {

namespace {

struct FormatRequest {
    std::string file, partition, fileSystem, label = "Work";
    std::optional<std::uint32_t> blockSize;
    bool force = false, dryRun = false, json = false;
};

// Where the volume goes, and as what.
struct Target {
    BlockRange sectors;
    std::uint32_t blockSize = sectorSize;
    FormatOptions format;
};

Target targetInRdb(const FormatRequest& request, const Partition& partition) {
    const DosEnvec& envec = partition.rdb->envec;
    if (!request.fileSystem.empty() || request.blockSize)
        throw UsageError("the RDB says which file system and block size " + request.partition +
                         " has; change that first with 'uaehdf partition set'");
    if (partition.sectors.count == 0)
        throw Error(request.file + ": the partition has no place in the image; see 'uaehdf info'");
    return {partition.sectors, partition.blockSize, {envec.dosType, "", envec.reserved, AmigaDate::now()}};
}

Target targetOfAll(const FormatRequest& request, const Hardfile& hardfile) {
    Target target;
    const Partition& partition = hardfile.partitions().front();
    const DosType there = partition.dosType.isDos() ? partition.dosType : dosType(3);
    target.blockSize = request.blockSize.value_or(partition.blockSize == 0 ? sectorSize : partition.blockSize);
    if (!ffs::isBlockSize(target.blockSize))
        throw UsageError("block size " + std::to_string(target.blockSize) +
                         ": must be 512, 1024, 2048, 4096, 8192, 16384 or 32768");
    target.sectors.count = partitionHardfileSize(hardfile.size(), target.blockSize) / sectorSize;
    target.format = {request.fileSystem.empty() ? there : parseFileSystem(request.fileSystem), "", ffs::usualReserved,
                     AmigaDate::now()};
    return target;
}

bool hasRdbBlock(const BlockDevice& device) {
    for (std::uint64_t block = 0; block < rdbSearchBlocks && block < device.blocks(); ++block)
        if (longAt(device.read(block), 0) == DosType(0x5244534b).value()) return true; // RDSK
    return false;
}

// Where there is no volume that we know, there may be one of another file system, a damaged one, or no hardfile at all:
// only what has nothing at its beginning, but perhaps a DosType, and nothing where a root block would be, is blank.
void requireBlank(const FormatRequest& request, const BlockDevice& device, const Partition& partition) {
    constexpr std::uint64_t bootSectors = 2, rootSectors = 2 * ffs::largestBlock / sectorSize;
    const BlockRange all = partition.rdb ? partition.sectors : BlockRange{0, device.blocks()};
    const std::uint64_t middle = all.count / 2 - std::min(all.count / 2, rootSectors / 2);
    const auto isBlank = [&](BlockRange range) {
        for (std::uint64_t i = 0; i < range.count && range.first + i < all.count; ++i) {
            Bytes sector = device.read(all.first + range.first + i);
            if (range.first + i == 0 && DosType(longAt(sector, 0)).isDos()) putLong(sector, 0, 0);
            if (std::any_of(sector.begin(), sector.end(), [](std::uint8_t byte) { return byte != 0; })) return false;
        }
        return true;
    };
    if (!isBlank({0, bootSectors}) || !isBlank({middle, rootSectors}))
        throw Error(request.file + ": holds something that is no OFS or FFS volume in order (it begins with '" +
                    DosType(longAt(device.read(all.first), 0)).text() + "'); use --force to lose it");
}

// A root block of before, where another block size or geometry looks for it first, would be taken for the volume's.
void eraseOldRoots(BlockDevice& device) {
    while (const auto old = probeVolume(device)) {
        const std::uint64_t sectorsOfBlock = old->blockSize / sectorSize;
        device.write(ffs::rootBlock(old->sectors / sectorsOfBlock, ffs::usualReserved) * sectorsOfBlock,
                     Bytes(sectorSize));
    }
}

void requireEmpty(const FormatRequest& request, const Hardfile& hardfile, const Partition& partition) {
    if (request.force) return;
    if (!partition.rdb && hasRdbBlock(hardfile.device()))
        throw Error(request.file + ": has a damaged RDB; try 'uaehdf rdb recover', or use --force to make one volume "
                                   "of the whole image");
    if (!partition.volume) return requireBlank(request, hardfile.device(), partition);
    Findings damage;
    if (!partition.volume->list(partition.volume->info().rootNode, damage).empty() || !damage.empty())
        throw Error(request.file + ": the volume '" + utf8FromLatin1(partition.volume->info().label) +
                    "' is not empty; use --force to lose what is in it");
}

void print(const FormatRequest& request, const Target& target) {
    const std::uint64_t size = target.sectors.count * sectorSize;
    if (!request.json) {
        std::cout << (request.dryRun ? "nothing was written; this would be made: " : "") << "volume '" << request.label
                  << "', " << target.format.dosType.text() << " (" << target.format.dosType.description() << "), "
                  << sizeText(size) << " in blocks of " << target.blockSize << " bytes\n";
        return;
    }
    JsonWriter json;
    json.beginObject();
    json.member("schema", "uaescope.hdf-format/1");
    json.member("file", request.file);
    json.member("dry_run", request.dryRun);
    json.member("label", request.label);
    json.member("dos_type", target.format.dosType.text());
    json.member("offset", target.sectors.first * sectorSize);
    json.member("size", size);
    json.member("block_size", target.blockSize);
    json.endObject();
    std::cout << json.text();
}

int runFormat(const FormatRequest& request) {
    const Hardfile hardfile = request.dryRun ? Hardfile::open(request.file) : Hardfile::openForWriting(request.file);
    if (!hardfile.rdb() && hardfile.partitions().empty())
        throw Error(request.file + ": cannot be formatted; see 'uaehdf info'");
    const Partition& partition = hardfile.partitionNamed(latin1FromUtf8(request.partition));
    Target target = partition.rdb ? targetInRdb(request, partition) : targetOfAll(request, hardfile);
    target.format.label = latin1FromUtf8(request.label);
    freshLayout(target.sectors.count / (target.blockSize / sectorSize), target.blockSize, target.format);
    requireEmpty(request, hardfile, partition);
    if (!request.dryRun) {
        BlockDevice device = hardfile.device();
        if (!partition.rdb) {
            eraseRigidDisk(device);
            eraseOldRoots(device);
        }
        PartitionWindow window(device, target.sectors, target.blockSize, partition.name);
        formatVolume(window, target.format);
        window.sync();
    }
    print(request, target);
    return exitDone;
}

} // namespace

void addFormat(CLI::App& app, Run& run) {
    const auto request = std::make_shared<FormatRequest>();
    CLI::App* verb = app.add_subcommand("format", "Make an empty volume in a hardfile that exists");
    verb->add_option("IMAGE", request->file, "The hardfile; no emulator may have it open")->required();
    verb->add_option("PARTITION", request->partition, "Of an RDB hardfile, like DH1; needed when there are several");
    verb->add_option("--label", request->label, "Name of the volume")->capture_default_str();
    verb->add_option("--fs", request->fileSystem, "File system of a partition hardfile, DOS0 to DOS7");
    verb->add_option("--block-size", request->blockSize, "Of a partition hardfile, 512 to 32768");
    verb->add_flag("--force", request->force, "Also when the volume is not empty: what is in it is lost");
    verb->add_flag("--dry-run", request->dryRun, "Say what would be made, and write nothing");
    verb->add_flag("--json", request->json, "As JSON, schema uaescope.hdf-format/1");
    verb->footer("Only what the new volume needs is written, whatever was there before. In an RDB hardfile the RDB\n"
                 "says which file system and block size the partition has.");
    verb->callback([request, &run] { run = [request] { return runFormat(*request); }; });
}

} // namespace uaescope::hardfiles
