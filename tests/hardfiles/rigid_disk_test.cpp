#include "hardfiles/rigid_disk.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace uaescope::hardfiles {
namespace {

constexpr std::size_t blocks = 200;

RdbPartition partition(const std::string& name, std::uint32_t low, std::uint32_t high) {
    RdbPartition entry;
    entry.driveName = name;
    entry.envec.surfaces = 1;
    entry.envec.blocksPerTrack = 10;
    entry.envec.lowCylinder = low;
    entry.envec.highCylinder = high;
    entry.envec.dosType = dosType(3);
    return entry;
}

RigidDisk disk() {
    RigidDisk disk;
    disk.cylinders = 20;
    disk.heads = 1;
    disk.sectors = 10;
    disk.rdbBlocksHigh = 9;
    disk.lowCylinder = 1;
    disk.highCylinder = 19;
    disk.vendor = "VENDOR";
    disk.product = "PRODUCT";
    disk.revision = "1.0";
    disk.partitions = {partition("DH0", 1, 9), partition("DH1", 10, 18), partition("DH2", 19, 19)};
    return disk;
}

// A disk in memory with three partitions in blocks 1 to 3.
struct Written {
    MemoryImage image{blocks * sectorSize, 0xe5};
    BlockDevice device{image};

    Written() { writeRigidDisk(device, disk()); }

    void setLong(std::uint64_t block, std::size_t offset, std::uint32_t value, bool fixSum = true) {
        Bytes bytes = device.read(block);
        putLong(bytes, offset, value);
        if (fixSum) putChecksum(bytes, 8, 64);
        device.write(block, bytes);
    }
    std::optional<RigidDisk> read(Findings& findings) const { return readRigidDisk(device, findings); }
};

std::vector<std::string> codes(const Findings& findings) {
    std::vector<std::string> codes;
    for (const Finding& finding : findings) codes.push_back(finding.code + "@" + std::to_string(finding.block));
    return codes;
}

using Codes = std::vector<std::string>;

TEST(RigidDisk, ComesBackAsWritten) {
    Written written;
    Findings findings;
    const auto read = written.read(findings);
    ASSERT_TRUE(read);
    EXPECT_TRUE(findings.empty());
    EXPECT_EQ(read->block, 0u);
    EXPECT_EQ(read->cylinders, 20u);
    EXPECT_EQ(read->vendor, "VENDOR");
    EXPECT_EQ(read->product, "PRODUCT");
    EXPECT_EQ(read->highRdskBlock, 3u);
    ASSERT_EQ(read->partitions.size(), 3u);
    EXPECT_EQ(read->partitions[1].driveName, "DH1");
    EXPECT_EQ(read->partitions[1].block, 2u);
    EXPECT_FALSE(read->partitions[1].bootable);
    EXPECT_TRUE(read->partitions[1].mounted);
    EXPECT_EQ(read->partitions[1].envec.firstSector(), 100u);
    EXPECT_EQ(read->partitions[1].envec.sectors(), 90u);
}

TEST(RigidDisk, EveryFieldOfTheEnvecComesBack) {
    DosEnvec envec;
    envec.tableSize = 19;
    envec.secOrg = 1;
    envec.surfaces = 2;
    envec.sectorPerBlock = 4;
    envec.blocksPerTrack = 5;
    envec.reserved = 6;
    envec.preAlloc = 7;
    envec.interleave = 8;
    envec.lowCylinder = 9;
    envec.highCylinder = 10;
    envec.numBuffers = 11;
    envec.bufMemType = 12;
    envec.maxTransfer = 13;
    envec.mask = 14;
    envec.bootPriority = -15;
    envec.dosType = dosType(5);
    envec.baud = 17;
    envec.control = 18;
    envec.bootBlocks = 19;
    Bytes bytes(dosEnvecBytes);
    putDosEnvec(bytes, 0, envec);
    const DosEnvec back = readDosEnvec(bytes, 0);
    Bytes again(dosEnvecBytes);
    putDosEnvec(again, 0, back);
    EXPECT_EQ(bytes, again);
    EXPECT_EQ(back.bootPriority, -15);
    EXPECT_EQ(back.bootBlocks, 19u);
}

TEST(RigidDisk, ShortEnvecHasNoFieldsPastItsEnd) {
    Bytes bytes(dosEnvecBytes, 0xff);
    putLong(bytes, 0, 11);
    EXPECT_EQ(readDosEnvec(bytes, 0).dosType, DosType(0));
    EXPECT_EQ(readDosEnvec(bytes, 0).numBuffers, 0xffffffffu);
    EXPECT_NO_THROW(readDosEnvec(Bytes(bytes.begin(), bytes.begin() + 48), 0));
    EXPECT_THROW(readDosEnvec(Bytes(bytes.begin(), bytes.begin() + 44), 0), capture::OutOfBounds);
}

TEST(RigidDisk, EnvecArithmeticDoesNotWrap) {
    DosEnvec envec;
    envec.surfaces = envec.blocksPerTrack = envec.highCylinder = 0xffffffff;
    EXPECT_EQ(envec.sectors(), std::nullopt);
    envec.lowCylinder = 0xffffffff;
    EXPECT_EQ(envec.firstSector(), std::nullopt);
    envec.sizeBlock = envec.sectorPerBlock = 0xffffffff;
    EXPECT_EQ(envec.blockSize(), std::nullopt);
    envec.highCylinder = 0;
    EXPECT_EQ(envec.sectors(), std::nullopt);
    envec.surfaces = 16;
    envec.blocksPerTrack = 63;
    envec.lowCylinder = 0x01000000;
    EXPECT_EQ(envec.firstSector(), std::uint64_t{0x01000000} * 16 * 63);
}

TEST(RigidDisk, DirtyMediaHaveOneRdbAfterwards) {
    Written written;
    // Copies of the disk's first block where other readers would look.
    const Bytes stale = written.device.read(0);
    for (const std::uint64_t block : {5, 15, 62}) written.device.write(block, stale);
    writeRigidDisk(written.device, disk());
    for (const std::uint64_t block : {5, 15, 62}) EXPECT_EQ(written.device.read(block), Bytes(sectorSize)) << block;
    eraseRigidDisk(written.device);
    Findings findings;
    EXPECT_FALSE(written.read(findings));
}

TEST(RigidDisk, IsFoundInAnyOfTheFirst63Blocks) {
    for (const std::uint64_t block : {1, 15, 16, 62}) {
        Written written;
        const Bytes first = written.device.read(0);
        written.device.write(0, Bytes(sectorSize));
        written.device.write(block, first);
        written.setLong(block, 0x1c, 0xffffffff);
        Findings findings;
        const auto read = written.read(findings);
        ASSERT_TRUE(read) << block;
        EXPECT_EQ(read->block, block);
        EXPECT_EQ(codes(findings), block < 16 ? Codes{} : Codes{"rdb-position@" + std::to_string(block)});
    }
}

TEST(RigidDisk, IsNotLookedForFurther) {
    Written written;
    const Bytes first = written.device.read(0);
    written.device.write(0, Bytes(sectorSize));
    written.device.write(63, first);
    Findings findings;
    EXPECT_FALSE(written.read(findings));
}

TEST(RigidDisk, TooShortAnImageHasNone) {
    for (const std::size_t size : {0u, 511u, 512u}) {
        MemoryImage image(size);
        Findings findings;
        EXPECT_FALSE(readRigidDisk(BlockDevice(image), findings)) << size;
    }
}

TEST(RigidDisk, BadMagicIsNone) {
    Written written;
    written.setLong(0, 0, 0x5244534c);
    Findings findings;
    EXPECT_FALSE(written.read(findings));
    EXPECT_TRUE(findings.empty());
}

TEST(RigidDisk, BadChecksumOfTheFirstBlockIsAFinding) {
    Written written;
    written.setLong(0, 0x40, 21, false);
    Findings findings;
    EXPECT_FALSE(written.read(findings));
    EXPECT_EQ(codes(findings), (Codes{"bad-checksum@0"}));
}

TEST(RigidDisk, ChecksumCannotReachPastTheBlock) {
    Written written;
    for (const std::uint32_t longs : {0u, 129u, 0xffffffffu}) {
        written.setLong(0, 4, longs);
        Findings findings;
        EXPECT_FALSE(written.read(findings)) << longs;
    }
}

TEST(RigidDisk, DiskSignatureOfWindowsIsReadPast) {
    Written written;
    written.setLong(0, 0xdc, 0x12345678, false);
    Findings findings;
    EXPECT_TRUE(written.read(findings));
    EXPECT_EQ(codes(findings), (Codes{"disk-signature@0"}));
}

TEST(RigidDisk, BadChecksumOfAPartitionIsAFindingAndTheChainGoesOn) {
    Written written;
    written.setLong(2, 0x94, 11, false);
    Findings findings;
    EXPECT_EQ(written.read(findings)->partitions.size(), 3u);
    EXPECT_EQ(codes(findings), (Codes{"bad-checksum@2"}));
}

TEST(RigidDisk, BadIdEndsTheChain) {
    Written written;
    written.setLong(2, 0, 0x4c534547);
    Findings findings;
    EXPECT_EQ(written.read(findings)->partitions.size(), 1u);
    EXPECT_EQ(codes(findings), (Codes{"bad-id@2"}));
    EXPECT_EQ(findings[0].message, "expected 'PART', found 'LSEG'");
}

TEST(RigidDisk, LoopInTheChainEndsIt) {
    Written written;
    written.setLong(3, 0x10, 1);
    Findings findings;
    EXPECT_EQ(written.read(findings)->partitions.size(), 3u);
    EXPECT_EQ(codes(findings), (Codes{"loop@3"}));
    written.setLong(1, 0x10, 1);
    findings.clear();
    EXPECT_EQ(written.read(findings)->partitions.size(), 1u);
    EXPECT_EQ(codes(findings), (Codes{"loop@1"}));
}

TEST(RigidDisk, PointerPastTheEndEndsTheChain) {
    Written written;
    written.setLong(1, 0x10, blocks);
    Findings findings;
    EXPECT_EQ(written.read(findings)->partitions.size(), 1u);
    EXPECT_EQ(codes(findings), (Codes{"out-of-range@1"}));
    written.setLong(0, 0x1c, 0xfffffffe);
    findings.clear();
    EXPECT_TRUE(written.read(findings)->partitions.empty());
    EXPECT_EQ(codes(findings), (Codes{"out-of-range@0"}));
}

TEST(RigidDisk, LengthOfADriveNameIsBounded) {
    Written written;
    written.setLong(1, 0x24, 0xff414243);
    Findings findings;
    EXPECT_EQ(written.read(findings)->partitions[0].driveName.size(), 31u);
}

TEST(RigidDisk, FileSystemsAreListed) {
    Written written;
    Bytes block(sectorSize);
    putText(block, 0, "FSHD");
    putLong(block, 4, 64);
    putLong(block, 0x10, 0xffffffff);
    putLong(block, 0x20, 0x50465303);
    putLong(block, 0x24, 19u << 16 | 2);
    putLong(block, 0x48, 0xffffffff);
    putChecksum(block, 8, 64);
    written.device.write(7, block);
    written.setLong(0, 0x20, 7);
    Findings findings;
    const auto read = written.read(findings);
    ASSERT_EQ(read->fileSystems.size(), 1u);
    EXPECT_EQ(read->fileSystems[0].dosType.text(), "PFS\\3");
    EXPECT_EQ(read->fileSystems[0].version, 19u << 16 | 2);
}

// A handler in blocks from 10 on, as long as it takes.
struct WithHandler : Written {
    explicit WithHandler(std::uint32_t count) {
        setLong(0, 0x20, 5);
        put(5, "FSHD");
        setLong(5, 0x10, 0xffffffff);
        setLong(5, 0x20, 0x50465303);
        setLong(5, 0x48, 10);
        for (std::uint32_t i = 0; i < count; ++i) {
            put(10 + i, "LSEG");
            setLong(10 + i, 0x10, i + 1 < count ? 11 + i : 0xffffffff);
        }
    }
    void put(std::uint64_t number, const char* id) {
        Bytes block(sectorSize);
        putText(block, 0, id);
        putLong(block, 4, 64);
        device.write(number, block);
    }
};

TEST(RigidDisk, SizeOfAHandlerIsThatOfItsBlocks) {
    Findings findings;
    const auto disk = WithHandler(3).read(findings);
    EXPECT_EQ(codes(findings), Codes{});
    ASSERT_EQ(disk->fileSystems.size(), 1u);
    EXPECT_EQ(disk->fileSystems[0].bytes, 3u * 492);
}

TEST(RigidDisk, HandlerThatIsBroken) {
    WithHandler written(5);
    written.setLong(12, 0x10, 10);
    Findings findings;
    written.read(findings);
    EXPECT_EQ(codes(findings), Codes{"loop@12"});
    written.setLong(12, 0, 0x50415254);
    findings.clear();
    written.read(findings);
    EXPECT_EQ(codes(findings), Codes{"bad-id@12"});
    written.setLong(5, 0x48, 100'000);
    findings.clear();
    written.read(findings);
    EXPECT_EQ(codes(findings), Codes{"out-of-range@5"});
}

TEST(RigidDisk, BadBlockListThatIsBroken) {
    Written written;
    written.setLong(0, 0x18, 1);
    Findings findings;
    written.read(findings);
    EXPECT_EQ(codes(findings), Codes{"bad-id@1"});
}

} // namespace
} // namespace uaescope::hardfiles
