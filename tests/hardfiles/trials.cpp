#include "tests/hardfiles/trials.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_repair.h"
#include "hardfiles/ffs_writer.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/image_map.h"
#include "hardfiles/inspect.h"
#include "hardfiles/load_file.h"
#include "hardfiles/map_picture.h"
#include "hardfiles/overlay_image.h"
#include "hardfiles/rdb_backup.h"
#include "hardfiles/rdb_editor.h"
#include "hardfiles/rdb_recovery.h"
#include "hardfiles/rdb_repair.h"
#include "hardfiles/root_repair.h"
#include "hardfiles/sfs_layout.h"
#include "hardfiles/survey.h"
#include "tests/hardfiles/sfs_builder.h"
#include "tests/hardfiles/volume_builder.h"

#include <functional>
#include <numeric>

namespace uaescope::hardfiles::testing {

namespace {

void attempt(const std::function<void()>& what) {
    try {
        what();
    } catch (const Error&) { // what a damaged image is answered with
    }
}

[[noreturn]] void fail(const std::string& what) { throw std::logic_error(what); }

std::unique_ptr<MemoryImage> imageOf(const Bytes& bytes) {
    auto image = std::make_unique<MemoryImage>(bytes.size());
    image->bytes() = bytes;
    return image;
}

void readAll(const Volume& volume) {
    Findings findings;
    volume.walk(volume.info().rootNode, findings, [&](const std::string&, const Entry& entry) {
        if (entry.kind == EntryKind::file) attempt([&] { volume.readFile(entry, [](ConstBytes) {}); });
    });
}

void readAll(const Hardfile& hardfile) {
    const Inspection inspection = inspect(hardfile, Thoroughness::complete);
    if (inspectionJson(inspection, "x").empty() || inspectionText(inspection).empty()) fail("nothing was said");
    const ImageMap map(hardfile);
    // A container of a few bytes can claim to hold a disk of two terabytes.
    const std::uint64_t step = std::max<std::uint64_t>(511, hardfile.size() / 8192);
    for (std::uint64_t offset = 0; offset < hardfile.size(); offset += step) map.file(map.at(offset));
    for (const Partition& partition : hardfile.partitions())
        if (partition.volume) readAll(*partition.volume);
}

void editRdb(const Hardfile& hardfile) {
    const BlockDevice device = hardfile.rdbDisk();
    attempt([&] { restoreRdb(device, backupRdb(device)); });
    attempt([&] {
        RdbEditor editor(device);
        for (std::size_t i = 0; i < editor.disk().fileSystems.size(); ++i) versionOf(editor.handler(i));
        editor.addPartition(editor.placePartition({.name = "NEW", .size = 100 << 10}));
        editor.commit();
        Findings findings;
        const auto disk = readRigidDisk(device, findings);
        if (!disk || disk->partitions.back().driveName != "NEW") fail("the new partition is not there");
    });
    attempt([&] {
        recoverRdb(device).editor.commit();
        Findings findings;
        const auto disk = readRigidDisk(device, findings);
        if (!disk) fail("there is no disk after the recovery");
        for (const Finding& finding : findings)
            if (finding.severity == Severity::error) fail("after the recovery: " + finding.message);
    });
}

bool hasCode(const Survey& survey, const std::string& code) {
    return std::any_of(survey.findings.begin(), survey.findings.end(),
                       [&](const Finding& finding) { return finding.code == code; });
}

void repairAndWrite(const FfsVolume& volume) {
    const bool pagesWhole = [&] {
        Findings damage;
        volume.bitmapBlocks(damage);
        return damage.empty();
    }();
    repairVolume(volume.window(), volume.info().reserved);
    Findings findings;
    const auto repaired = FfsVolume::open(volume.window(), volume.info().reserved, findings);
    if (!repaired) fail("the repair has destroyed the root block");
    const Survey after = surveyVolume(*repaired, Depth::contents);
    if (pagesWhole && repaired->info().bitmapValid && hasCode(after, "marked-free") && !hasCode(after, "used-twice") &&
        !hasCode(after, "out-of-range"))
        fail("blocks in use are marked free after the repair");
    const Findings again = repairVolume(volume.window(), volume.info().reserved);
    if (!again.empty()) fail("a second repair found more to do: " + again.front().code + ": " + again.front().message);
    VolumeWriter writer(*repaired);
    const Bytes contents = pattern(3000);
    std::size_t done = 0;
    writer.put("new",
               {contents.size(),
                [&](MutableBytes into) {
                    std::copy_n(contents.begin() + static_cast<std::ptrdiff_t>(done), into.size(), into.begin());
                    done += into.size();
                }},
               {});
    const auto entry = repaired->find("new");
    if (!entry || repaired->readFile(*entry) != contents) fail("a file that was written cannot be read");
    // Which the writer refuses to begin with; what is in data blocks is not its business.
    for (const Finding& finding : surveyVolume(*repaired, Depth::structure).findings)
        if (finding.severity == Severity::error) fail("after a write: " + finding.message);
}

void repairAndWriteAll(const Bytes& bytes) {
    const Hardfile hardfile(std::make_unique<OverlayImage>(imageOf(bytes)));
    const bool overlapping = std::any_of(hardfile.findings().begin(), hardfile.findings().end(),
                                         [](const Finding& finding) { return finding.code == "overlap"; });
    if (overlapping) return;
    for (const Partition& partition : hardfile.partitions())
        if (partition.volume) attempt([&] { repairAndWrite(FfsVolume::of(*partition.volume)); });
}

} // namespace

void tryImage(const Bytes& bytes) {
    attempt([&] { readAll(Hardfile(imageOf(bytes))); });
    tryRdb(bytes);
    attempt([&] { repairAndWriteAll(bytes); });
    trySideFiles(bytes);
}

void tryRdb(const Bytes& bytes) {
    attempt([&] { editRdb(Hardfile(std::make_unique<OverlayImage>(imageOf(bytes)))); });
    attempt([&] {
        MemoryImage image(bytes.size());
        image.bytes() = bytes;
        const BlockDevice device(image);
        Findings before, after;
        readRigidDisk(device, before);
        const Findings done = repairRdb(device);
        if (done.empty() && image.bytes() != bytes) fail("a repair of the RDB changed something and does not say so");
        const bool whole = readRigidDisk(device, after).has_value();
        if (!done.empty() && !whole) fail("a repair of the RDB destroyed it");
    });
}

void tryVolume(const Bytes& bytes) {
    attempt([&] {
        const auto image = imageOf(bytes);
        const PartitionWindow window(BlockDevice(*image), {0, bytes.size() / sectorSize}, sectorSize);
        repairRoot(window, ffs::usualReserved);
        Findings findings;
        if (const auto volume = FfsVolume::open(window, ffs::usualReserved, findings)) {
            surveyVolume(*volume, Depth::contents);
            repairAndWrite(*volume);
        }
    });
}

void tryToRead(const Bytes& bytes) {
    if (bytes.size() < sectorSize) return;
    attempt([&] {
        const auto image = imageOf(bytes);
        Findings findings;
        const auto volume =
            openVolume(BlockDevice(*image), {{0, bytes.size() / sectorSize}, sectorSize, ffs::usualReserved}, findings);
        if (!volume) return;
        readAll(*volume);
        volume->usage(findings);
        const Survey survey = surveyVolume(*volume, Depth::contents);
        const auto counts = survey.map.count();
        if (std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) != volume->info().blocks)
            fail("the map has another number of blocks than the volume");
        if (mapPicture(survey.map, {}).empty()) fail("nothing was drawn");
        fragmentation(survey.map);
    });
}

void tryHandler(const Bytes& bytes) {
    attempt([&] { requireHandler(bytes); });
    versionOf(bytes);
    Bytes cut = bytes;
    cutPadding(cut);
    if (cut.size() > bytes.size()) fail("a handler without its padding is longer");
}

void trySideFiles(const Bytes& bytes) {
    attempt([&] {
        MemoryImage image(4096);
        undoChanges(image, bytes);
    });
    attempt([&] {
        MemoryImage image(std::size_t{2} << 20);
        restoreRdb(BlockDevice(image), bytes);
    });
}

void sealAgain(MutableBytes block) {
    constexpr std::uint32_t ids[] = {0x5244534b, 0x50415254, 0x46534844, 0x4c534547, 0x42414442};
    constexpr std::uint32_t sfsIds[] = {sfs::idRoot,    sfs::idObjects, sfs::idHashTable, sfs::idNodes,
                                        sfs::idExtents, sfs::idAreas,   sfs::idBitmap,    sfs::idSoftLink};
    const std::uint32_t first = longAt(block, 0);
    if (std::find(std::begin(ids), std::end(ids), first) != std::end(ids)) {
        const std::uint32_t longs = longAt(block, 4);
        if (longs >= 3 && longs <= block.size() / 4) putChecksum(block, 8, longs);
    } else if (std::find(std::begin(sfsIds), std::end(sfsIds), first) != std::end(sfsIds)) {
        SfsBuilder::seal(block);
    } else if (first == ffs::typeHeader || first == ffs::typeData || first == ffs::typeExtension ||
               first == ffs::typeDirectoryCache || first == ffs::typeComment) {
        putChecksum(block, ffs::at::checksum, block.size() / 4);
    }
}

} // namespace uaescope::hardfiles::testing
