#include "hardfiles/volume_map.h"

#include "hardfiles/block_set.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_survey.h"
#include "hardfiles/map_picture.h"
#include "tests/hardfiles/sparse_image.h"
#include "tests/hardfiles/volume_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace uaescope::hardfiles {
namespace {

using testing::pattern;
using testing::VolumeBuilder;

constexpr std::uint64_t blocks = 1760;

struct Mapped {
    testing::SparseImage image{blocks * 512, 0xa5};
    VolumeBuilder builder{PartitionWindow(BlockDevice(image), {0, blocks}, 512, "DH0"), {}};

    VolumeMap map() {
        Findings findings;
        const auto volume = FfsVolume::open(builder.window(), 2, findings);
        return surveyVolume(volume.value(), Depth::structure).map;
    }
};

TEST(BlockSet, RemembersWhatWasInserted) {
    BlockSet set(100'000);
    for (const std::uint32_t block : {0u, 31u, 32u, 70'000u, 99'999u}) {
        EXPECT_FALSE(set.contains(block));
        EXPECT_TRUE(set.insert(block));
        EXPECT_TRUE(set.contains(block));
        EXPECT_FALSE(set.insert(block));
    }
    EXPECT_EQ(set.bitsFrom(0), 0x80000001u);
    EXPECT_EQ(set.bitsFrom(2), 0x60000000u);
    EXPECT_EQ(set.bitsFrom(32), 1u);
    EXPECT_EQ(set.bitsFrom(99'999), 1u);
}

TEST(BlockSet, TakesRunsAndFindsTheFirstBlockInOne) {
    constexpr std::uint32_t end = 200'000;
    BlockSet set(end);
    std::vector<bool> model(end);
    std::mt19937 random(1);
    for (int i = 0; i < 2000; ++i) {
        const auto first = static_cast<std::uint32_t>(random() % end);
        const auto count =
            static_cast<std::uint32_t>(random() % std::min(end - first, i % 10 == 0 ? 70'000u : 90u) + 1);
        const auto found = static_cast<std::uint32_t>(
            std::find(model.begin() + first, model.begin() + first + count, true) - model.begin());
        ASSERT_EQ(set.firstIn(first, count), found) << first << '+' << count;
        set.insertRun(first, found - first);
        std::fill(model.begin() + first, model.begin() + found, true);
    }
    for (std::uint32_t block = 0; block < end; ++block) ASSERT_EQ(set.contains(block), model[block]) << block;
}

TEST(VolumeMap, KnowsTheUseOfEveryBlock) {
    Mapped disk;
    const std::uint32_t directory = disk.builder.addDirectory(disk.builder.root(), "dir");
    const std::uint32_t file = disk.builder.addFile(directory, "file", pattern(100 * 512));
    disk.builder.mark(1700, VolumeBuilder::Mark::used);
    const VolumeMap map = disk.map();

    const auto isUsed = [&](std::uint64_t block, BlockRole role, const std::string& path) {
        const BlockUse use = map.at(block);
        EXPECT_STREQ(roleName(use.role), roleName(role)) << block;
        EXPECT_EQ(map.path(use.file), path) << block;
    };
    isUsed(0, BlockRole::reserved, "");
    isUsed(1, BlockRole::reserved, "");
    isUsed(2, BlockRole::free, "");
    isUsed(880, BlockRole::root, "");
    isUsed(881, BlockRole::bitmap, "");
    isUsed(directory, BlockRole::directory, "dir");
    isUsed(file, BlockRole::header, "dir/file");
    isUsed(file + 1, BlockRole::data, "dir/file");
    isUsed(file + 72, BlockRole::data, "dir/file");
    isUsed(file + 73, BlockRole::extension, "dir/file");
    isUsed(file + 74, BlockRole::data, "dir/file");
    isUsed(file + 101, BlockRole::data, "dir/file");
    isUsed(file + 102, BlockRole::free, "");
    isUsed(1700, BlockRole::lost, "");
    isUsed(1759, BlockRole::free, "");
    isUsed(5000, BlockRole::free, "");
    EXPECT_EQ(map.at(file + 1).index, 0u);
    EXPECT_EQ(map.at(file + 72).index, 71u);
    EXPECT_EQ(map.at(file + 101).index, 99u);
}

TEST(VolumeMap, KnowsTheBlocksOfAFileInTheOrderOfItsContents) {
    Mapped disk;
    const std::uint32_t file = disk.builder.addFile(disk.builder.root(), "file", pattern(75 * 512));
    // Two blocks change places, as if the file had been written in pieces.
    const std::uint32_t first = disk.builder.getLong(file, 6 + 71);
    const std::uint32_t third = disk.builder.getLong(file, 6 + 69);
    disk.builder.setLong(file, 6 + 71, third);
    disk.builder.setLong(file, 6 + 69, first);
    disk.builder.setLong(file, 4, third);
    const VolumeMap map = disk.map();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const BlockRun& run : map.dataOf(map.at(file).file)) found.emplace_back(run.first, run.count);
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected{
        {first + 2, 1}, {first + 1, 1}, {first, 1}, {first + 3, 69}, {first + 73, 3}};
    EXPECT_EQ(found, expected);
}

TEST(VolumeMap, CountsAddUpToTheVolume) {
    Mapped disk;
    for (int i = 0; i < 20; ++i)
        disk.builder.addFile(disk.builder.root(), "f" + std::to_string(i), pattern(static_cast<std::size_t>(i) * 700));
    const auto counts = disk.map().count();
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts) sum += count;
    EXPECT_EQ(sum, blocks);
    EXPECT_EQ(counts[static_cast<std::size_t>(BlockRole::header)], 20u);
    EXPECT_EQ(counts[static_cast<std::size_t>(BlockRole::lost)], 0u);
}

TEST(MapPicture, ShowsWhatIsWhere) {
    Mapped disk;
    disk.builder.addFile(disk.builder.root(), "file", pattern(100 * 512));
    const VolumeMap map = disk.map();
    const std::string picture = mapPicture(map, {10, 4});
    EXPECT_EQ(picture, "b.........\n"
                       "..........\n"
                       "R#+.......\n"
                       "..........\n"
                       "each character: 44 blocks of 512 bytes\n");
}

TEST(MapPicture, CountsPieces) {
    Mapped disk;
    disk.builder.addFile(disk.builder.root(), "whole", pattern(10 * 512));
    const std::uint32_t broken = disk.builder.addFile(disk.builder.root(), "broken", pattern(75 * 512));
    disk.builder.addFile(disk.builder.root(), "empty", {});
    const VolumeMap map = disk.map();
    const Fragmentation found = fragmentation(map);
    EXPECT_EQ(found.files, 2u);
    EXPECT_EQ(found.inOnePiece, 1u);
    EXPECT_EQ(found.pieces, 3u); // the extension block stands in the middle
    EXPECT_EQ(map.files().at(found.worstFile).block, broken);
}

} // namespace
} // namespace uaescope::hardfiles
