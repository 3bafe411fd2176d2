// Small files that claim to be huge: what a verb needs in memory and in time depends on what is there, not on what is
// claimed.
#include "hardfiles/bytes.h"
#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/pfs_volume.h"
#include "hardfiles/rdb_blocks.h"
#include "hardfiles/rigid_disk.h"
#include "hardfiles/rigid_disk_layout.h"
#include "hardfiles/sfs_layout.h"
#include "hardfiles/vhd_image.h"
#include "hardfiles/vhd_layout.h"
#include "hardfiles/vhd_writer.h"
#include "tests/hardfiles/command.h"
#include "tests/hardfiles/pfs_builder.h"
#include "tests/hardfiles/sfs_builder.h"
#include "tests/hardfiles/sparse_image.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <filesystem>

namespace uaescope::hardfiles {
namespace {

using testing::PfsBuilder;
using testing::SfsBuilder;
using testing::SparseImage;

constexpr std::uint64_t claimed = std::uint64_t{2040} << 30;
constexpr auto claimedBlocks = static_cast<std::uint32_t>(claimed / 512);

void putWord(MutableBytes bytes, std::size_t offset, std::uint32_t value) {
    bytes[offset] = static_cast<std::uint8_t>(value >> 8);
    bytes[offset + 1] = static_cast<std::uint8_t>(value);
}

// All pages of the bitmap are one, in which every second block is free; and a file that says it has 4 GiB.
void makeFfs(Image& image) {
    const auto root = static_cast<std::uint32_t>(ffs::rootBlock(claimedBlocks, 2));
    const std::uint32_t page = root + 1, file = root + 2, firstExtension = root + 3;
    const auto write = [&](std::uint32_t block, ConstBytes bytes) { image.write(std::uint64_t{block} * 512, bytes); };
    Bytes bytes(512);
    putLong(bytes, 0, dosType(3).value());
    write(0, bytes);
    bytes.assign(512, 0x55);
    putChecksum(bytes, 0, 128);
    write(page, bytes);

    const std::uint64_t pages = ffs::bitmapPages(claimedBlocks, 2, 512);
    const std::uint64_t extensions = ffs::bitmapExtensions(pages, 512);
    for (std::uint32_t i = 0; i < extensions; ++i) {
        for (std::size_t slot = 0; slot < 127; ++slot) putLong(bytes, 4 * slot, page);
        putLong(bytes, 508, i + 1 == extensions ? 0 : firstExtension + i + 1);
        write(firstExtension + i, bytes);
    }

    bytes.assign(512, 0);
    putLong(bytes, ffs::at::type, ffs::typeHeader);
    putLong(bytes, ffs::at::ownKey, file);
    putLong(bytes, ffs::at::count, 72);
    putLong(bytes, ffs::at::firstData, 1000);
    for (std::uint32_t i = 0; i < 72; ++i) putLong(bytes, ffs::at::table + 4 * (71 - i), 1000 + i);
    putLong(bytes, 512 - ffs::fromEnd::size, 0xffffffff);
    putBstr(bytes, 512 - ffs::fromEnd::name, "file");
    putLong(bytes, 512 - ffs::fromEnd::parent, root);
    putLong(bytes, 512 - ffs::fromEnd::kind, static_cast<std::uint32_t>(ffs::kindFile));
    putChecksum(bytes, ffs::at::checksum, 128);
    write(file, bytes);

    bytes.assign(512, 0);
    putLong(bytes, ffs::at::type, ffs::typeHeader);
    putLong(bytes, ffs::at::hashSize, 72);
    putLong(bytes, ffs::at::table + 4 * ffs::hashSlot("file", dosType(3), 72), file);
    putLong(bytes, 512 - ffs::fromEnd::bitmapFlag, ffs::bitmapValid);
    for (std::size_t i = 0; i < 25; ++i) putLong(bytes, 512 - ffs::fromEnd::bitmapPages + 4 * i, page);
    putLong(bytes, 512 - ffs::fromEnd::bitmapExtension, firstExtension);
    putBstr(bytes, 512 - ffs::fromEnd::name, "Huge");
    putLong(bytes, 512 - ffs::fromEnd::kind, static_cast<std::uint32_t>(ffs::kindRoot));
    putChecksum(bytes, ffs::at::checksum, 128);
    write(root, bytes);
}

// One anode gives a file most of the disk.
void makePfs(Image& image) {
    PfsBuilder builder;
    const std::uint32_t file = builder.addFile(PfsBuilder::root(), "file", testing::pattern(3000));
    Bytes bytes = builder.bytes();
    const auto root = static_cast<std::size_t>(builder.offsetOf(pfs::rootBlock));
    putLong(bytes, root + pfs::root::diskSize, claimedBlocks);
    const std::size_t anodes = static_cast<std::size_t>(builder.offsetOf(builder.anodeBlock())) + pfs::anodes::entries;
    putLong(bytes, anodes + pfs::anodes::entry * (file & 0xffff), claimedBlocks - builder.anode(file & 0xffff).first);
    image.write(0, bytes);
}

// The reserved area takes half of the disk, and the root block with its bitmap 32 MiB.
void makePfsOfReserved(Image& image) {
    PfsBuilder builder;
    Bytes bytes = builder.bytes();
    const auto root = static_cast<std::size_t>(builder.offsetOf(pfs::rootBlock));
    putLong(bytes, root + pfs::root::diskSize, claimedBlocks);
    putLong(bytes, root + pfs::root::lastReserved, claimedBlocks / 2);
    putWord(bytes, root + pfs::root::cluster, 0xffff);
    image.write(0, bytes);
}

void makeSfs(Image& image) {
    SfsBuilder builder;
    const std::uint32_t file = builder.addFile(1, "file", testing::pattern(30000), 2);
    builder.addDirectory(1, "dir");
    Bytes bytes = builder.bytes();
    const MutableBytes root = MutableBytes(bytes).first(512);
    putLong(root, sfs::root::blocks, claimedBlocks);
    SfsBuilder::seal(root);
    const std::size_t tree = longAt(root, sfs::root::extents) * std::size_t{512};
    const MutableBytes extents = MutableBytes(bytes).subspan(tree, 512);
    for (std::uint32_t i = 0; i < wordAt(extents, sfs::extents::count); ++i)
        if (extents[sfs::extents::isLeaf] != 0)
            putWord(extents, sfs::extents::entries + sfs::extents::leafEntry * i + 12, 0xffff);
    SfsBuilder::seal(extents);
    ASSERT_NE(builder.firstDataOf(file), 0u);
    image.write(0, bytes);
}

// The RDB says that it owns the disk, and has a partition of all of it that is not formatted.
void makeRdb(Image& image) {
    RigidDisk disk;
    disk.heads = 16;
    disk.sectors = 63;
    disk.cylinders = claimedBlocks / 1008;
    disk.rdbBlocksHigh = claimedBlocks - 1;
    disk.highCylinder = disk.cylinders - 1;
    Bytes rdsk = rdskBlock(disk);
    putLong(rdsk, rdb::rdsk::partitionList, 1);
    putLong(rdsk, rdb::rdsk::highRdskBlock, 0xfffffffe);
    sealRdbBlock(rdsk);
    image.write(0, rdsk);
    RdbPartition partition;
    partition.driveName = "DH0";
    partition.envec.surfaces = 16;
    partition.envec.blocksPerTrack = 63;
    partition.envec.reserved = 2;
    partition.envec.lowCylinder = 1;
    partition.envec.highCylinder = disk.highCylinder;
    partition.envec.dosType = dosType(3);
    Bytes part = newRdbBlock(rdb::idPart);
    putPartition(part, partition);
    sealRdbBlock(part);
    image.write(512, part);
}

struct Hostile {
    const char* name;
    void (*make)(Image& image);
    const char* volume; // its label; none when there is none to be read
};

void PrintTo(const Hostile& hostile, std::ostream* out) { *out << hostile.name; }

void makeNothing(Image&) {}

// 192 MiB of addresses: libraries take 20 of them.
struct LittleMemory : Command {
    Ended limited(std::vector<std::string> words) const {
        words.insert(words.begin(), {"sh", "-c", "ulimit -v 196608; exec \"$@\"", "sh", UAEHDF});
        return run(words);
    }
};

struct HostileImage : LittleMemory, ::testing::WithParamInterface<Hostile> {};

TEST_P(HostileImage, NeedsLittleMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers need more addresses than the limit";
#endif
    SparseImage disk(claimed);
    GetParam().make(disk);
    const std::string vhd = folder / "a.vhd";
    {
        FileImage image(open(vhd.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600), vhd);
        DynamicVhdWriter writer(image, claimed);
        for (const auto& [sector, bytes] : disk.writtenSectors()) writer.write(sector * 512, bytes);
        writer.finish();
    }
    ASSERT_LT(std::filesystem::file_size(vhd), 32u << 20);
    const std::string label = GetParam().volume == nullptr ? "" : GetParam().volume;
    const auto expectSaid = [&](const std::vector<std::string>& words) {
        const Ended ended = limited(words);
        // A message of the program's own, not that the memory is at its end.
        EXPECT_LE(ended.status, 1) << words.front() << ": " << ended.err;
        EXPECT_EQ(ended.err.find("alloc"), std::string::npos) << words.front() << ": " << ended.err;
        return ended;
    };
    EXPECT_NE(expectSaid({"info", vhd}).out.find(label.empty() ? "winuae" : "'" + label + "'"), std::string::npos);
    expectSaid({"check", "--json", vhd});
    expectSaid({"check", "--repair", "--dry-run", vhd});
    expectSaid({"map", "--json", vhd});
    expectSaid({"map", "--png", folder / "map.png", vhd});
    expectSaid({"where", vhd, "1000000", std::to_string(claimed - 1)});
    const Ended listed = expectSaid({"ls", "-r", vhd, label.empty() ? "" : label + ":"});
    if (!label.empty()) {
        EXPECT_NE(listed.out.find("file"), std::string::npos);
    }
    if (!label.empty()) expectSaid({"blocks", vhd, label + ":file"});
    expectSaid({"rdb", "backup", vhd, folder / "backup"});
    expectSaid({"filesystem", "export", vhd, "DOS3", folder / "handler"});
    expectSaid({"convert", vhd, folder / "b.vhd"});
    EXPECT_LT(std::filesystem::file_size(folder / "b.vhd"), 32u << 20);
}

INSTANTIATE_TEST_SUITE_P(Kinds, HostileImage,
                         ::testing::Values(Hostile{"nothing", makeNothing, nullptr}, Hostile{"ffs", makeFfs, "Huge"},
                                           Hostile{"pfs", makePfs, "Pelt"}, Hostile{"sfs", makeSfs, "Smart"},
                                           Hostile{"reserved", makePfsOfReserved, nullptr},
                                           Hostile{"rdb", makeRdb, nullptr}),
                         [](const auto& kind) { return kind.param.name; });

TEST_F(LittleMemory, IsEnoughToEditAnRdbThatOwnsAllUpToAFarPartition) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers need more addresses than the limit";
#endif
    ASSERT_EQ(run({UAEHDF, "create", file, "--size", "2000G", "--rdb", "--partition", "DH0:1G:DOS3"}).status, 0);
    constexpr std::uint32_t farCylinder = 60'000;
    {
        FileImage image(file, FileImage::Access::readWrite);
        BlockDevice device(image);
        Findings findings;
        const RigidDisk disk = readRigidDisk(device, findings).value();
        const auto change = [&](std::uint32_t block, std::size_t offset, std::uint32_t value) {
            Bytes bytes = device.read(block);
            putLong(bytes, offset, value);
            putChecksum(bytes, rdb::checksum, longAt(bytes, rdb::summedLongs));
            device.write(block, bytes);
        };
        constexpr std::size_t lowCylinder = 9, highCylinder = 10; // longs of the DosEnvec
        change(disk.partitions[0].block, rdb::part::envec + 4 * lowCylinder, farCylinder);
        change(disk.partitions[0].block, rdb::part::envec + 4 * highCylinder, farCylinder + 100);
        change(disk.block, rdb::rdsk::rdbBlocksHigh, farCylinder * disk.heads * disk.sectors - 1);
    }
    const Ended set = limited({"partition", "set", file, "DH0", "bootable=yes"});
    EXPECT_EQ(set.status, 0) << set.err;
}

TEST(HostileVhd, RefusesATableOfMoreBlocksThanAnyDiskHas) {
    auto file = std::make_unique<SparseImage>(std::uint64_t{64} << 30); // as sparse on the host
    Bytes footer(512), header(1024);
    putText(footer, 0, vhd::footerCookie);
    putLong(footer, vhd::footer::dynamicHeader, 0);
    putLong(footer, vhd::footer::dynamicHeader + 4, 512);
    putLong(footer, vhd::footer::size, 0x1ff);
    putLong(footer, vhd::footer::type, vhd::typeDynamic);
    putLong(footer, vhd::footer::checksum, vhd::checksumOf(footer, vhd::footer::checksum));
    putText(header, 0, vhd::headerCookie);
    putLong(header, vhd::header::table + 4, 2048);
    putLong(header, vhd::header::entries, 0xffffffff);
    putLong(header, vhd::header::blockBytes, 512);
    putLong(header, vhd::header::checksum, vhd::checksumOf(header, vhd::header::checksum));
    file->write(512, header);
    file->write(file->size() - 512, footer);
    EXPECT_THROW(VhdImage image(std::move(file)), FormatError);
}

TEST(HostilePfs, RefusesMoreBlocksThanItCanCount) {
    SparseImage image(std::uint64_t{3} << 40);
    PfsBuilder builder;
    image.write(0, builder.bytes());
    Findings findings;
    const BlockDevice device(image);
    EXPECT_EQ(openVolume(device, {{0, device.blocks()}, 512, 2, "DH0", DosType(0x50465303)}, findings), nullptr);
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_NE(findings[0].message.find("the partition has 6442450944 blocks of 512 bytes, but PFS3 counts at most "
                                       "4294967295"),
              std::string::npos)
        << findings[0].message;
}

} // namespace
} // namespace uaescope::hardfiles
