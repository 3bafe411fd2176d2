#include "hardfiles/inspect.h"

#include "tests/hardfiles/made_hardfile.h"

#include <gtest/gtest.h>

namespace uaescope::hardfiles {
namespace {

using namespace testing;

TEST(Inspect, CountsBlocksAndReportsTheBitmap) {
    Made made(rdbOptions());
    const Inspection good = inspect(made.open());
    EXPECT_TRUE(good.hasFileSystem);
    EXPECT_FALSE(good.hasErrors());
    EXPECT_EQ(good.partitions[0].usage->usedBlocks + good.partitions[0].usage->freeBlocks,
              good.partitions[0].volume->blocks);
    const std::uint64_t page = good.partitions[0].offset + 512 * (good.partitions[0].volume->root + std::uint64_t{1});
    made.image.write(page + 9, Bytes{1});
    const Inspection bad = inspect(made.open());
    EXPECT_TRUE(bad.hasErrors());
    EXPECT_FALSE(bad.partitions[0].usage);
    EXPECT_EQ(codes(bad.findings), "DH0:bad-checksum ");
}

TEST(Inspect, DifferentDosTypesAndInvalidBitmapsAreWarnings) {
    Made made(rdbOptions());
    made.setPartLong(1, 0xc0, dosType(1).value());
    BlockDevice device(made.image);
    PartitionWindow window(device, {1024, 20 * mib / 512}, 512);
    Bytes root = window.read(20480);
    putLong(root, 512 - 200, 0);
    putChecksum(root, 20, 128);
    window.write(20480, root);
    const Inspection found = inspect(made.open());
    EXPECT_EQ(codes(found.findings), "DH0:not-validated DH0:dos-type ");
    EXPECT_FALSE(found.hasErrors());
}

TEST(Inspect, WhatIsNoHardfileIsSaidToBeNone) {
    const auto said = [](const std::string& start, std::uint8_t fill) {
        Bytes bytes(64 << 10, fill);
        std::copy(start.begin(), start.end(), bytes.begin());
        return inspectionText(inspect(testing::opened(bytes)));
    };
    const std::string text = said("Lorem ipsum dolor", ' ');
    EXPECT_NE(text.find("no hardfile that is known"), std::string::npos) << text;
    EXPECT_NE(text.find("found text; this is no image"), std::string::npos) << text;
    EXPECT_NE(said({'\xba', '\xbe', 0, 0}, 0).find("A2090"), std::string::npos);
    const std::string garbage = said("", 0xa5);
    EXPECT_NE(garbage.find("no hardfile that is known"), std::string::npos);
    EXPECT_NE(garbage.find("emulators mount it as an unformatted partition"), std::string::npos) << garbage;
    EXPECT_NE(garbage.find("hard_drive_1"), std::string::npos) << garbage; // still explained
    for (const std::string& good : {std::string{'P', 'F', 'S', 3}, std::string{'S', 'F', 'S', 0}, std::string{}})
        EXPECT_NE(said(good, 0).find("partition hardfile"), std::string::npos) << good;
}

} // namespace
} // namespace uaescope::hardfiles
