// Larger hardfiles and volumes: everything is where it was for those who look for it by name, whatever block stood in
// the way of the root block.
#include "hardfiles/grow.h"

#include "hardfiles/boot_code.h"
#include "hardfiles/error.h"
#include "hardfiles/ffs_growth.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_survey.h"
#include "hardfiles/hardfile.h"
#include "tests/hardfiles/command.h"
#include "tests/hardfiles/seed_images.h"
#include "tests/hardfiles/sparse_image.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

namespace uaescope::hardfiles {
namespace {

using testing::SparseImage;

constexpr std::uint64_t oldBlocks = 1760;

FfsVolume opened(const PartitionWindow& window) {
    Findings findings;
    auto volume = FfsVolume::open(window, 2, findings);
    if (!volume) throw std::runtime_error("no volume of " + std::to_string(window.blocks()) + " blocks");
    return std::move(*volume);
}

std::string faults(const FfsVolume& volume) {
    std::string all;
    for (const Finding& finding : surveyVolume(volume, Depth::contents).findings)
        all += finding.code + ": " + finding.message + '\n';
    return all;
}

// Names, kinds, comments and contents of everything there is.
std::map<std::string, std::string> tree(const FfsVolume& volume) {
    std::map<std::string, std::string> all;
    Findings findings;
    volume.walk(volume.info().rootNode, findings, [&](const std::string& path, const Entry& entry) {
        const Bytes bytes = entry.kind == EntryKind::file ? volume.readFile(entry) : Bytes{};
        all[path] = std::to_string(static_cast<int>(entry.kind)) + entry.comment + entry.linkText +
                    std::string(bytes.begin(), bytes.end());
    });
    EXPECT_TRUE(findings.empty());
    return all;
}

// Two thirds of the volume, and blocks of every kind behind the root block.
Bytes filled(unsigned number) {
    MemoryImage image(oldBlocks * 512);
    VolumeBuilder builder(PartitionWindow(BlockDevice(image), {0, oldBlocks}, 512), {dosType(number), "Work", 2, {}});
    std::uint32_t target = 0;
    for (int d = 0; d < 4; ++d) {
        const std::uint32_t directory = builder.addDirectory(builder.root(), "dir" + std::to_string(d));
        for (int i = 0; i < 20; ++i) builder.addFile(directory, "f" + std::to_string(i), pattern(700));
        builder.addFile(directory, "long", pattern(45'000));
        target = builder.addFile(builder.root(), "target" + std::to_string(d), pattern(900));
        builder.addHardLink(directory, "link", target);
    }
    builder.addSoftLink(builder.root(), "soft", "dir1/f1");
    if (dosType(number).hasLongNames()) builder.addCommentBlock(target, std::string(70, 'c'));
    return image.bytes();
}

struct GrowthOfType : ::testing::TestWithParam<unsigned> {};

TEST_P(GrowthOfType, KeepsEverythingWhateverIsInTheWayOfTheRoot) {
    const Bytes before = filled(GetParam());
    std::set<BlockRole> inTheWay;
    for (std::uint64_t blocks = oldBlocks + 2; blocks < 2 * oldBlocks + 40; blocks += 10 + GetParam() % 3) {
        SCOPED_TRACE(blocks);
        MemoryImage image(blocks * 512, 0xa5);
        std::copy(before.begin(), before.end(), image.bytes().begin());
        const FfsVolume small = opened(PartitionWindow(BlockDevice(image), {0, oldBlocks}, 512));
        const auto files = tree(small);
        const Usage used = [&] {
            Findings none;
            return small.usage(none);
        }();
        const PartitionWindow window(BlockDevice(image), {0, blocks}, 512);
        const VolumeMap map = surveyVolume(small, Depth::structure).map;
        if (blocks > oldBlocks + 8) inTheWay.insert(map.at(ffs::rootBlock(blocks, 2)).role);
        try {
            growVolume(small, window);
        } catch (const FormatError&) {
            throw;
        } catch (const Error& error) { // too small for the block that has to go to the new room
            EXPECT_LT(blocks, oldBlocks + 4) << error.what();
            EXPECT_TRUE(std::equal(before.begin(), before.end(), image.bytes().begin()));
            continue;
        }
        const FfsVolume large = opened(window);
        EXPECT_EQ(faults(large), "");
        EXPECT_EQ(tree(large), files);
        EXPECT_EQ(longAt(window.read(0), ffs::boot::rootBlock), ffs::rootBlock(blocks, 2));
        Findings none;
        const std::uint64_t more = large.usage(none).usedBlocks - used.usedBlocks;
        EXPECT_LE(more, 2u); // what was in the way of the root keeps its size, and one page is more at most
    }
    for (const BlockRole role : {BlockRole::data, BlockRole::header, BlockRole::free})
        EXPECT_TRUE(inTheWay.contains(role)) << roleName(role);
}

INSTANTIATE_TEST_SUITE_P(DosTypes, GrowthOfType, ::testing::Range(0u, 8u));

TEST(Growth, TakesExtensionsOfTheBitmapWhenTheRootHasNoRoomForPages) {
    for (const std::uint64_t after : {std::uint64_t{101'700}, std::uint64_t{300'000}, std::uint64_t{2'000'000}}) {
        SparseImage image(after * 512, 0xa5);
        VolumeBuilder builder(PartitionWindow(BlockDevice(image), {0, 100'000}, 512), {dosType(3), "Work", 2, {}});
        builder.addFile(builder.root(), "file", pattern(100'000));
        const PartitionWindow window(BlockDevice(image), {0, after}, 512);
        const FfsVolume small = opened(builder.window());
        const auto files = tree(small);
        growVolume(small, window);
        const FfsVolume large = opened(window);
        EXPECT_EQ(faults(large), "");
        EXPECT_EQ(tree(large), files);
        // And once more, with extensions that are there already.
        SparseImage larger(2 * after * 512);
        for (const auto& [sector, bytes] : image.writtenSectors()) larger.write(sector * 512, bytes);
        const PartitionWindow whole(BlockDevice(larger), {0, 2 * after}, 512);
        growVolume(opened(PartitionWindow(BlockDevice(larger), {0, after}, 512)), whole);
        EXPECT_EQ(faults(opened(whole)), "");
        EXPECT_EQ(tree(opened(whole)), files);
    }
}

TEST(Growth, RefusesVolumesWithFaultsAndWritesNothing) {
    MemoryImage image(2 * oldBlocks * 512);
    VolumeBuilder builder(PartitionWindow(BlockDevice(image), {0, oldBlocks}, 512), {dosType(3), "Work", 2, {}});
    builder.damage(builder.addFile(builder.root(), "file", pattern(700)), 100);
    const Bytes before = image.bytes();
    const PartitionWindow window(BlockDevice(image), {0, 2 * oldBlocks}, 512);
    EXPECT_THROW(growVolume(opened(builder.window()), window), FormatError);
    EXPECT_EQ(image.bytes(), before);
}

TEST(Growth, BootCodeStillBoots) {
    MemoryImage image(2 * oldBlocks * 512);
    VolumeBuilder builder(PartitionWindow(BlockDevice(image), {0, oldBlocks}, 512), {dosType(3), "Work", 2, {}});
    putBootCode(MutableBytes(image.bytes()).first(1024));
    growVolume(opened(builder.window()), PartitionWindow(BlockDevice(image), {0, 2 * oldBlocks}, 512));
    EXPECT_EQ(bootChecksumError(ConstBytes(image.bytes()).first(1024)), 0u);
    EXPECT_EQ(longAt(image.bytes(), ffs::boot::rootBlock), ffs::rootBlock(2 * oldBlocks, 2));
}

struct GrowCommand : Command {
    void expectGood(const std::string& image) const {
        const Ended checked = uaehdf({"check", image});
        EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
    }
    std::string get(const std::string& path) const { return uaehdf({"get", file, path, "-"}).out; }
    // What the verb says; it must fail and leave the file as it was.
    std::string refused(std::vector<std::string> words, int status = 1) const {
        const std::string before = contents(file);
        words.insert(words.begin(), "grow");
        const Ended ended = uaehdf(words);
        EXPECT_EQ(ended.status, status) << ended.out;
        EXPECT_TRUE(contents(file) == before);
        EXPECT_LE(folder.entries(), 2u);
        return ended.err;
    }
};

TEST_F(GrowCommand, PartitionHardfilesKeepTheirFiles) {
    makeVolume();
    const Bytes data = pattern(3000);
    const Ended grown = uaehdf({"grow", file, "5M"});
    EXPECT_EQ(grown.status, 0) << grown.err;
    EXPECT_NE(grown.out.find("5 MiB (5242880 bytes), before 1 MiB\n  the volume has 5 MiB"), std::string::npos)
        << grown.out;
    EXPECT_EQ(std::filesystem::file_size(file), 5u << 20);
    EXPECT_EQ(folder.entries(), 1u);
    expectGood(file);
    EXPECT_EQ(get("dir/data"), std::string(data.begin(), data.end()));
    std::ofstream(folder / "x") << std::string(3 << 20, 'x');
    EXPECT_EQ(uaehdf({"put", file, folder / "x", "large"}).status, 0);
    expectGood(file);
}

TEST_F(GrowCommand, RdbDisksGetCylindersForPartitions) {
    ASSERT_EQ(
        uaehdf({"create", file, "--size", "8M", "--rdb", "--partition", "DH0:4M:DOS3", "--partition", "DH1:rest:DOS1"})
            .status,
        0);
    const Ended grown = uaehdf({"grow", file, "20M", "--json"});
    EXPECT_EQ(grown.status, 0) << grown.err;
    EXPECT_NE(grown.out.find("\"schema\": \"uaescope.hdf-grow/1\""), std::string::npos) << grown.out;
    EXPECT_NE(grown.out.find("\"volume\": 0"), std::string::npos) << grown.out;
    expectGood(file);
    EXPECT_EQ(uaehdf({"partition", "add", file, "DH2:6M:DOS3"}).status, 0);
    expectGood(file);
    EXPECT_EQ(Hardfile::open(file).partitions().size(), 3u);
    EXPECT_NE(refused({file, "20M"}, 2).find("are no cylinder more"), std::string::npos);
}

TEST_F(GrowCommand, APartitionTakesTheRoomBehindIt) {
    ASSERT_EQ(uaehdf({"create", file, "--size", "8M", "--rdb", "--partition", "DH0:3M:DOS1", "--partition",
                      "DH1:rest:DOS3:block=1024"})
                  .status,
              0);
    std::ofstream(folder / "x") << "hello";
    ASSERT_EQ(uaehdf({"put", file, folder / "x", "DH1:hello"}).status, 0);
    EXPECT_NE(refused({file, "16M", "--partition", "DH0"}).find("there is no room behind the partition"),
              std::string::npos);
    const Ended grown = uaehdf({"grow", file, "16M", "--partition", "DH1"});
    EXPECT_EQ(grown.status, 0) << grown.err;
    expectGood(file);
    EXPECT_EQ(get("DH1:hello"), "hello");
    {
        const Hardfile hardfile = Hardfile::open(file);
        const Partition& partition = hardfile.partitions().at(1);
        EXPECT_EQ(partition.offset() + partition.size(), std::filesystem::file_size(file));
        EXPECT_EQ(partition.volume->info().blocks * 1024, partition.size());
    }
    // Into a gap that was there before, without a larger file.
    ASSERT_EQ(uaehdf({"partition", "remove", file, "DH1"}).status, 0);
    EXPECT_EQ(uaehdf({"grow", file, "16M", "--partition", "DH0"}).status, 0);
    expectGood(file);
}

TEST_F(GrowCommand, RefusalsSayWhatToDo) {
    makeVolume();
    EXPECT_NE(refused({file, "900K"}, 2).find("nothing is made smaller here"), std::string::npos);
    EXPECT_NE(refused({file, "1M"}, 2).find("are no track of 32 blocks more"), std::string::npos);
    EXPECT_NE(refused({file, "3T"}, 2).find("stay below 2 TiB"), std::string::npos);
    EXPECT_NE(refused({file, "3M", "--partition", "DH0"}, 2).find("has no RDB"), std::string::npos);
    const std::string raw = file;
    for (const char* other : {"b.vhd", "b.hdz"}) {
        std::filesystem::remove(folder / "b.vhd");
        file = folder / other;
        ASSERT_EQ(uaehdf({"convert", raw, file}).status, 0);
        EXPECT_NE(refused({file, "3M"}).find("make a raw one of it first: uaehdf convert"), std::string::npos);
    }
}

TEST_F(GrowCommand, OnlyOfsAndFfsVolumesGrow) {
    for (const Bytes& bytes : {testing::sfsImage(), testing::pfsImage(testing::PfsLayout::usual)}) {
        std::ofstream(file, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        EXPECT_NE(refused({file, "30M"}).find("is only read; let the Amiga change it"), std::string::npos);
    }
    std::ofstream(file, std::ios::binary) << std::string(100'000, '\0');
    EXPECT_NE(refused({file, "30M"}).find("truncate --size"), std::string::npos);
}

} // namespace
} // namespace uaescope::hardfiles
