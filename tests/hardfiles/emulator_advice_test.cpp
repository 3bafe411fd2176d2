#include "hardfiles/emulator_advice.h"

#include "hardfiles/ffs_format.h"
#include "hardfiles/image_copy.h"
#include "tests/hardfiles/made_hardfile.h"
#include "tests/hardfiles/seed_images.h"
#include "tests/hardfiles/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace uaescope::hardfiles {
namespace {

using namespace testing;

std::vector<std::string> lines(const Hardfile& hardfile, std::size_t emulator) {
    return adviseEmulators(hardfile, "/a/b.hdf").at(emulator).configuration;
}

using Lines = std::vector<std::string>;

TEST(EmulatorAdvice, PartitionHardfilesOf512ByteBlocksNeedNothingSpecial) {
    CreateOptions options;
    options.size = 64 * mib;
    const Hardfile hardfile = Made(options).open();
    EXPECT_EQ(lines(hardfile, 0), (Lines{"hard_drive_1 = /a/b.hdf"}));
    EXPECT_EQ(lines(hardfile, 1), (Lines{"hardfile2=rw,DH1:/a/b.hdf,32,1,2,512,0,,uae"}));
    for (const EmulatorAdvice& advice : adviseEmulators(hardfile, "x")) EXPECT_TRUE(advice.notes.empty());
}

TEST(EmulatorAdvice, LargerBlocksNeedTheRawLine) {
    CreateOptions options;
    options.size = 64 * mib;
    options.partitions[0].blockSize = 2048;
    const Hardfile hardfile = Made(options).open();
    EXPECT_EQ(lines(hardfile, 0), (Lines{"uae_hardfile2 = rw,DH1:/a/b.hdf,32,1,2,2048,0,,uae"}));
}

// No ROM has SFS or PFS3, and without an RDB nothing in the image has either.
TEST(EmulatorAdvice, OtherFileSystemsNeedAHandlerOfTheHost) {
    const auto opened = [](Bytes bytes) {
        auto image = std::make_unique<MemoryImage>(bytes.size());
        image->bytes() = std::move(bytes);
        return Hardfile(std::move(image));
    };
    const Hardfile sfs = opened(sfsImage()), pfs = opened(pfsImage(PfsLayout::usual));
    EXPECT_EQ(lines(sfs, 0), (Lines{"hard_drive_1 = /a/b.hdf", "hard_drive_1_file_system = /path/to/SmartFilesystem"}));
    EXPECT_EQ(lines(sfs, 2), (Lines{"hardfile2=rw,DH1:/a/b.hdf,32,1,2,512,0,/path/to/SmartFilesystem,uae"}));
    EXPECT_EQ(lines(pfs, 0), (Lines{"hard_drive_1 = /a/b.hdf", "hard_drive_1_file_system = /path/to/pfs3aio"}));
    EXPECT_EQ(lines(pfs, 1), (Lines{"hardfile2=rw,DH1:/a/b.hdf,32,1,2,512,0,/path/to/pfs3aio,uae"}));
    for (const EmulatorAdvice& advice : adviseEmulators(pfs, "/a/b.hdf")) {
        ASSERT_FALSE(advice.notes.empty());
        EXPECT_NE(advice.notes[0].find("put the path of your handler file in place of /path/to/pfs3aio"),
                  std::string::npos);
    }
}

TEST(EmulatorAdvice, CommasInThePathDivideTheEmulators) {
    const Hardfile hardfile = Made(rdbOptions()).open();
    const auto advice = adviseEmulators(hardfile, "/a,b.hdf");
    EXPECT_TRUE(advice[0].configuration.empty());
    EXPECT_EQ(advice[0].notes.size(), 1u);
    EXPECT_EQ(advice[1].configuration, (Lines{"hardfile2=rw,DH1:\"/a,b.hdf\",0,0,0,512,0,,uae"}));
}

TEST(EmulatorAdvice, RdbIsNoticedInTheFirstBlockOnly) {
    Made made(rdbOptions());
    EXPECT_EQ(lines(made.open(), 0), (Lines{"hard_drive_1 = /a/b.hdf"}));
    BlockDevice device(made.image);
    const Bytes first = device.read(0);
    device.write(0, Bytes(512));
    device.write(4, first);
    const Hardfile moved = made.open();
    EXPECT_EQ(lines(moved, 0), (Lines{"hard_drive_1 = /a/b.hdf", "hard_drive_1_type = rdb"}));
    EXPECT_EQ(lines(moved, 2), (Lines{"hardfile2=rw,DH1:/a/b.hdf,0,0,0,512,0,,uae"}));
}

TEST(EmulatorAdvice, TooManyCylindersAndOddSizesAreNoted) {
    const TemporaryFolder folder;
    CreateOptions options;
    options.size = 1024 * mib;
    createHardfile(folder / "a", options);
    const auto notes = adviseEmulators(Hardfile::open(folder / "a"), "/a")[0].notes;
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("65536 cylinders"), std::string::npos);
    EXPECT_NE(notes[0].find("uae_hardfile2 = rw,DH1:/a,32,16,2,512,0,,uae"), std::string::npos);
    auto image = std::make_unique<MemoryImage>(1763 * 512);
    PartitionWindow window(BlockDevice(*image), {0, 1763}, 512);
    formatVolume(window, {});
    const auto odd = adviseEmulators(Hardfile(std::move(image)), "/a")[0].notes;
    ASSERT_EQ(odd.size(), 1u);
    EXPECT_NE(odd[0].find("has 1763 blocks, but this geometry gives it 1760"), std::string::npos);
}

TEST(EmulatorAdvice, ContainersHideTheRdbFromFsUae) {
    Made made(rdbOptions());
    Bytes bytes(static_cast<std::size_t>(made.image.size()));
    made.image.read(0, bytes);
    for (std::size_t i = 0; i < bytes.size(); i += 2) std::swap(bytes[i], bytes[i + 1]);
    EXPECT_EQ(lines(opened(bytes), 0), (Lines{"hard_drive_1 = /a/b.hdf", "hard_drive_1_type = rdb"}));
}

TEST(EmulatorAdvice, PackedImagesAreReadOnly) {
    const TemporaryFolder folder;
    Made made(rdbOptions());
    std::ofstream(folder / "a.hdz").flush();
    FileImage file(folder / "a.hdz", FileImage::Access::readWrite);
    copyDisk(made.image, {0, made.image.size()}, Container::gzip, file);
    const auto advice = adviseEmulators(Hardfile::open(folder / "a.hdz"), "/a.hdz");
    EXPECT_EQ(advice[0].configuration,
              (Lines{"hard_drive_1 = /a.hdz", "hard_drive_1_type = rdb", "hard_drive_1_read_only = 1"}));
    EXPECT_EQ(advice[0].notes.size(), 2u);
    EXPECT_EQ(advice[1].configuration, (Lines{"hardfile2=ro,DH1:/a.hdz,0,0,0,512,0,,uae"}));
}

TEST(EmulatorAdvice, WhatIsBeyond4GiBIsNoted) {
    CreateOptions options = rdbOptions();
    options.size = 6000 * mib;
    EXPECT_EQ(adviseEmulators(Made(options).open(), "/a")[0].notes.size(), 1u); // DH1 has the rest
    options.size = 4000 * mib;
    EXPECT_TRUE(adviseEmulators(Made(options).open(), "/a")[0].notes.empty());
}

TEST(EmulatorAdvice, WhatCannotBeUsedIsSaid) {
    Bytes gzip(2048);
    gzip[0] = 0x1f;
    gzip[1] = 0x8b;
    EXPECT_EQ(adviseEmulators(opened(gzip), "x").at(0).mounts, "nothing");
    EXPECT_EQ(adviseEmulators(opened(Bytes(mib)), "x").at(0).notes.size(), 1u);
}

} // namespace
} // namespace uaescope::hardfiles
