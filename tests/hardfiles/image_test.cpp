#include "hardfiles/error.h"
#include "hardfiles/image.h"
#include "hardfiles/image_in_use.h"
#include "hardfiles/partition_window.h"
#include "tests/hardfiles/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sys/stat.h>

namespace uaescope::hardfiles {
namespace {

using testing::TemporaryFolder;

TEST(FileImage, ReadsAndWritesPast4GiB) {
    const TemporaryFolder folder;
    std::ofstream(folder / "a").put('x');
    FileImage image(folder / "a", FileImage::Access::readWrite);
    const std::uint64_t far = (std::uint64_t{5} << 30) - 4;
    image.resize(far + 4);
    image.write(far, Bytes{1, 2, 3, 4});
    Bytes back(4);
    image.read(far, back);
    EXPECT_EQ(back, (Bytes{1, 2, 3, 4}));
    struct stat status {};
    ASSERT_EQ(stat((folder / "a").c_str(), &status), 0);
    EXPECT_LT(status.st_blocks * 512, 1 << 20) << "the hole takes room";
}

TEST(ImageInUse, ALoopDeviceIsNoticedByItsBackingFile) {
    const TemporaryFolder folder;
    for (const char* name : {"a", "b"}) std::ofstream(folder / name) << "contents";
    std::filesystem::create_symlink(folder / "a", folder / "other-name");
    const std::filesystem::path loop = folder / "block/loop3/loop";
    std::filesystem::create_directories(loop);
    std::filesystem::create_directories(folder / "block/sda");
    std::ofstream(loop / "backing_file") << (folder / "other-name").string() << '\n';
    const FileImage attached(folder / "a", FileImage::Access::readOnly);
    const FileImage free(folder / "b", FileImage::Access::readOnly);
    EXPECT_EQ(loopDeviceOn(attached, folder / "block"), "/dev/loop3");
    EXPECT_EQ(loopDeviceOn(free, folder / "block"), std::nullopt);
    EXPECT_EQ(loopDeviceOn(attached, folder / "none"), std::nullopt);
}

TEST(FileImage, EndsWithAMessageThatNamesTheOffset) {
    const TemporaryFolder folder;
    std::ofstream(folder / "a") << "12345";
    const FileImage image(folder / "a", FileImage::Access::readOnly);
    Bytes four(4);
    try {
        image.read(2, four);
        FAIL();
    } catch (const FormatError& error) {
        EXPECT_EQ(std::string(error.what()), (folder / "a").string() + ": offset 2: expected 4 bytes, but the image "
                                                                       "ends at 5; it may be cut off");
    }
    EXPECT_THROW(image.read(~std::uint64_t{0}, four), FormatError);
}

TEST(FileImage, RefusesFoldersDevicesAndPipes) {
    const TemporaryFolder folder;
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_THROW(FileImage(folder.path(), FileImage::Access::readOnly), Error);
    EXPECT_THROW(FileImage("/dev/zero", FileImage::Access::readOnly), Error);
    EXPECT_THROW(FileImage(folder / "pipe", FileImage::Access::readOnly), Error);
    EXPECT_THROW(FileImage(folder / "missing", FileImage::Access::readOnly), Error);
}

TEST(FileImage, ReadOnlyIsNotWritten) {
    const TemporaryFolder folder;
    std::ofstream(folder / "a") << "12345";
    FileImage image(folder / "a", FileImage::Access::readOnly);
    EXPECT_THROW(image.write(0, Bytes{1}), Error);
}

TEST(BlockDevice, LeavesATailOutOfReach) {
    MemoryImage image(1300);
    const BlockDevice device(image);
    EXPECT_EQ(device.blocks(), 2u);
    EXPECT_EQ(device.where(1), "memory: block 1");
}

TEST(PartitionWindow, SeesOnlyItsOwnBlocks) {
    MemoryImage image(20 * 512);
    const BlockDevice device(image);
    PartitionWindow window(device, {3, 9}, 1024, "DH0");
    EXPECT_EQ(window.blocks(), 4u);
    EXPECT_EQ(window.offsetOf(1), 5u * 512);
    window.write(3, Bytes(1024, 7));
    EXPECT_EQ(image.bytes()[9 * 512], 7);
    EXPECT_EQ(image.bytes()[11 * 512], 0);
    EXPECT_THROW(window.read(4), FormatError);
    EXPECT_THROW(window.write(3, Bytes(1025)), FormatError);
    EXPECT_THROW(window.read(~std::uint64_t{0}), FormatError);
    EXPECT_EQ(window.where(2), "memory: DH0: block 2");
}

TEST(PartitionWindow, DoesNotLeaveTheDevice) {
    MemoryImage image(20 * 512);
    const BlockDevice device(image);
    EXPECT_NO_THROW(PartitionWindow(device, {0, 20}, 512));
    EXPECT_THROW(PartitionWindow(device, {1, 20}, 512), FormatError);
    EXPECT_THROW(PartitionWindow(device, {21, 0}, 512), FormatError);
    EXPECT_THROW(PartitionWindow(device, {1, ~std::uint64_t{0}}, 512), FormatError);
    EXPECT_THROW(PartitionWindow(device, {0, 20}, 700), FormatError);
    EXPECT_THROW(PartitionWindow(device, {0, 20}, 0), FormatError);
}

} // namespace
} // namespace uaescope::hardfiles
