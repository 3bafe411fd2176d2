// What programs that know nothing of us say of our images. A judge that is missing fails its tests.
#include "hardfiles/create.h"
#include "hardfiles/ffs_survey.h"
#include "hardfiles/grow.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/rigid_disk.h"
#include "tests/hardfiles/program.h"
#include "tests/hardfiles/temporary_folder.h"
#include "tests/hardfiles/volume_builder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace uaescope::hardfiles {
namespace {

using testing::Ended;
using testing::pattern;
using testing::run;
using testing::TemporaryFolder;
using testing::VolumeBuilder;

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Ended grub(const std::string& file, std::vector<std::string> words) {
    words.insert(words.begin(), {"grub-fstest", file});
    return run(words, {std::string("LD_PRELOAD=") + NO_FREE, "TZ=UTC", "LC_ALL=C"});
}

Ended parted(const std::string& file) { return run({"parted", "-s", file, "unit", "s", "print"}, {"LC_ALL=C"}); }

std::string lineWith(const std::string& text, const std::string& part) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (has(line, part)) return line;
    return "";
}

using Sectors = std::vector<std::uint64_t>;

// GRUB prints "100+3,200+1,201[0-188]": sectors of 512 bytes from the start of the partition.
Sectors grubBlockList(const std::string& file, std::size_t size) {
    const Ended ended = grub(file, {"blocklist", "(loop0)/Files/f" + std::to_string(size)});
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    Sectors sectors;
    std::istringstream list(ended.out);
    for (std::string item; std::getline(list, item, ',');) {
        if (item == "\n") continue; // a file without contents
        const std::size_t plus = item.find('+');
        const std::uint64_t first = std::stoull(item);
        const std::uint64_t count = plus == std::string::npos ? 1 : std::stoull(item.substr(plus + 1));
        for (std::uint64_t i = 0; i < count; ++i) sectors.push_back(first + i);
    }
    return sectors;
}

// The same from our map, as far as the contents go.
Sectors ourBlockList(const std::string& file, const std::string& path) {
    const Hardfile hardfile = Hardfile::open(file);
    const Volume& volume = *hardfile.partitions().at(0).volume;
    const VolumeMap map = surveyVolume(volume, Depth::structure).map;
    const Entry entry = volume.find(path).value();
    const std::uint64_t perBlock = volume.info().blockSize / 512;
    Sectors sectors;
    for (const BlockRun& run : map.dataOf(map.at(entry.block).file))
        for (std::uint64_t sector = run.first * perBlock; sector < (std::uint64_t{run.first} + run.count) * perBlock;
             ++sector)
            sectors.push_back(sector);
    sectors.resize((std::uint64_t{entry.size} + 511) / 512);
    return sectors;
}

struct Judge : ::testing::Test {
    TemporaryFolder folder;
    std::string file = folder / "a.hdf";
};

// A volume with files around the edges of blocks and pointer tables, in a directory.
struct Filled {
    std::vector<std::size_t> sizes{0, 1, 5000, 100'000, 300'000};

    void fill(const PartitionWindow& window, const FormatOptions& options) const {
        VolumeBuilder builder(window, options);
        const std::uint32_t directory = builder.addDirectory(builder.root(), "Files");
        for (const std::size_t size : sizes) builder.addFile(directory, "f" + std::to_string(size), pattern(size));
    }
};

using TypeAndBlock = std::tuple<unsigned, std::uint32_t>;

std::string typeAndBlockName(const ::testing::TestParamInfo<TypeAndBlock>& test) {
    return "Dos" + std::to_string(std::get<0>(test.param)) + "Block" + std::to_string(std::get<1>(test.param));
}

// After it grew by an uneven number of tracks, so that something stood in the way of its root block.
TEST_F(Judge, ReadsAVolumeThatGrew) {
    for (const unsigned number : {1u, 0u}) {
        CreateOptions options;
        options.size = 2 * mib;
        options.partitions[0].dosType = dosType(number);
        options.existing = Existing::replace;
        createHardfile(file, options);
        {
            FileImage image(file, FileImage::Access::readWrite);
            VolumeBuilder builder(PartitionWindow(BlockDevice(image), {0, 4096}, 512),
                                  {dosType(number), "Work", 2, {}});
            builder.addFile(builder.root(), "file", pattern(900'000));
        }
        const GrownHardfile grown = growHardfile(file, {2 * mib + 304 * 1024, ""});
        EXPECT_EQ(grown.volume, 2 * mib + 304 * 1024);
        const std::string copy = folder / "copy";
        const Bytes bytes = pattern(900'000);
        std::ofstream(copy, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        if (number == 1) {
            const Ended same = grub(file, {"cmp", "(loop0)/file", copy});
            EXPECT_EQ(same.status, 0) << same.out << same.err;
        } else {
            const Ended read = run({"unadf", "-p", file, "file"});
            EXPECT_TRUE(read.out == testing::contents(copy)) << read.out.size() << ' ' << read.err;
        }
    }
}

// GRUB reads FFS with blocks up to 8 KiB.
struct GrubJudge : Judge, ::testing::WithParamInterface<TypeAndBlock> {};

TEST_P(GrubJudge, MountsAPartitionHardfileAndReadsItsFiles) {
    const auto [number, blockSize] = GetParam();
    CreateOptions options;
    options.size = 8 * mib;
    options.partitions[0].dosType = dosType(number);
    options.partitions[0].blockSize = blockSize;
    options.partitions[0].label = "Judged";
    options.created = {17000, 754, 1150}; // 2024-07-18 12:34:23
    createHardfile(file, options);
    const Ended listed = grub(file, {"ls", "--", "-l"});
    const std::string line = lineWith(listed.out, "loop0:");
    EXPECT_TRUE(has(line, "Filesystem type affs - Label `Judged' - Last modification time 2024-07-18 12:34:23"))
        << listed.out << listed.err;

    const Filled filled;
    {
        FileImage image(file, FileImage::Access::readWrite);
        filled.fill(PartitionWindow(BlockDevice(image), {0, 8 * mib / 512}, blockSize),
                    {dosType(number), "Judged", 2, {}});
    }
    for (const std::size_t size : filled.sizes) {
        const Bytes expected = pattern(size);
        std::ofstream(folder / "expected", std::ios::binary)
            .write(reinterpret_cast<const char*>(expected.data()), static_cast<std::streamsize>(size));
        const Ended compared = grub(file, {"cmp", "(loop0)/Files/f" + std::to_string(size), folder / "expected"});
        EXPECT_EQ(compared.status, 0) << size << compared.out << compared.err;
        EXPECT_EQ(ourBlockList(file, "Files/f" + std::to_string(size)), grubBlockList(file, size)) << size;
    }
    std::ofstream(folder / "expected") << "something else";
    EXPECT_NE(grub(file, {"cmp", "(loop0)/Files/f5000", folder / "expected"}).status, 0);
}

TEST_P(GrubJudge, MountsAPartitionOfAnRdbHardfile) {
    const auto [number, blockSize] = GetParam();
    CreateOptions options;
    options.size = 64 * mib;
    options.kind = HardfileKind::rdb;
    options.partitions = {{.name = "DH0", .size = 20 * mib, .label = "First"},
                          {.name = "DH1", .dosType = dosType(number), .blockSize = blockSize, .label = "Second"}};
    createHardfile(file, options);
    const Ended listed = grub(file, {"ls", "--", "-l"});
    EXPECT_TRUE(has(lineWith(listed.out, "loop0,amiga1:"), "Filesystem type affs - Label `First'")) << listed.out;
    EXPECT_TRUE(has(lineWith(listed.out, "loop0,amiga2:"), "Filesystem type affs - Label `Second'")) << listed.out;
    EXPECT_TRUE(has(lineWith(listed.out, "loop0,amiga2:"), "Partition start at 20992KiB")) << listed.out;
}

// Tracks that file system blocks do not divide.
TEST_P(GrubJudge, AgreesOnOddGeometries) {
    const auto [number, blockSize] = GetParam();
    std::ofstream(file).put('\0');
    FileImage image(file, FileImage::Access::readWrite);
    image.resize(40 * 16 * 63 * 512);
    BlockDevice device(image);
    RigidDisk disk;
    disk.cylinders = 40;
    disk.heads = 16;
    disk.sectors = 63;
    disk.lowCylinder = 2;
    disk.highCylinder = 39;
    disk.partitions.resize(1);
    disk.partitions[0].driveName = "DH0";
    DosEnvec& envec = disk.partitions[0].envec;
    envec.surfaces = 16;
    envec.blocksPerTrack = 63;
    envec.sectorPerBlock = blockSize / 512;
    envec.lowCylinder = 3;
    envec.highCylinder = 39;
    envec.dosType = dosType(number);
    writeRigidDisk(device, disk);
    PartitionWindow window(device, {3 * 16 * 63, 37 * 16 * 63}, blockSize);
    formatVolume(window, {dosType(number), "Odd", 2, {}});
    const Ended listed = grub(file, {"ls", "--", "-l"});
    EXPECT_TRUE(has(lineWith(listed.out, "loop0,amiga1:"), "Filesystem type affs - Label `Odd'")) << listed.out;
}

INSTANTIATE_TEST_SUITE_P(Ffs, GrubJudge,
                         ::testing::Combine(::testing::Values(1u, 3u, 5u),
                                            ::testing::Values(512u, 1024u, 2048u, 4096u, 8192u)),
                         typeAndBlockName);

// The shim must not turn a fault into success.
TEST_F(Judge, GrubFindsNoVolumeBehindABrokenRootBlock) {
    CreateOptions options;
    options.size = 8 * mib;
    createHardfile(file, options);
    FileImage(file, FileImage::Access::readWrite).write(8192 * 512 + 100, Bytes{1});
    EXPECT_TRUE(has(grub(file, {"ls", "--", "-l"}).out, "No known filesystem detected"));
}

TEST_F(Judge, PartedReadsTheTableOfEveryBlockSize) {
    CreateOptions options;
    options.size = 1024 * mib;
    options.kind = HardfileKind::rdb;
    options.partitions.clear();
    for (std::uint32_t blockSize = 512; blockSize <= 32768; blockSize *= 2)
        options.partitions.push_back(
            {.name = "B" + std::to_string(blockSize), .size = 100 * mib, .blockSize = blockSize});
    const CreatedHardfile created = createHardfile(file, options);
    const Ended ended = parted(file);
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_FALSE(has(ended.out + ended.err, "Error")) << ended.out << ended.err;
    for (const CreatedPartition& partition : created.partitions) {
        std::istringstream line(lineWith(ended.out, partition.name));
        std::string number, start, end, size;
        line >> number >> start >> end >> size;
        EXPECT_EQ(start, std::to_string(partition.offset / 512) + "s") << ended.out;
        EXPECT_EQ(size, std::to_string(partition.size / 512) + "s") << ended.out;
    }
}

struct DosTypeJudge : Judge, ::testing::WithParamInterface<unsigned> {};

TEST_P(DosTypeJudge, PartedNamesTheFileSystem) {
    CreateOptions options;
    options.size = 64 * mib;
    options.kind = HardfileKind::rdb;
    options.partitions[0].dosType = dosType(GetParam());
    options.partitions[0].bootPriority = 0;
    createHardfile(file, options);
    const Ended ended = parted(file);
    EXPECT_FALSE(has(ended.out + ended.err, "Error")) << ended.out << ended.err;
    const std::string line = lineWith(ended.out, "DH0");
    EXPECT_TRUE(has(line, "affs" + std::to_string(GetParam()))) << ended.out;
    EXPECT_TRUE(has(line, "boot")) << ended.out;
}

TEST_P(DosTypeJudge, DisktypeNamesTheFileSystem) {
    CreateOptions options;
    options.size = 64 * mib;
    options.partitions[0].dosType = dosType(GetParam());
    createHardfile(file, options);
    const std::string type = "Type \"DOS\\" + std::to_string(GetParam()) + "\"";
    const Ended partition = run({"disktype", file});
    EXPECT_TRUE(has(partition.out, type)) << partition.out << partition.err;
    options.kind = HardfileKind::rdb;
    options.existing = Existing::replace;
    createHardfile(file, options);
    const Ended rdb = run({"disktype", file});
    EXPECT_TRUE(has(rdb.out, "Amiga Rigid Disk partition map")) << rdb.out;
    EXPECT_TRUE(has(rdb.out, "Drive name \"DH0\"")) << rdb.out;
    EXPECT_TRUE(has(rdb.out, type)) << rdb.out;
}

// unadf knows blocks of 512 bytes and partition hardfiles only.
TEST_P(DosTypeJudge, UnadfListsAndExtracts) {
    CreateOptions options;
    options.size = 8 * mib;
    options.partitions[0].dosType = dosType(GetParam());
    options.partitions[0].label = "Judged";
    createHardfile(file, options);
    const Ended empty = run({"unadf", "-r", file});
    EXPECT_EQ(empty.status, 0) << empty.out << empty.err;
    EXPECT_TRUE(has(empty.out + empty.err, GetParam() % 2 == 0 ? "OFS" : "FFS")) << empty.out << empty.err;
    EXPECT_TRUE(has(empty.out + empty.err, "Filled at 0.")) << empty.out << empty.err;

    const Filled filled;
    {
        FileImage image(file, FileImage::Access::readWrite);
        filled.fill(PartitionWindow(BlockDevice(image), {0, 8 * mib / 512}, 512),
                    {dosType(GetParam()), "Judged", 2, {}});
    }
    const Ended listed = run({"unadf", "-r", file});
    for (const std::size_t size : filled.sizes)
        EXPECT_TRUE(has(listed.out, "f" + std::to_string(size))) << listed.out << listed.err;
    std::filesystem::create_directories(folder / "out");
    // It makes directories where it stands as well.
    EXPECT_EQ(run({"env", "-C", folder.path().string(), "unadf", file, "-d", (folder / "out").string()}).status, 0);
    for (const std::size_t size : filled.sizes) {
        std::ifstream stream(folder / ("out/Files/f" + std::to_string(size)), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        const Bytes expected = pattern(size);
        EXPECT_TRUE(text == std::string(expected.begin(), expected.end())) << size;
    }
}

INSTANTIATE_TEST_SUITE_P(Types, DosTypeJudge, ::testing::Range(0u, 6u),
                         [](const auto& test) { return "Dos" + std::to_string(test.param); });

} // namespace
} // namespace uaescope::hardfiles
