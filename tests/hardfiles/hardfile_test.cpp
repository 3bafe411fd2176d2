#include "hardfiles/hardfile.h"

#include "hardfiles/emulator_advice.h"
#include "hardfiles/error.h"
#include "hardfiles/ffs_format.h"
#include "tests/hardfiles/made_hardfile.h"
#include "tests/hardfiles/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace uaescope::hardfiles {
namespace {

using namespace testing;

TEST(Hardfile, RdbPartitionsAndTheirVolumesAreFound) {
    const Hardfile hardfile = Made(rdbOptions()).open();
    EXPECT_TRUE(hardfile.findings().empty());
    ASSERT_EQ(hardfile.partitions().size(), 2u);
    EXPECT_EQ(hardfile.partitions()[0].volume->info().label, "Work");
    EXPECT_EQ(hardfile.partitions()[1].volume->info().label, "Data");
    EXPECT_EQ(hardfile.partitions()[1].blockSize, 4096u);
    EXPECT_TRUE(hardfile.hasFileSystem());
}

TEST(Hardfile, PartitionHardfilesOfEveryBlockSizeAreFound) {
    for (std::uint32_t blockSize = 512; blockSize <= 32768; blockSize *= 2)
        for (const unsigned number : {0u, 1u, 3u, 5u}) {
            CreateOptions options;
            options.size = 8 * mib + 5;
            options.partitions[0].blockSize = blockSize;
            options.partitions[0].dosType = dosType(number);
            const Hardfile hardfile = Made(options).open();
            EXPECT_TRUE(hardfile.findings().empty());
            ASSERT_TRUE(hardfile.hasFileSystem()) << blockSize;
            EXPECT_EQ(hardfile.partitions()[0].blockSize, blockSize);
            EXPECT_EQ(hardfile.partitions()[0].volume->info().dosType, dosType(number));
        }
}

// Sizes that no cylinder divides: the volume is where the emulator's geometry or the boot block puts it.
TEST(Hardfile, VolumesOfOtherGeometriesAreFound) {
    for (const std::uint64_t blocks : {1760, 1761, 1763, 3330}) {
        auto image = std::make_unique<MemoryImage>(blocks * 512 + 100);
        PartitionWindow window(BlockDevice(*image), {0, blocks}, 512);
        formatVolume(window, {});
        const Hardfile hardfile(std::move(image));
        ASSERT_TRUE(hardfile.hasFileSystem()) << blocks;
        EXPECT_EQ(hardfile.partitions()[0].volume->info().root, (blocks + 1) / 2);
    }
}

TEST(Hardfile, OddGeometriesOfAnRdbAreFollowed) {
    for (const std::uint32_t sectorPerBlock : {1, 2, 4, 8, 16}) {
        auto image = std::make_unique<SparseImage>(40 * 16 * 63 * 512);
        BlockDevice device(*image);
        RigidDisk disk;
        disk.cylinders = 40;
        disk.heads = 16;
        disk.sectors = 63;
        disk.lowCylinder = 2;
        disk.highCylinder = 39;
        RdbPartition entry;
        entry.driveName = "DH0";
        entry.envec.surfaces = 16;
        entry.envec.blocksPerTrack = 63;
        entry.envec.sectorPerBlock = sectorPerBlock;
        entry.envec.lowCylinder = 2;
        entry.envec.highCylinder = 38;
        entry.envec.dosType = dosType(3);
        disk.partitions = {entry};
        writeRigidDisk(device, disk);
        PartitionWindow window(device, {2 * 16 * 63, 37 * 16 * 63}, 512 * sectorPerBlock);
        formatVolume(window, {});
        const Hardfile hardfile(std::move(image));
        ASSERT_TRUE(hardfile.hasFileSystem()) << sectorPerBlock;
        EXPECT_EQ(hardfile.partitions()[0].volume->info().blocks, 37 * 16 * 63 / sectorPerBlock);
    }
}

// The disk of an RDB hardfile inside partitions of an MBR.
struct InMbr {
    SparseImage image{200 * mib};

    void addEntry(std::size_t number, std::uint8_t type, std::uint32_t first, std::uint32_t count) {
        Bytes sector(512);
        image.read(0, sector);
        const std::size_t entry = 0x1be + 16 * number;
        sector[entry + 4] = type;
        for (std::size_t i = 0; i < 4; ++i) {
            sector[entry + 8 + i] = static_cast<std::uint8_t>(first >> 8 * i);
            sector[entry + 12 + i] = static_cast<std::uint8_t>(count >> 8 * i);
        }
        sector[0x1fe] = 0x55;
        sector[0x1ff] = 0xaa;
        image.write(0, sector);
    }
    void addDisk(std::size_t number, std::uint8_t type, std::uint32_t first) {
        const Made made(rdbOptions());
        for (const auto& [sector, bytes] : made.image.writtenSectors()) image.write((first + sector) * 512, bytes);
        addEntry(number, type, first, static_cast<std::uint32_t>(made.image.size() / 512));
    }
    Hardfile open() const { return Hardfile(std::make_unique<SparseImage>(image)); }
};

TEST(Hardfile, DisksInsidePartitionsOfAnMbrAreFound) {
    InMbr mbr;
    mbr.addEntry(0, 0x0c, 64, 1000);
    mbr.addDisk(1, 0x76, 2048);
    mbr.addDisk(2, 0x30, 200'000);
    const Hardfile hardfile = mbr.open();
    EXPECT_EQ(codes(hardfile.findings()), "");
    ASSERT_EQ(hardfile.partitions().size(), 4u);
    EXPECT_EQ(hardfile.mbrPartitions().size(), 2u);
    for (const Partition& partition : hardfile.partitions()) EXPECT_TRUE(partition.volume);
    const Made alone(rdbOptions());
    const std::uint64_t offset = alone.open().partitions()[1].offset();
    EXPECT_EQ(hardfile.partitions()[1].offset(), offset + 2048 * 512);
    EXPECT_EQ(hardfile.partitions()[3].offset(), offset + 200'000 * 512);
    EXPECT_EQ(hardfile.partitions()[3].volume->window().offsetOf(0), offset + 200'000 * 512);
    EXPECT_EQ(hardfile.rdbAreas()[1].first, 200'000u);
    const auto advice = adviseEmulators(hardfile, "/x/disk.img");
    EXPECT_EQ(advice.at(0).mounts, "nothing");
    EXPECT_NE(advice.at(0).notes.at(0).find("dd if=/x/disk.img of=disk.hdf bs=512 skip=2048 count=131072"),
              std::string::npos)
        << advice.at(0).notes.at(0);
}

TEST(Hardfile, FaultsInsideAnMbrPartitionAreCountedFromTheStartOfTheImage) {
    InMbr mbr;
    mbr.addDisk(0, 0x76, 2048);
    mbr.image.write((2048 + 2) * 512 + 200, Bytes{1});
    const Findings findings = mbr.open().findings();
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].code, "bad-checksum");
    EXPECT_EQ(findings[0].block, 2050u);
}

TEST(Hardfile, MbrPartitionsThatLeaveTheImageAreNotFollowed) {
    InMbr mbr;
    mbr.addDisk(0, 0x76, 2048);
    mbr.addEntry(0, 0x76, 2048, 0xffffffff);
    EXPECT_FALSE(mbr.open().rdb());
    mbr.addEntry(0, 0x76, 0xffffffff, 1);
    EXPECT_FALSE(mbr.open().rdb());
}

// A file system block made of one large sector instead of several small ones: cylinders may be counted in either.
TEST(Hardfile, LargeSectorsAreFoundWhereverTheirCylindersBegin) {
    for (const bool countedInLarge : {false, true}) {
        Made made(rdbOptions());
        made.setPartLong(2, 0x84, 1024); // longs of a sector: 4096 bytes
        made.setPartLong(2, 0x90, 1);
        if (countedInLarge) {
            const Hardfile before = Made(rdbOptions()).open();
            const DosEnvec envec = before.partitions()[1].rdb->envec;
            // A track has an eighth of the sectors then, each eight times as large.
            made.setPartLong(2, 0x94, envec.blocksPerTrack / 8);
        }
        const Hardfile hardfile = made.open();
        EXPECT_EQ(codes(hardfile.findings()), "") << countedInLarge;
        ASSERT_TRUE(hardfile.partitions().at(1).volume) << countedInLarge;
        EXPECT_EQ(hardfile.partitions()[1].volume->info().label, "Data");
        EXPECT_EQ(hardfile.partitions()[1].offset(), Made(rdbOptions()).open().partitions()[1].offset());
    }
}

TEST(Hardfile, TooShortIsAFinding) {
    for (const std::size_t size : {0u, 1u, 511u}) {
        const Hardfile hardfile = opened(Bytes(size));
        EXPECT_EQ(codes(hardfile.findings()), ":too-short ");
        EXPECT_FALSE(hardfile.hasFileSystem());
    }
}

TEST(Hardfile, OtherContainersAreNamed) {
    const auto container = [](std::string_view magic) {
        Bytes bytes(2048);
        std::copy(magic.begin(), magic.end(), bytes.begin());
        const Hardfile hardfile = opened(bytes);
        return containerName(hardfile.container()) + std::string(" ") + codes(hardfile.findings());
    };
    EXPECT_EQ(container("conectix"), "vhd :container ");
    EXPECT_EQ(container("\x1f\x8b\x08"), "gzip :container ");
    EXPECT_EQ(container("PK\x03\x04"), "zip :container ");
    EXPECT_EQ(container("MComprHD"), "chd :container ");
    EXPECT_EQ(container("DRKS"), "byte-swapped :bad-checksum ");
    EXPECT_EQ(container("OD\x03S"), "byte-swapped :root-block ");
    EXPECT_EQ(container("other"), "raw :unknown-contents ");
}

TEST(Hardfile, BlankImageHasNoFileSystemAndNoFault) {
    const Hardfile hardfile = opened(Bytes(mib));
    EXPECT_FALSE(hardfile.hasFileSystem());
    EXPECT_TRUE(hardfile.findings().empty());
    EXPECT_EQ(hardfile.partitions().size(), 1u);
}

TEST(Hardfile, BootBlockWithoutVolumeIsAFault) {
    Bytes bytes(mib);
    putLong(bytes, 0, dosType(3).value());
    EXPECT_EQ(codes(opened(bytes).findings()), ":root-block ");
}

TEST(Hardfile, CutOffRdbImageIsAFault) {
    Made made(rdbOptions());
    made.image.resize(30 * mib);
    const Hardfile hardfile = made.open();
    EXPECT_EQ(codes(hardfile.findings()), ":past-end ");
    EXPECT_TRUE(hardfile.partitions()[0].volume);
    EXPECT_FALSE(hardfile.partitions()[1].volume);
}

TEST(Hardfile, ImpossiblePartitionsAreFaults) {
    struct Case {
        std::size_t offset;
        std::uint32_t value;
        const char* codes;
    };
    for (const Case& c : {Case{0x8c, 0, ":geometry "},      // surfaces
                          {0x8c, 0xffffffff, ":past-end "}, //
                          {0xa8, 0, ":geometry "},          // high cylinder
                          {0x84, 0, ":geometry "},          // longs of a sector
                          {0x84, 0x40000000, ":geometry "}, //
                          {0x90, 3, ":block-size "},        // sectors of a block
                          {0x90, 128, ":block-size "},      //
                          {0x98, 0, "DH0:geometry "},       // reserved
                          {0xc0, 0, ":dos-type "},          // DosType
                          {0xa8, 200, "DH0:root-block :overlap "}}) {
        Made made(rdbOptions());
        made.setPartLong(1, c.offset, c.value);
        EXPECT_EQ(codes(made.open().findings()), c.codes) << std::hex << c.offset;
    }
}

TEST(Hardfile, DiskWhosePartitionsOverlapIsNotOpenedForWriting) {
    const TemporaryFolder folder;
    Made made(rdbOptions());
    made.setPartLong(1, 0xa8, 200);
    Bytes bytes(made.image.size());
    made.image.read(0, bytes);
    std::ofstream(folder / "disk", std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    EXPECT_EQ(codes(Hardfile::open(folder / "disk").findings()), "DH0:root-block :overlap ");
    EXPECT_THROW(Hardfile::openForWriting(folder / "disk"), Error);
}

TEST(Hardfile, PartitionInsideTheRdbIsAFault) {
    Made made(rdbOptions());
    made.setPartLong(1, 0xa4, 0);
    EXPECT_EQ(codes(made.open().findings()), ":overlap ");
}

TEST(Hardfile, PlacesAreFoundByDeviceVolumeOrAlone) {
    const Hardfile disk = Made(rdbOptions()).open();
    EXPECT_EQ(disk.locate("dh1:dir/file").partition, &disk.partitions()[1]);
    EXPECT_EQ(disk.locate("DATA:dir/file").partition, &disk.partitions()[1]);
    EXPECT_EQ(disk.locate("dh1:dir/file").path, "dir/file");
    EXPECT_THROW(disk.locate("file"), Error);
    EXPECT_THROW(disk.locate("DH2:file"), Error);
    CreateOptions options;
    options.size = mib;
    const Hardfile single = Made(options).open();
    EXPECT_EQ(single.locate("dir/file").path, "dir/file");
    EXPECT_EQ(single.locate(":dir/file").path, "dir/file");
    EXPECT_EQ(single.locate("Work:").path, "");
    EXPECT_THROW(opened(Bytes(mib)).locate("x"), Error);
}

} // namespace
} // namespace uaescope::hardfiles
