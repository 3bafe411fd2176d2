#include "hardfiles/ffs_repair.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_survey.h"
#include "hardfiles/overlay_image.h"
#include "tests/hardfiles/volume_builder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace uaescope::hardfiles {
namespace {

using testing::pattern;
using testing::VolumeBuilder;

constexpr std::uint64_t blocks = 1760;

struct Damaged {
    std::shared_ptr<MemoryImage> image = std::make_shared<MemoryImage>(blocks * 512, 0xa5);
    VolumeBuilder builder;
    std::uint32_t directory, file, other, link;

    explicit Damaged(unsigned number)
        : builder(PartitionWindow(BlockDevice(*image), {0, blocks}, 512), {dosType(number), "Work", 2, {17000, 60, 0}}),
          directory(builder.addDirectory(builder.root(), "dir")),
          file(builder.addFile(directory, "data", pattern(60000))),
          other(builder.addFile(builder.root(), "other", pattern(700))),
          link(builder.addHardLink(builder.root(), "link", file)) {
        EXPECT_EQ(codes(Depth::contents), "");
    }

    FfsVolume volume() const {
        Findings findings;
        auto opened = FfsVolume::open(PartitionWindow(BlockDevice(*image), {0, blocks}, 512), 2, findings);
        EXPECT_TRUE(opened);
        return std::move(opened.value());
    }
    std::string codes(Depth depth) const {
        std::string all;
        for (const Finding& finding : surveyVolume(volume(), depth).findings)
            if (all.find(finding.code) == std::string::npos) all += finding.code + " ";
        return all;
    }
    // Repairs by way of an overlay, takes it back and does it again. What a check finds afterwards.
    std::string repaired() {
        const Bytes before = image->bytes();
        OverlayImage overlay(image);
        const Findings done = repairVolume(PartitionWindow(BlockDevice(overlay), {0, blocks}, 512), 2);
        EXPECT_EQ(image->bytes(), before);
        EXPECT_EQ(overlay.changes() == 0, done.empty());
        const Bytes undo = overlay.undo();
        overlay.apply();
        const Bytes after = image->bytes();
        undoChanges(*image, undo);
        EXPECT_EQ(image->bytes(), before);
        image->bytes() = after;
        EXPECT_TRUE(repairVolume(PartitionWindow(BlockDevice(*image), {0, blocks}, 512), 2).empty());
        EXPECT_EQ(image->bytes(), after);
        return codes(Depth::contents);
    }
};

struct Repair : ::testing::TestWithParam<unsigned> {
    Damaged damaged{GetParam()};
};

TEST_P(Repair, LeavesAWholeVolumeAlone) { EXPECT_EQ(damaged.repaired(), ""); }

TEST_P(Repair, WritesTheBitmapAnew) {
    damaged.builder.mark(damaged.file, VolumeBuilder::Mark::free);
    damaged.builder.mark(1700, VolumeBuilder::Mark::used);
    EXPECT_EQ(damaged.codes(Depth::structure), "marked-free lost ");
    EXPECT_EQ(damaged.repaired(), "");
    damaged.builder.setLong(damaged.builder.root(), -50, 0);
    EXPECT_EQ(damaged.codes(Depth::structure), "not-validated ");
    EXPECT_EQ(damaged.repaired(), "");
    damaged.builder.damage(damaged.builder.root() + 1, 100); // the bitmap page
    EXPECT_EQ(damaged.codes(Depth::structure), "bad-checksum ");
    EXPECT_EQ(damaged.repaired(), "");
}

TEST_P(Repair, MakesChecksumsRightWhereAllElseAgrees) {
    damaged.builder.damage(damaged.file, 512 - 184 + 10); // behind the comment
    EXPECT_NE(damaged.codes(Depth::contents).find("bad-checksum"), std::string::npos);
    EXPECT_EQ(damaged.repaired(), "");
}

// In the block of a header, where nothing but the block itself says it.
Bytes withSize(Bytes header, std::uint32_t size) {
    putLong(header, 512 - 188, size); // and the checksum is wrong
    return header;
}

TEST_P(Repair, LeavesChecksumsWrongWhereTheSizeIsNotThatOfTheBlocks) {
    const Bytes before = damaged.builder.window().read(damaged.file);
    for (const std::uint32_t size : {0u, 100u, 59000u, 61000u}) {
        damaged.builder.window().write(damaged.file, withSize(before, size));
        const std::string left = damaged.repaired();
        EXPECT_NE(left.find("bad-checksum"), std::string::npos) << size << ' ' << left;
        EXPECT_EQ(damaged.builder.window().read(damaged.file), withSize(before, size));
    }
}

// 60000 bytes end within a block, whatever its kind.
TEST_P(Repair, SaysThatTheSizeIsConfirmedToABlockOnly) {
    const Bytes before = damaged.builder.window().read(damaged.file);
    damaged.builder.window().write(damaged.file, withSize(before, 59999));
    OverlayImage overlay(damaged.image);
    const Findings done = repairVolume(PartitionWindow(BlockDevice(overlay), {0, blocks}, 512), 2);
    const auto sealed =
        std::find_if(done.begin(), done.end(), [](const Finding& f) { return f.code == "bad-checksum"; });
    if (GetParam() == 0 || GetParam() == 5) { // data blocks know how much they hold; the cache has the size
        EXPECT_EQ(sealed, done.end());
    } else {
        ASSERT_NE(sealed, done.end());
        EXPECT_EQ(sealed->message, "the checksum is made right; nothing can confirm its protection, date and comment, "
                                   "and only the number of its blocks its size of 59999 bytes: look at the end of the "
                                   "file");
    }
}

TEST_P(Repair, LeavesChecksumsWrongWhereSomethingElseIs) {
    damaged.builder.damage(damaged.other, 512 - (GetParam() == 7 ? 183 : 79)); // the first letter of the name
    const std::string before = damaged.codes(Depth::contents);
    EXPECT_NE(before.find("bad-checksum"), std::string::npos) << before;
    EXPECT_NE(damaged.repaired().find("bad-checksum"), std::string::npos);
}

// The blocks that the file's pointers led to are marked used, and nothing else knows of them.
TEST_P(Repair, LeavesChecksumsWrongWhereBlocksWereLost) {
    const std::uint32_t second = damaged.builder.getLong(damaged.file, -52); // the second data pointer
    damaged.builder.damage(damaged.file, 512 - 4 * 52 + 3);
    for (int times = 0; times < 2; ++times) {
        const std::string left = damaged.repaired();
        EXPECT_NE(left.find("bad-checksum"), std::string::npos) << left;
        EXPECT_NE(left.find("lost"), std::string::npos) << left;
        EXPECT_EQ(surveyVolume(damaged.volume(), Depth::structure).map.at(second).role, BlockRole::lost);
    }
}

TEST_P(Repair, LeavesChecksumsWrongWhereAChainWasCut) {
    // Two entries in one hash chain, and the pointer from the first to the second zeroed.
    std::uint32_t first = 0, second = 0;
    for (int i = 0; second == 0; ++i) {
        first = damaged.builder.addFile(damaged.builder.root(), "n" + std::to_string(i), pattern(600));
        second = damaged.builder.getLong(first, -4);
    }
    ASSERT_EQ(damaged.codes(Depth::contents), "");
    Bytes header = damaged.builder.window().read(first);
    putLong(header, 512 - 16, 0);
    damaged.builder.window().write(first, header);
    for (int times = 0; times < 2; ++times) {
        const std::string left = damaged.repaired();
        EXPECT_NE(left.find("bad-checksum"), std::string::npos) << left;
        EXPECT_EQ(surveyVolume(damaged.volume(), Depth::structure).map.at(second).role, BlockRole::lost);
    }
}

TEST_P(Repair, GivesEntriesTheirDirectory) {
    damaged.builder.setLong(damaged.file, -3, 1700);
    EXPECT_EQ(damaged.codes(Depth::structure), "bad-parent ");
    EXPECT_EQ(damaged.repaired(), "");
}

// The pointer that led to the entry may be what is wrong.
TEST_P(Repair, LeavesEntriesWhoseOldDirectoryLives) {
    damaged.builder.setLong(damaged.file, -3, damaged.builder.root());
    EXPECT_EQ(damaged.repaired(), "bad-parent ");
    EXPECT_EQ(damaged.builder.getLong(damaged.file, -3), damaged.builder.root());
}

TEST_P(Repair, LeavesParentsAndLinksAloneWhereChainsMeet) {
    damaged.builder.setLong(damaged.file, -3, 1700);
    damaged.builder.setLong(damaged.file, -10, 0);
    damaged.builder.setLong(damaged.other, -4, damaged.other);
    const std::string left = damaged.repaired();
    for (const char* code : {"loop", "bad-parent", "link-chain"}) EXPECT_NE(left.find(code), std::string::npos) << left;
}

TEST_P(Repair, PutsLinksIntoTheChainOfTheirTarget) {
    damaged.builder.setLong(damaged.file, -10, 0);
    EXPECT_EQ(damaged.codes(Depth::structure), "link-chain ");
    EXPECT_EQ(damaged.repaired(), "");
}

// What stands behind a broken pointer may be wanted still.
TEST_P(Repair, FreesNothingWhileSomethingIsOutOfReach) {
    const std::uint32_t extension = damaged.builder.getLong(damaged.file, -2);
    damaged.builder.setLong(damaged.file, -2, 5000);
    damaged.builder.mark(damaged.directory, VolumeBuilder::Mark::free);
    const std::string left = damaged.repaired();
    EXPECT_NE(left.find("out-of-range"), std::string::npos) << left;
    EXPECT_NE(left.find("lost"), std::string::npos) << left;
    EXPECT_EQ(left.find("marked-free"), std::string::npos) << left;
    EXPECT_EQ(surveyVolume(damaged.volume(), Depth::structure).map.at(extension).role, BlockRole::lost);
}

INSTANTIATE_TEST_SUITE_P(Types, Repair, ::testing::Values(0u, 1u, 3u, 5u, 7u),
                         [](const auto& test) { return "Dos" + std::to_string(test.param); });

TEST(RepairCaches, AreWrittenAnew) {
    Damaged damaged(5);
    for (int i = 0; i < 40; ++i) damaged.builder.addFile(damaged.directory, "file" + std::to_string(i), pattern(10));
    const std::uint32_t cache = damaged.builder.getLong(damaged.directory, -2);
    damaged.builder.setLong(cache, 3, 1); // one record only
    EXPECT_EQ(damaged.codes(Depth::contents), "cache ");
    EXPECT_EQ(damaged.repaired(), "");
    damaged.builder.setLong(damaged.directory, -2, 0); // no cache at all
    EXPECT_EQ(damaged.repaired(), "");
    EXPECT_NE(damaged.builder.getLong(damaged.directory, -2), 0u);
}

// What the bitmap calls free may be what the damage has put out of reach.
TEST(RepairCaches, TakeNoBlocksWhileThereAreErrors) {
    Damaged damaged(5);
    damaged.builder.setLong(damaged.directory, -2, 0);
    damaged.builder.setLong(damaged.file, -2, 5000);
    EXPECT_NE(damaged.repaired().find("cache"), std::string::npos);
    EXPECT_EQ(damaged.builder.getLong(damaged.directory, -2), 0u);
}

TEST(RepairData, LeavesTheChecksumsOfDataWrong) {
    Damaged damaged(0);
    const std::uint32_t first = damaged.builder.getLong(damaged.file, 4);
    damaged.builder.damage(first, 200);
    EXPECT_EQ(damaged.repaired(), "bad-checksum ");
    damaged.builder.damage(first, 18); // in the pointer to the next block
    EXPECT_NE(damaged.repaired().find("bad-checksum "), std::string::npos);
}

// A survey keeps a hundred findings of a kind; what the others say is not known.
TEST(RepairData, LeavesChecksumsWrongWhereMoreIsThanAnybodyReads) {
    Damaged damaged(3);
    for (int i = 0; i < 101; ++i)
        damaged.builder.setLong(damaged.builder.addFile(damaged.directory, "f" + std::to_string(i), {}), -23, 1u << 31);
    damaged.builder.damage(damaged.file, 512 - 184 + 10);
    EXPECT_NE(damaged.codes(Depth::contents).find("more"), std::string::npos) << damaged.codes(Depth::contents);
    EXPECT_NE(damaged.repaired().find("bad-checksum"), std::string::npos);
}

TEST(RepairData, LinksBlocksOfOfsAgain) {
    Damaged damaged(0);
    const std::uint32_t first = damaged.builder.getLong(damaged.file, 4);
    damaged.builder.setLong(first, 4, 17);
    damaged.builder.setLong(damaged.other, 4, 17);
    const std::string before = damaged.codes(Depth::contents);
    EXPECT_NE(before.find("bad-next "), std::string::npos) << before;
    EXPECT_NE(before.find("bad-first-data "), std::string::npos) << before;
    EXPECT_EQ(damaged.repaired(), "");
}

TEST(Overlay, ReadsWhatWasWrittenAndForgetsWhatIsNoChange) {
    auto image = std::make_shared<MemoryImage>(1300, 7);
    OverlayImage overlay(image);
    overlay.write(500, Bytes(100, 9));
    overlay.write(1299, Bytes{3});
    EXPECT_EQ(overlay.changes(), 3u);
    Bytes all(1300), expected(1300, 7);
    std::fill_n(expected.begin() + 500, 100, std::uint8_t{9});
    expected[1299] = 3;
    overlay.read(0, all);
    EXPECT_EQ(all, expected);
    Bytes some(20);
    overlay.read(590, some);
    EXPECT_EQ(some, Bytes(expected.begin() + 590, expected.begin() + 610));
    EXPECT_THROW(overlay.write(1300, Bytes{1}), FormatError);
    EXPECT_THROW(overlay.read(1290, some), FormatError);
    const Bytes undo = overlay.undo();
    overlay.apply();
    EXPECT_EQ(image->bytes(), expected);
    EXPECT_EQ(undoChanges(*image, undo), 3u);
    EXPECT_EQ(image->bytes(), Bytes(1300, 7));
    overlay.write(500, Bytes(100, 9));
    overlay.write(500, Bytes(100, 7));
    EXPECT_EQ(overlay.changes(), 0u);
}

TEST(Undo, RefusesWhatDoesNotFit) {
    auto image = std::make_shared<MemoryImage>(2048, 7);
    OverlayImage overlay(image);
    overlay.write(0, Bytes(1024, 9));
    const Bytes undo = overlay.undo();
    overlay.apply();
    const auto refused = [&](const Bytes& file) { EXPECT_THROW(undoChanges(*image, file), FormatError); };
    refused({});
    refused(Bytes(100));
    refused(Bytes(undo.begin(), undo.end() - 1));
    MemoryImage other(1024);
    EXPECT_THROW(undoChanges(other, undo), FormatError);
    image->bytes()[600] = 1;
    refused(undo); // something else has written since
    image->bytes()[600] = 9;
    std::fill_n(image->bytes().begin() + 512, 512, std::uint8_t{7}); // a repair that was cut off
    EXPECT_EQ(undoChanges(*image, undo), 2u);
    EXPECT_EQ(image->bytes(), Bytes(2048, 7));
}

} // namespace
} // namespace uaescope::hardfiles
