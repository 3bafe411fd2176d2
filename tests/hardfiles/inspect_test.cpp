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

} // namespace
} // namespace uaescope::hardfiles
