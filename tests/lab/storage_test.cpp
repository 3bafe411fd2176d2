#include "analyzer/lab/storage.h"

#include "analyzer/lab/error.h"
#include "hardfiles/create.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

fs::path madeDisk(const Scratch& scratch) {
    hardfiles::CreateOptions options;
    options.kind = hardfiles::HardfileKind::rdb;
    options.size = 8u << 20;
    hardfiles::PartitionOptions first;
    first.name = "FIRST";
    first.size = 3u << 20;
    hardfiles::PartitionOptions second;
    second.name = "SECOND";
    options.partitions = {first, second};
    hardfiles::createHardfile(scratch.path() / "disk.hdf", options);
    return scratch.path() / "disk.hdf";
}

TEST(Storage, FreshDirectoryIsAnEmptyFolder) {
    const Scratch scratch;
    const GuestStorage storage = prepareStorage(parseSetup("dir"), scratch.path(), StorageUse::copy);
    EXPECT_TRUE(fs::is_empty(storage.path));
    EXPECT_EQ(storage.volume, "DH1:");
    EXPECT_EQ(storage.settings.front(), KeyValue("hard_drive_1", storage.path));
}

TEST(Storage, FreshImagesAreSparseAndFormatted) {
    const Scratch scratch;
    const GuestStorage storage = prepareStorage(parseSetup("hdf"), scratch.path(), StorageUse::copy);
    EXPECT_EQ(contents(storage.path).substr(0, 4), std::string("DOS\3", 4));
    EXPECT_EQ(storage.volume, "DH1:");
}

TEST(Storage, BlocksOver512BytesGoThroughUaesOwnLine) {
    const Scratch scratch;
    const GuestStorage storage = prepareStorage(parseSetup("hdf:block=2048"), scratch.path(), StorageUse::copy);
    ASSERT_EQ(storage.rawLines.size(), 1u);
    EXPECT_EQ(storage.rawLines[0], "uae_hardfile2=rw,XH1:" + storage.path.string() + ",32,1,2,2048,-6,,uae");
    EXPECT_TRUE(storage.settings.empty());
    EXPECT_EQ(storage.volume, "XH1:");
}

TEST(Storage, ReadOnlyMediaAreUsedWhereTheyAre) {
    const Scratch scratch;
    const auto zip = scratch.file("files.zip", "PK\3\4");
    const GuestStorage archive = prepareStorage(parseSetup(zip), scratch.path(), StorageUse::copy);
    EXPECT_EQ(archive.path, zip);
    EXPECT_EQ(archive.volume, "DH1:");
    EXPECT_EQ(archive.settings.front(), KeyValue("hard_drive_1", zip));
    std::string iso(40000, '\0');
    const auto cd = scratch.file("cd.iso", iso.replace(32769, 5, "CD001"));
    const GuestStorage disc = prepareStorage(parseSetup(cd), scratch.path(), StorageUse::copy);
    EXPECT_EQ(disc.path, cd);
    EXPECT_EQ(disc.volume, "CD0:");
    EXPECT_EQ(disc.settings.front(), KeyValue("cdrom_drive_0", cd));
}

TEST(Storage, FloppyImageIsCopiedAndGoesIntoTheFirstDrive) {
    const Scratch scratch;
    std::string bytes(901120, '\0');
    const auto image = scratch.file("disk.adf", bytes.replace(0, 4, "DOS\1", 4));
    const GuestStorage storage = prepareStorage(parseSetup(image), scratch.path(), StorageUse::copy);
    EXPECT_EQ(contents(storage.path), bytes);
    EXPECT_NE(storage.path, image);
    EXPECT_EQ(storage.volume, "DF0:");
    EXPECT_EQ(storage.settings.front(), KeyValue("floppy_drive_0", storage.path));
}

TEST(Storage, ExistingFolderIsCopiedUnlessInPlace) {
    const Scratch scratch;
    const fs::path source = scratch.folder("source");
    writeTextFile(source / "note", "text");
    const auto setup = parseSetup(source);
    const GuestStorage copy = prepareStorage(setup, scratch.path(), StorageUse::copy);
    EXPECT_NE(copy.path, source);
    EXPECT_EQ(contents(copy.path / "note"), "text");
    EXPECT_EQ(prepareStorage(setup, scratch.path(), StorageUse::inPlace).path, source);
}

TEST(Storage, WhatALinkLeadsToIsCopiedAndNotTheLink) {
    const Scratch scratch;
    const fs::path disk = madeDisk(scratch);
    const fs::path folder = scratch.folder("source");
    for (const fs::path& original : {disk, folder}) {
        const fs::path link = scratch.path() / "link.hdf";
        fs::create_symlink(original, link);
        const fs::path place = scratch.folder(original == disk ? "first" : "second");
        const GuestStorage copy = prepareStorage(parseSetup(link), place, StorageUse::copy);
        EXPECT_FALSE(fs::is_symlink(copy.path)) << original;
        EXPECT_FALSE(fs::equivalent(copy.path, original)) << original;
        fs::remove(link);
    }
}

TEST(Storage, ExistingImageIsCopiedByteForByte) {
    const Scratch scratch;
    const fs::path disk = madeDisk(scratch);
    const GuestStorage copy = prepareStorage(parseSetup(disk), scratch.path(), StorageUse::copy);
    EXPECT_NE(copy.path, disk);
    EXPECT_EQ(contents(copy.path), contents(disk));
}

TEST(Storage, RdbVolumeIsTheFirstPartitionOrTheNamedOne) {
    const Scratch scratch;
    const fs::path disk = madeDisk(scratch);
    EXPECT_EQ(prepareStorage(parseSetup(disk), scratch.path(), StorageUse::inPlace).volume, "FIRST:");
    const auto second = parseSetup(disk.string() + ":partition=SECOND");
    EXPECT_EQ(prepareStorage(second, scratch.path(), StorageUse::inPlace).volume, "SECOND:");
    const auto third = parseSetup(disk.string() + ":partition=THIRD");
    EXPECT_EQ(messageOf<UsageError>([&] { prepareStorage(third, scratch.path(), StorageUse::inPlace); }),
              disk.string() + ": no partition 'THIRD'; there are FIRST, SECOND");
}

} // namespace
} // namespace uaescope::lab
