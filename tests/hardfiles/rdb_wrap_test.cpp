// A volume that moves onto a disk with an RDB and back, judged by GRUB and parted.
#include "hardfiles/rdb_wrap.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_volume.h"
#include "tests/hardfiles/command.h"
#include "tests/hardfiles/made_hardfile.h"

namespace uaescope::hardfiles {
namespace {

using testing::Made;
using testing::mib;

struct Wrap : Command {
    std::string disk = folder / "disk.hdf", back = folder / "back.hdf";

    // With a file in it, and larger than its volume, which ends with the last whole cylinder.
    void makeVolumeOf(const std::string& size, const std::string& blockSize) const {
        ASSERT_EQ(uaehdf({"create", file, "--size", size, "--block-size", blockSize, "--force"}).status, 0);
        const Bytes data = pattern(50000);
        std::ofstream(folder / "data", std::ios::binary)
            .write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
        ASSERT_EQ(uaehdf({"put", file, folder / "data", "data"}).status, 0);
    }
};

TEST_F(Wrap, TheVolumeIsTheSameOnTheDiskAndWhenItIsCutOut) {
    for (const char* blockSize : {"512", "4096"}) {
        makeVolumeOf("11M", blockSize);
        const Ended made = uaehdf({"convert", file, disk, "--rdb", "DH0", "--force"});
        ASSERT_EQ(made.status, 0) << made.err;
        const Ended checked = uaehdf({"check", disk});
        EXPECT_EQ(checked.status, 0) << checked.out;
        const Ended listed = run({"parted", "-s", disk, "unit", "s", "print"}, {"LC_ALL=C"});
        EXPECT_EQ((listed.out + listed.err).find("Error"), std::string::npos) << listed.out << listed.err;
        EXPECT_NE(listed.out.find("DH0"), std::string::npos) << listed.out;
        const Ended same = run({"grub-fstest", disk, "cmp", "(loop0,amiga1)/data", folder / "data"},
                               {std::string("LD_PRELOAD=") + NO_FREE, "LC_ALL=C"});
        EXPECT_EQ(same.status, 0) << same.out << same.err;
        ASSERT_EQ(uaehdf({"convert", disk, back, "--partition", "DH0", "--force"}).status, 0);
        EXPECT_TRUE(contents(back) == contents(file));
        EXPECT_EQ(uaehdf({"convert", disk, folder / "x", "--rdb", "DH1"}).status, 1);
    }
    EXPECT_EQ(uaehdf({"convert", file, folder / "x", "--rdb", "DH:0"}).status, 2);
}

TEST_F(Wrap, AnyContainerTakesTheDisk) {
    makeVolumeOf("5M", "512");
    ASSERT_EQ(uaehdf({"convert", file, folder / "disk.vhd", "--rdb", "DH0"}).status, 0);
    EXPECT_EQ(run({"qemu-img", "convert", "-O", "raw", folder / "disk.vhd", disk}).status, 0);
    EXPECT_EQ(uaehdf({"check", disk}).status, 0);
    EXPECT_EQ(uaehdf({"get", disk, "DH0:data", back}).status, 0);
    EXPECT_TRUE(contents(back) == contents(folder / "data"));
}

TEST(RdbWrap, LargeVolumesGetLongCylinders) {
    for (const std::uint64_t size : {8 * mib, 1000 * mib, 4096 * mib, 100'000 * mib, 1'900'000 * mib}) {
        CreateOptions options;
        options.size = size;
        options.partitions[0].blockSize = 32768; // few bitmap pages
        const Hardfile hardfile = Made(options).open();
        const Partition& partition = hardfile.partitions().front();
        const RigidDisk disk = diskAround(partition, "DH0");
        const DosEnvec& envec = disk.partitions.front().envec;
        EXPECT_LE(disk.cylinders, 65535u);
        EXPECT_EQ(envec.sectors(), partition.volume->info().blocks * 64);
        EXPECT_EQ(envec.firstSector(), disk.rdbBlocksHigh + std::uint64_t{1});
        EXPECT_EQ(disk.highCylinder + 1, disk.cylinders);
    }
}

TEST(RdbWrap, SectorsThatNoCylinderDividesAreRefused) {
    CreateOptions options;
    options.size = mib;
    const Hardfile hardfile = Made(options).open();
    Partition none = hardfile.partitions().front();
    none.volume.reset();
    EXPECT_THROW(diskAround(none, "DH0"), Error);
    MemoryImage prime(std::size_t{4001} * 512);
    PartitionWindow window(BlockDevice(prime), {0, 4001}, 512);
    VolumeBuilder builder(window, {dosType(3), "Odd", 2, {}});
    Findings findings;
    Partition odd;
    odd.volume = std::make_shared<FfsVolume>(FfsVolume::open(window, 2, findings).value());
    ASSERT_TRUE(odd.volume);
    EXPECT_THROW(diskAround(odd, "DH0"), Error);
}

} // namespace
} // namespace uaescope::hardfiles
