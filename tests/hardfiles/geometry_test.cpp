#include "hardfiles/geometry.h"

#include "hardfiles/create.h"
#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/rdb_plan.h"

#include <gtest/gtest.h>

namespace uaescope::hardfiles {
namespace {

constexpr std::uint64_t kib = 1024, mib = 1024 * kib, gib = 1024 * mib;

TEST(Geometry, RdbStaysWithin65535CylindersUpToTheLargestImage) {
    for (const std::uint64_t bytes :
         {880 * kib, 10 * mib, 100 * mib, gib, 16 * gib, 17 * gib, 128 * gib, 1000 * gib, largestImage}) {
        const Geometry geometry = rdbGeometry(bytes);
        const std::uint64_t covered = geometry.cylinders * geometry.sectorsOfCylinder() * 512;
        EXPECT_LE(geometry.cylinders, 65535u) << bytes;
        EXPECT_LE(covered, bytes);
        EXPECT_GT(covered + geometry.sectorsOfCylinder() * 512, bytes) << "a whole cylinder is left over";
    }
}

TEST(Geometry, LongTracksBeginAt1000Mebibytes) {
    EXPECT_EQ(winUaeGeometry(1'048'575'999, 512).heads, 1u);
    const Geometry large = winUaeGeometry(1'048'576'000, 512);
    EXPECT_EQ(large.heads, 16u);
    EXPECT_EQ(large.sectors, 32u);
    EXPECT_EQ(winUaeGeometry(8 * gib, 512).sectors, 64u); // 32768 cylinders with 32
    EXPECT_LT(winUaeGeometry(128 * gib, 512).cylinders, 32768u);
}

// The root block must be in the same place for every emulator.
TEST(Geometry, EveryEmulatorSeesTheSameBlocksInAPartitionHardfile) {
    for (std::uint32_t blockSize = 512; blockSize <= 32768; blockSize *= 2)
        for (const std::uint64_t wish : {1 * mib + 1, 880 * kib * 2, 999 * mib, 1000 * mib, 1000 * mib + 1, 1001 * mib,
                                         8 * gib - 1, 8 * gib, 8 * gib + 300 * kib, 128 * gib, largestImage}) {
            const std::uint64_t size = partitionHardfileSize(wish, blockSize);
            EXPECT_LE(size, wish);
            const Geometry one = fsUaeGeometry(size, blockSize);
            const Geometry other = winUaeGeometry(size, blockSize);
            EXPECT_EQ(one.cylinders * one.sectorsOfCylinder() * blockSize, size) << wish << ' ' << blockSize;
            EXPECT_EQ(other.cylinders * other.sectorsOfCylinder() * blockSize, size) << wish << ' ' << blockSize;
        }
}

CreateOptions disk(std::uint64_t size, std::vector<PartitionOptions> partitions) {
    CreateOptions options;
    options.size = size;
    options.kind = HardfileKind::rdb;
    options.partitions = std::move(partitions);
    return options;
}

PartitionOptions part(const std::string& name, std::uint64_t size, std::uint32_t blockSize = 512) {
    PartitionOptions options;
    options.name = name;
    options.size = size;
    options.blockSize = blockSize;
    return options;
}

TEST(RdbPlan, PartitionsFollowEachOtherAndTheRestIsUsed) {
    const RigidDisk plan = planRigidDisk(disk(gib, {part("DH0", 500 * mib), part("DH1", 0), part("DH2", 100 * mib)}));
    ASSERT_EQ(plan.partitions.size(), 3u);
    std::uint32_t next = plan.lowCylinder;
    for (const RdbPartition& partition : plan.partitions) {
        EXPECT_EQ(partition.envec.lowCylinder, next);
        next = partition.envec.highCylinder + 1;
    }
    EXPECT_EQ(next, plan.cylinders);
    EXPECT_EQ(plan.partitions[0].envec.sectors(), 500 * mib / 512);
    EXPECT_EQ(plan.partitions[2].envec.sectors(), 100 * mib / 512);
    EXPECT_EQ(plan.highCylinder + 1, plan.cylinders);
    EXPECT_EQ(plan.rdbBlocksHigh + 1, plan.partitions[0].envec.firstSector());
}

TEST(RdbPlan, ThePartitionsPlaceIsCountedInSectorsOf512Bytes) {
    const RigidDisk plan = planRigidDisk(disk(gib, {part("DH0", 0, 8192)}));
    EXPECT_EQ(plan.partitions[0].envec.sizeBlock, 128u);
    EXPECT_EQ(plan.partitions[0].envec.sectorPerBlock, 16u);
    EXPECT_EQ(plan.partitions[0].envec.blockSize(), 8192u);
}

TEST(RdbPlan, LargeDisksHaveRoomForFileSystems) {
    EXPECT_GE(planRigidDisk(disk(gib, {part("DH0", 0)})).rdbBlocksHigh + 1, 1024u);
    EXPECT_GE(planRigidDisk(disk(mib, {part("DH0", 0)})).rdbBlocksHigh + 1, 64u);
}

void expectRefused(const CreateOptions& options, const std::string& reason) {
    try {
        planRigidDisk(options);
        ADD_FAILURE() << "expected: " << reason;
    } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
}

TEST(RdbPlan, RefusesWhatDoesNotFit) {
    expectRefused(disk(gib, {part("DH0", 2 * gib)}), "does not fit");
    expectRefused(disk(gib, {part("DH0", gib)}), "does not fit");
    expectRefused(disk(gib, {part("DH0", 600 * mib), part("DH1", 600 * mib)}), "DH1: does not fit");
    expectRefused(disk(gib, {part("DH0", 0), part("DH1", 0)}), "only one can take the rest");
    expectRefused(disk(gib, {part("DH0", gib - 512 * kib), part("DH1", 0)}), "DH1: does not fit");
    expectRefused(disk(gib, {part("DH0", 1000)}), "less than a cylinder");
    expectRefused(disk(64 * kib, {part("DH0", 0)}), "an RDB hardfile needs at least");
    expectRefused(disk(0, {part("DH0", 0)}), "an RDB hardfile needs at least");
}

TEST(RdbPlan, RefusesBadNames) {
    for (const char* name : {"", "DH0:", "a/b", "a b", "1234567890123456789012345678901"})
        expectRefused(disk(gib, {part(name, 0)}), "a device name has 1 to 30");
    expectRefused(disk(gib, {part("DH0", mib), part("dh0", 0)}), "given twice");
    std::vector<PartitionOptions> many;
    for (int i = 0; i < 31; ++i) many.push_back(part("P" + std::to_string(i), mib));
    expectRefused(disk(gib, many), "at most 30");
}

TEST(RdbPlan, OnlyABootPriorityMakesAPartitionBootable) {
    PartitionOptions boot = part("DH0", 0);
    EXPECT_FALSE(planRigidDisk(disk(gib, {boot})).partitions[0].bootable);
    boot.bootPriority = -5;
    EXPECT_TRUE(planRigidDisk(disk(gib, {boot})).partitions[0].bootable);
    EXPECT_EQ(planRigidDisk(disk(gib, {boot})).partitions[0].envec.bootPriority, -5);
}

} // namespace
} // namespace uaescope::hardfiles
