// The verbs of uaehdf for disks with an RDB: partition, filesystem, rdb.
#include "hardfiles/ffs_format.h"
#include "hardfiles/rdb_blocks.h"
#include "hardfiles/rigid_disk.h"
#include "tests/hardfiles/command.h"
#include "tests/hardfiles/handler_file.h"

namespace uaescope::hardfiles {
namespace {

struct DiskCommand : Command {
    DiskCommand() {
        EXPECT_EQ(uaehdf({"create", file, "--size", "24M", "--rdb", "--partition", "DH0:8M:DOS3", "--partition",
                          "DH1:8M:DOS1"})
                      .status,
                  0);
    }
    std::string partedList() const { return run({"parted", "-s", file, "unit", "s", "print"}, {"LC_ALL=C"}).out; }
    std::string write(const char* name, const Bytes& bytes) const {
        std::ofstream(folder / name, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        return folder / name;
    }
};

// parted lists the partitions and takes offence at no checksum.
TEST_F(DiskCommand, EditsPartitions) {
    const Ended dry = uaehdf({"partition", "add", file, "DH2:5M:DOS3", "--dry-run"});
    EXPECT_EQ(dry.status, 0) << dry.err;
    EXPECT_NE(dry.out.find("DH2: 5 MiB"), std::string::npos) << dry.out;
    EXPECT_EQ(partedList().find("DH2"), std::string::npos);
    const Ended added = uaehdf({"partition", "add", file, "DH2:5M:DOS3:label=Third", "DH3:rest:PFS3", "--json"});
    EXPECT_EQ(added.status, 0) << added.err;
    EXPECT_NE(added.out.find("\"schema\": \"uaescope.hdf-partition/1\""), std::string::npos) << added.out;
    EXPECT_NE(uaehdf({"ls", file, "Third:"}).status, 2);
    EXPECT_EQ(uaehdf({"ls", file, "Third:"}).status, 0);
    EXPECT_EQ(uaehdf({"partition", "set", file, "DH2", "bootable=yes", "bootpri=3", "--position", "1"}).status, 0);
    EXPECT_EQ(uaehdf({"partition", "remove", file, "DH1"}).status, 0);
    const std::string list = partedList();
    EXPECT_EQ(list.find("Error"), std::string::npos) << list;
    const std::size_t third = list.find("DH2"); // number 1 in the list, whatever its place
    EXPECT_EQ(list[list.rfind('\n', third) + 2], '1') << list;
    EXPECT_EQ(list.find("DH1"), std::string::npos) << list;
    EXPECT_NE(list.find("boot"), std::string::npos) << list;
    EXPECT_NE(run({"disktype", file}).out.find("Drive name \"DH3\""), std::string::npos);
    // It comes back with its volume.
    const Ended back = uaehdf({"partition", "add", file, "DH1:8M:DOS1", "--no-format"});
    EXPECT_EQ(back.status, 0) << back.err;
    EXPECT_EQ(uaehdf({"ls", file, "DH1:"}).status, 0);
    EXPECT_EQ(uaehdf({"info", file}).status, 0);
}

TEST_F(DiskCommand, RefusesPartitionsThatCannotBe) {
    const std::string before = contents(file);
    const Ended shape = uaehdf({"partition", "set", file, "DH0", "block=1024"});
    EXPECT_EQ(shape.status, 1);
    EXPECT_NE(shape.err.find("holds the volume 'Work', whose contents could not be reached"), std::string::npos)
        << shape.err;
    EXPECT_EQ(uaehdf({"partition", "set", file, "DH0"}).status, 2);
    EXPECT_EQ(uaehdf({"partition", "set", file, "DH0", "high=1000", "--force"}).status, 2);
    EXPECT_EQ(uaehdf({"partition", "set", file, "DH7", "buffers=5"}).status, 1);
    for (const char* field : {"reserved=0", "mask=0", "maxtransfer=0", "buffers=0", "bootpri=200", "fs=DOS9"})
        EXPECT_EQ(uaehdf({"partition", "set", file, "DH0", field, "--force"}).status, 2) << field;
    EXPECT_EQ(uaehdf({"partition", "add", file, "DH0:5M:DOS3"}).status, 2);
    EXPECT_EQ(uaehdf({"partition", "add", file, "DH2:1G:DOS3"}).status, 2);
    EXPECT_EQ(uaehdf({"partition"}).status, 2);
    EXPECT_TRUE(contents(file) == before);
    EXPECT_EQ(uaehdf({"partition", "set", file, "DH0", "block=1024", "--force"}).status, 0);
    {
        FileImage image(file, FileImage::Access::readWrite);
        BlockDevice device(image);
        const std::uint32_t part = longAt(device.read(0), 0x1c);
        Bytes block = device.read(part);
        putLong(block, 0x80 + 6 * 4, 0); // Reserved
        putChecksum(block, 8, 64);
        device.write(part, block);
    }
    EXPECT_EQ(uaehdf({"format", file, "DH0", "--force"}).status, 2);
}

// Such a partition reaches further than its cylinders seem to say.
TEST_F(DiskCommand, DisksWithLargerSectorsAreNotEdited) {
    std::filesystem::remove(file);
    ASSERT_EQ(uaehdf({"create", file, "--size", "24M", "--rdb", "--partition", "DH0:4M:DOS3"}).status, 0);
    {
        FileImage image(file, FileImage::Access::readWrite);
        BlockDevice device(image);
        Bytes part = device.read(1);
        putLong(part, 0x80 + 4, 256); // SizeBlock: sectors of 1024 bytes, in which the cylinders count too
        putChecksum(part, 8, 64);
        device.write(1, part);
        const DosEnvec envec = readPartition(1, part).envec;
        PartitionWindow window(device, {*envec.firstSector() * 2, *envec.sectors() * 2}, 1024);
        formatVolume(window, {dosType(3), "Large", 2, {}});
    }
    ASSERT_NE(uaehdf({"info", file}).out.find("volume 'Large'"), std::string::npos);
    const std::string before = contents(file);
    for (const std::vector<std::string>& words : {std::vector<std::string>{"partition", "add", file, "DH1:rest:DOS3"},
                                                  {"partition", "set", file, "DH0", "bootpri=1"}}) {
        const Ended refused = uaehdf(words);
        EXPECT_EQ(refused.status, 1);
        EXPECT_NE(refused.err.find("in larger sectors"), std::string::npos) << refused.err;
    }
    EXPECT_TRUE(contents(file) == before);
}

// The contents of a removed partition may be wanted again, so nothing is formatted that cannot be entered.
TEST_F(DiskCommand, FormatsNothingWhenTheRdbHasNoRoom) {
    ASSERT_EQ(uaehdf({"partition", "remove", file, "DH1"}).status, 0);
    {
        FileImage image(file, FileImage::Access::readWrite);
        BlockDevice device(image);
        Bytes rdsk = device.read(0);
        putLong(rdsk, 0x84, 3); // RDBBlocksHi
        putLong(rdsk, 0xa4, 3); // HighRDSKBlock
        putChecksum(rdsk, 8, 64);
        device.write(0, rdsk);
    }
    const std::string before = contents(file);
    const Ended full = uaehdf({"partition", "add", file, "DH1:4M:DOS3", "DH2:2M:DOS3", "DH3:1M:DOS3"});
    EXPECT_EQ(full.status, 1);
    EXPECT_NE(full.err.find("more are needed"), std::string::npos) << full.err;
    EXPECT_TRUE(contents(file) == before);
    EXPECT_EQ(uaehdf({"partition", "add", file, "DH1:4M:DOS3", "DH2:2M:DOS3", "DH3:1M:DOS3", "--dry-run"}).status, 1);
}

TEST_F(DiskCommand, FormatsAPartition) {
    EXPECT_EQ(uaehdf({"format", file}).status, 1);
    EXPECT_EQ(uaehdf({"format", file, "DH1", "--fs", "DOS3"}).status, 2);
    EXPECT_EQ(uaehdf({"partition", "set", file, "DH1", "fs=DOS5", "block=1024", "--force"}).status, 0);
    EXPECT_EQ(uaehdf({"format", file, "dh1:", "--label", "Other"}).status, 1); // the old volume is there still
    const Ended made = uaehdf({"format", file, "dh1:", "--label", "Other", "--json", "--force"});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_NE(made.out.find("\"dos_type\": \"DOS\\\\5\""), std::string::npos) << made.out;
    EXPECT_EQ(uaehdf({"ls", file, "Other:"}).status, 0);
    EXPECT_EQ(uaehdf({"check", file}).status, 0);
}

TEST_F(DiskCommand, AnImageThatSomebodyHasOpenIsNotChanged) {
    const std::string before = contents(file);
    const Ended ended = run({"sh", "-c",
                             "exec 9<" + file + "; sleep 5 & " + std::string(UAEHDF) + " partition remove " + file +
                                 " DH0; s=$?; kill $!; exit $s"});
    EXPECT_EQ(ended.status, 1);
    EXPECT_NE(ended.err.find("has the image open"), std::string::npos) << ended.err;
    EXPECT_TRUE(contents(file) == before);
}

TEST_F(DiskCommand, KeepsFileSystemsInTheRdb) {
    const Bytes handler = testing::handlerFile(3000, "$VER: tinyfs 19.2 (2.10.2018)");
    const std::string source = write("tinyfs", handler);
    const Ended added = uaehdf({"filesystem", "add", file, "PFS3", source});
    EXPECT_EQ(added.status, 0) << added.err;
    EXPECT_NE(added.out.find("PFS\\3 19.2"), std::string::npos) << added.out;
    EXPECT_EQ(uaehdf({"filesystem", "add", file, "PFS3", source}).status, 2);
    EXPECT_EQ(uaehdf({"filesystem", "add", file, "PFS3", source, "--force", "--version", "20.1"}).status, 0);
    EXPECT_NE(uaehdf({"info", file}).out.find("file system PFS\\3 20.1"), std::string::npos);
    EXPECT_EQ(uaehdf({"filesystem", "export", file, "PFS3", folder / "copy"}).status, 0);
    EXPECT_TRUE(contents(folder / "copy") == contents(source));
    const std::string list = partedList();
    EXPECT_EQ(list.find("Error"), std::string::npos) << list;
    const Ended removed = uaehdf({"filesystem", "remove", file, "PFS3", "--json"});
    EXPECT_NE(removed.out.find("\"file_systems\": []"), std::string::npos) << removed.out << removed.err;
    EXPECT_EQ(uaehdf({"filesystem", "remove", file, "PFS3"}).status, 1);
    EXPECT_EQ(uaehdf({"filesystem", "add", file, "PFS3", write("text", Bytes(100, 'x'))}).status, 2);
    EXPECT_EQ(uaehdf({"filesystem", "add", file, "PFS3", write("old", testing::handlerFile(9, ""))}).status, 2);
}

TEST_F(DiskCommand, ARestoreDestroysNoVolumeUnlessItIsTold) {
    const std::string backup = folder / "rdb.bin", other = folder / "b.hdf";
    std::filesystem::remove(file);
    // Large enough for an RDB of two cylinders.
    ASSERT_EQ(
        uaehdf({"create", file, "--size", "40M", "--rdb", "--partition", "DH0:8M:DOS3", "--partition", "DH1:8M:DOS1"})
            .status,
        0);
    ASSERT_EQ(uaehdf({"rdb", "backup", file, backup}).status, 0);
    ASSERT_EQ(uaehdf({"create", other, "--size", "40M"}).status, 0);
    // A partition that begins where the backup goes.
    ASSERT_EQ(uaehdf({"partition", "remove", file, "DH0", "DH1"}).status, 0);
    {
        FileImage image(file, FileImage::Access::readWrite);
        BlockDevice device(image);
        Bytes rdsk = device.read(0);
        putLong(rdsk, 0x84, 20); // RDBBlocksHi
        putLong(rdsk, 0x88, 1);  // LoCylinder
        putLong(rdsk, 0xa4, 20); // HighRDSKBlock
        putChecksum(rdsk, 8, 64);
        device.write(0, rdsk);
    }
    ASSERT_EQ(uaehdf({"partition", "add", file, "DH5:4M:DOS3", "--at", "1"}).status, 0);
    for (const std::string& image : {file, other}) {
        const std::string before = contents(image);
        const Ended refused = uaehdf({"rdb", "restore", image, backup});
        EXPECT_EQ(refused.status, 1) << refused.err;
        EXPECT_NE(refused.err.find("--force"), std::string::npos) << refused.err;
        EXPECT_TRUE(contents(image) == before);
        const Ended forced = uaehdf({"rdb", "restore", image, backup, "--force"});
        EXPECT_EQ(forced.status, 0) << forced.err;
        EXPECT_NE(uaehdf({"info", image}).out.find("DH1: 8 MiB"), std::string::npos);
    }
}

// parted says whether the checksums are right, GRUB whether the root block's is.
TEST_F(DiskCommand, RepairsTheChecksumsThatAllElseVouchesFor) {
    const std::string good = contents(file);
    std::string damaged = good;
    damaged[8] ^= 1;           // of the RDSK block
    damaged[512 + 8] ^= 1;     // of DH0's block
    damaged[2 * 512 + 8] ^= 1; // of DH1's
    std::ofstream(file, std::ios::binary) << damaged;
    // The RDSK block is not believed while the others are wrong too.
    EXPECT_EQ(uaehdf({"check", file, "--repair", "--undo-file", folder / "undo0"}).status, 1);
    EXPECT_TRUE(contents(file) == damaged);

    damaged = good;
    damaged[2 * 512 + 8] ^= 1;
    const std::size_t root = std::size_t{128 + 8 * 2048 / 2} * 512; // of DH0, which begins after a cylinder
    ASSERT_EQ(damaged[root + 3], 2);
    damaged[root + 20] ^= 1;
    std::ofstream(file, std::ios::binary) << damaged;
    EXPECT_NE(run({"parted", "-s", file, "print"}, {"LC_ALL=C"}).err.find("Bad checksum"), std::string::npos);
    const Ended dry = uaehdf({"check", file, "--repair", "--dry-run"});
    EXPECT_EQ(dry.status, 0) << dry.out << dry.err;
    EXPECT_NE(dry.out.find("PART block of DH1"), std::string::npos) << dry.out;
    EXPECT_NE(dry.out.find("the root block's checksum"), std::string::npos) << dry.out;
    EXPECT_TRUE(contents(file) == damaged);
    EXPECT_EQ(uaehdf({"check", file, "--repair", "--undo-file", folder / "undo"}).status, 0);
    EXPECT_TRUE(contents(file) == good);
    EXPECT_EQ(uaehdf({"check", file, "--undo", folder / "undo"}).status, 0);
    EXPECT_TRUE(contents(file) == damaged);
}

TEST_F(DiskCommand, BadBlocksAreToldAndKept) {
    {
        FileImage image(file, FileImage::Access::readWrite);
        BlockDevice device(image);
        Bytes bad(512);
        putLong(bad, 0, 0x42414442);
        putLong(bad, 4, 128);
        putLong(bad, 0x10, 0xffffffff);
        putLong(bad, 0x18, 4711);
        putLong(bad, 0x1c, 48000);
        putLong(bad, 0x20, 0xffffffff);
        putChecksum(bad, 8, 128);
        device.write(9, bad);
        Bytes rdsk = device.read(0);
        putLong(rdsk, 0x18, 9);
        putLong(rdsk, 0xa4, 9);
        putChecksum(rdsk, 8, 64);
        device.write(0, rdsk);
    }
    const auto tell = [&] { return uaehdf({"info", file}).out; };
    EXPECT_NE(tell().find("  1 bad blocks: 4711 is in 48000\n"), std::string::npos) << tell();
    const Ended json = uaehdf({"info", file, "--json"});
    EXPECT_EQ(json.status, 0);
    EXPECT_NE(json.out.find("\"bad\": 4711"), std::string::npos) << json.out;
    EXPECT_EQ(uaehdf({"check", file}).status, 0);
    EXPECT_EQ(uaehdf({"rdb", "backup", file, folder / "b"}).status, 0);
    EXPECT_EQ(uaehdf({"partition", "add", file, "DH5:rest:DOS3"}).status, 0);
    EXPECT_NE(tell().find("4711 is in 48000"), std::string::npos) << tell();
    FileImage(file, FileImage::Access::readWrite).write(0, Bytes(20 * 512));
    EXPECT_EQ(uaehdf({"rdb", "restore", file, folder / "b"}).status, 0);
    EXPECT_NE(tell().find("4711 is in 48000"), std::string::npos) << tell();
}

TEST_F(DiskCommand, BacksUpRestoresAndRecoversTheRdb) {
    const std::string before = partedList(), backup = folder / "rdb.bin";
    EXPECT_EQ(uaehdf({"rdb", "backup", file, backup}).status, 0);
    EXPECT_EQ(uaehdf({"rdb", "backup", file, backup}).status, 1);
    FileImage(file, FileImage::Access::readWrite).write(0, Bytes(1024));
    EXPECT_EQ(uaehdf({"rdb", "restore", file, file}).status, 1);
    EXPECT_EQ(uaehdf({"rdb", "restore", file, backup}).status, 0);
    EXPECT_EQ(partedList(), before);

    FileImage(file, FileImage::Access::readWrite).write(512, Bytes(512)); // the block of DH0
    EXPECT_EQ(uaehdf({"rdb", "recover", file}).status, 2);
    const std::string damagedDisk = contents(file);
    for (const std::vector<std::string>& itself : {std::vector<std::string>{"rdb", "recover", file, "--backup", file},
                                                   {"rdb", "backup", file, file},
                                                   {"convert", file, file}}) {
        std::vector<std::string> words = itself;
        words.push_back("--force");
        EXPECT_NE(uaehdf(words).status, 0) << itself[0];
        EXPECT_TRUE(contents(file) == damagedDisk) << itself[0];
    }
    const Ended dry = uaehdf({"rdb", "recover", file, "--dry-run"});
    EXPECT_EQ(dry.status, 0) << dry.err;
    EXPECT_NE(dry.out.find("block 2: partition DH1"), std::string::npos) << dry.out;
    EXPECT_EQ(uaehdf({"rdb", "recover", file, "--backup", folder / "broken.bin"}).status, 0);
    const std::string list = partedList();
    EXPECT_NE(list.find("DH1"), std::string::npos) << list;
    EXPECT_EQ(list.find("Error"), std::string::npos) << list;
    EXPECT_EQ(uaehdf({"info", file}).status, 0);
}

} // namespace
} // namespace uaescope::hardfiles
