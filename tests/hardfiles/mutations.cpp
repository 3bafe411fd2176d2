// Changes good images at random, and lets every reader, the check, the repair and the writers loose on them. What they
// may do is throw an Error, and find faults; everything else (another exception, a crash, a volume that a repair or a
// write made worse) is a failure. Each round depends on its number alone, so a failure can be repeated.
//
//   hardfiles_mutations FIRST COUNT
#include "hardfiles/create.h"
#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_repair.h"
#include "hardfiles/ffs_survey.h"
#include "hardfiles/ffs_writer.h"
#include "hardfiles/gzip_writer.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/image_copy.h"
#include "hardfiles/image_map.h"
#include "hardfiles/inspect.h"
#include "hardfiles/load_file.h"
#include "hardfiles/overlay_image.h"
#include "hardfiles/rdb_backup.h"
#include "hardfiles/rdb_editor.h"
#include "hardfiles/rdb_recovery.h"
#include "tests/hardfiles/handler_file.h"
#include "tests/hardfiles/pfs_builder.h"
#include "tests/hardfiles/sfs_builder.h"
#include "tests/hardfiles/temporary_folder.h"
#include "tests/hardfiles/volume_builder.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <random>

namespace uaescope::hardfiles::testing {
namespace {

using Random = std::mt19937_64;

std::uint32_t below(Random& random, std::uint64_t end) { return static_cast<std::uint32_t>(random() % end); }

// ------------------------------------------------------------------------------------------------- good images

void fill(const PartitionWindow& window, DosType type) {
    VolumeBuilder builder(window, {type, "Work", 2, {17000, 60, 0}});
    const std::uint32_t directory = builder.addDirectory(builder.root(), "dir");
    const std::uint32_t file = builder.addFile(directory, "data", pattern(50000));
    builder.addFile(builder.root(), "small", pattern(300));
    builder.addFile(builder.addDirectory(directory, "deeper"), "empty", {});
    builder.addHardLink(builder.root(), "link", file);
    builder.addSoftLink(builder.root(), "soft", "dir/data");
    if (type.hasLongNames()) builder.addCommentBlock(file, std::string(79, 'c'));
}

Bytes volumeImage(unsigned number) {
    MemoryImage image(800 * 512);
    fill(PartitionWindow(BlockDevice(image), {0, 800}, 512), dosType(number));
    return image.bytes();
}

Bytes sfsImage() {
    SfsBuilder builder(800);
    const std::uint32_t directory = builder.addDirectory(1, "dir");
    builder.addFile(directory, "data", pattern(50000), 2);
    builder.addFile(builder.addDirectory(directory, "deeper"), "empty", {});
    builder.addSoftLink(1, "soft", "dir/data");
    for (int i = 0; i < 60; ++i) builder.addFile(directory, "f" + std::to_string(i), pattern(300));
    return builder.bytes();
}

Bytes pfsImage(bool super) {
    PfsBuilder builder({.blocks = 800, .super = super, .large = super});
    const std::uint32_t directory = builder.addDirectory(PfsBuilder::root(), "dir");
    const std::uint32_t file = builder.addFile(directory, "data", pattern(10000), 2);
    builder.addFile(builder.addDirectory(directory, "deeper"), "empty", {});
    builder.addHardLink(PfsBuilder::root(), "hard", file);
    builder.addSoftLink(PfsBuilder::root(), "soft", "dir/data");
    return builder.bytes();
}

Bytes rdbImage() {
    CreateOptions options;
    options.size = 2 << 20;
    options.kind = HardfileKind::rdb;
    options.partitions = {{.name = "DH0", .size = 900 << 10},
                          {.name = "DH1", .dosType = dosType(5), .blockSize = 1024}};
    MemoryImage image(static_cast<std::size_t>(hardfileSize(options)));
    formatImage(image, options);
    RdbEditor editor{BlockDevice(image)};
    editor.addFileSystem({dosType(7), 45u << 16, handlerFile(200, "$VER: x 45.1"), "x"});
    editor.commit();
    return image.bytes();
}

Bytes inMbr(const Bytes& disk) {
    Bytes image(512);
    image.insert(image.end(), disk.begin(), disk.end());
    const std::size_t entry = 0x1be;
    image[entry + 4] = 0x76;
    image[entry + 8] = 1;
    const auto sectors = static_cast<std::uint32_t>(disk.size() / 512);
    for (std::size_t i = 0; i < 4; ++i) image[entry + 12 + i] = static_cast<std::uint8_t>(sectors >> 8 * i);
    image[0x1fe] = 0x55;
    image[0x1ff] = 0xaa;
    return image;
}

Bytes inContainer(const Bytes& disk, Container container) {
    const TemporaryFolder folder;
    std::ofstream(folder / "a").flush();
    FileImage file(folder / "a", FileImage::Access::readWrite);
    MemoryImage image(disk.size());
    image.bytes() = disk;
    copyDisk(image, {0, disk.size()}, container, file);
    Bytes bytes(static_cast<std::size_t>(file.size()));
    file.read(0, bytes);
    return bytes;
}

std::vector<Bytes> corpus() {
    std::vector<Bytes> images;
    for (unsigned number = 0; number < 8; ++number) images.push_back(volumeImage(number));
    images.push_back(sfsImage());
    images.push_back(pfsImage(false));
    images.push_back(pfsImage(true));
    images.push_back(rdbImage());
    images.push_back(inMbr(rdbImage()));
    for (const Container container : {Container::byteSwapped, Container::fixedVhd, Container::vhd, Container::gzip})
        images.push_back(inContainer(rdbImage(), container));
    return images;
}

// --------------------------------------------------------------------------------------------------- mutations

// Of a sector that holds something, so that the change hits.
std::size_t usedSector(const Bytes& image, Random& random) {
    for (int tries = 0; tries < 200; ++tries) {
        const std::size_t at = below(random, image.size() / 512) * std::size_t{512};
        if (std::any_of(image.begin() + static_cast<std::ptrdiff_t>(at),
                        image.begin() + static_cast<std::ptrdiff_t>(at + 512), [](std::uint8_t b) { return b != 0; }))
            return at;
    }
    return 0;
}

// Numbers that code is likely to trip over, and numbers of blocks.
std::uint32_t interesting(const Bytes& image, Random& random) {
    constexpr std::uint32_t edges[] = {0,   1,   2,          3,          0x7f,       0x80,      0xff,
                                       511, 512, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    switch (below(random, 4)) {
    case 0: return edges[below(random, std::size(edges))];
    case 1: return static_cast<std::uint32_t>(random());
    default: return below(random, image.size() / 512 + 2);
    }
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

Bytes mutated(const Bytes& good, Random& random) {
    Bytes image = good;
    for (std::uint32_t left = 1 + below(random, 6); left != 0; --left) {
        const std::size_t at = usedSector(image, random);
        const MutableBytes block = MutableBytes(image).subspan(at, 512);
        if (below(random, 4) == 0)
            block[below(random, 512)] ^= static_cast<std::uint8_t>(1u << below(random, 8));
        else
            putLong(block, 4 * std::size_t{below(random, 128)}, interesting(image, random));
        if (below(random, 4) != 0) sealAgain(block);
    }
    if (below(random, 20) == 0) image.resize(below(random, image.size() + 1));
    return image;
}

// ------------------------------------------------------------------------------------------------------- trials

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

void readAll(const Hardfile& hardfile) {
    const Inspection inspection = inspect(hardfile, Thoroughness::complete);
    if (inspectionJson(inspection, "x").empty() || inspectionText(inspection).empty()) fail("nothing was said");
    const ImageMap map(hardfile);
    for (std::uint64_t offset = 0; offset < hardfile.size(); offset += 511) map.file(map.at(offset));
    for (const Partition& partition : hardfile.partitions()) {
        if (!partition.volume) continue;
        Findings findings;
        partition.volume->walk(partition.volume->info().rootNode, findings,
                               [&](const std::string&, const Entry& entry) {
                                   if (entry.kind == EntryKind::file)
                                       attempt([&] { partition.volume->readFile(entry); });
                               });
    }
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

void tryAll(const Bytes& bytes) {
    attempt([&] { readAll(Hardfile(imageOf(bytes))); });
    attempt([&] { editRdb(Hardfile(std::make_unique<OverlayImage>(imageOf(bytes)))); });
    attempt([&] {
        const Hardfile hardfile(std::make_unique<OverlayImage>(imageOf(bytes)));
        const bool overlapping = std::any_of(hardfile.findings().begin(), hardfile.findings().end(),
                                             [](const Finding& finding) { return finding.code == "overlap"; });
        if (overlapping) return;
        for (const Partition& partition : hardfile.partitions())
            if (partition.volume) attempt([&] { repairAndWrite(FfsVolume::of(*partition.volume)); });
    });
    attempt([&] {
        MemoryImage image(4096);
        undoChanges(image, bytes);
    });
}

int runRounds(std::uint64_t first, std::uint64_t count) {
    const std::vector<Bytes> images = corpus();
    for (const Bytes& image : images) tryAll(image);
    for (std::uint64_t round = first; round < first + count; ++round) {
        Random random(round);
        const Bytes image = mutated(images[round % images.size()], random);
        try {
            tryAll(image);
        } catch (const std::exception& error) {
            std::printf("round %llu: %s\n", static_cast<unsigned long long>(round), error.what());
            return 1;
        }
    }
    std::printf("%llu rounds\n", static_cast<unsigned long long>(count));
    return 0;
}

} // namespace
} // namespace uaescope::hardfiles::testing

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: hardfiles_mutations FIRST COUNT\n", stderr);
        return 2;
    }
    return uaescope::hardfiles::testing::runRounds(std::strtoull(argv[1], nullptr, 10),
                                                   std::strtoull(argv[2], nullptr, 10));
}
