#include "hardfiles/rdb_repair.h"

#include "hardfiles/error.h"
#include "hardfiles/rdb_editor.h"
#include "hardfiles/rigid_disk.h"
#include "hardfiles/root_repair.h"
#include "tests/hardfiles/handler_file.h"
#include "tests/hardfiles/made_hardfile.h"

#include <gtest/gtest.h>

namespace uaescope::hardfiles {
namespace {

using testing::codes;
using testing::handlerFile;
using testing::Made;
using testing::mib;
using testing::rdbOptions;

// Block 0 is the RDSK, 3 the FSHD, whose handler begins at 4; then come the partitions.
struct RdbRepairs : ::testing::Test {
    Made made{rdbOptions()};
    BlockDevice device{made.image};
    std::uint32_t part = 0, fshd = 0, lseg = 0;

    RdbRepairs() {
        RdbEditor editor(device);
        editor.addFileSystem({dosType(7), 45u << 16, handlerFile(300, "$VER: x 45.0"), "x"});
        editor.commit();
        part = longAt(device.read(0), 0x1c);
        fshd = longAt(device.read(0), 0x20);
        lseg = longAt(device.read(fshd), 0x48);
    }
    void set(std::uint32_t block, std::size_t offset, std::uint32_t value) {
        Bytes bytes = device.read(block);
        putLong(bytes, offset, value);
        device.write(block, bytes);
    }
    std::string faults() {
        Findings findings;
        const bool found = readRigidDisk(device, findings).has_value();
        return (found ? "" : "none ") + codes(findings);
    }
    // What is left to find after a repair, which must have changed nothing when it says that it did nothing.
    std::string repaired() {
        const auto before = made.image.writtenSectors();
        const Findings done = repairRdb(device);
        EXPECT_EQ(done.empty(), made.image.writtenSectors() == before);
        return faults();
    }
};

TEST_F(RdbRepairs, ChecksumsOfBlocksThatAreRightInAllElse) {
    EXPECT_EQ(repaired(), "");
    for (const std::uint32_t block : {0u, part, fshd}) {
        const Bytes before = device.read(block);
        set(block, 8, 0x12345678);
        EXPECT_NE(faults(), "");
        EXPECT_EQ(repaired(), "");
        EXPECT_EQ(device.read(block), before);
    }
}

TEST_F(RdbRepairs, ACodeBlockIsNotVouchedFor) {
    set(lseg, 0x40, 0x4e754e75);
    EXPECT_EQ(repaired(), ":bad-checksum ");
    set(fshd, 8, 1); // and so its header is not either
    EXPECT_EQ(repaired(), ":bad-checksum :bad-checksum ");
}

TEST_F(RdbRepairs, APartitionOfAnotherPlaceOrNameStaysDamaged) {
    const Bytes before = device.read(part);
    struct Change {
        std::size_t offset;
        std::uint32_t value;
    };
    for (const Change change : {Change{0xa4, 3},
                                {0xa8, 60},
                                {0x8c, 8},
                                {0xa4, 0xffffffff},
                                {0x24, 0},
                                {0x84, 256},
                                {0xc0, 0x444f5301},
                                {0x04, 3},
                                {0x04, 65},
                                {0x98, 3}}) {
        set(part, change.offset, change.value);
        EXPECT_EQ(repaired(), ":bad-checksum ") << change.offset;
        device.write(part, before);
    }
}

TEST_F(RdbRepairs, ADiskOfAnotherShapeStaysDamaged) {
    const Bytes before = device.read(0);
    struct Change {
        std::size_t offset;
        std::uint32_t value;
    };
    for (const Change change : {Change{0x10, 1024},
                                {0x1c, 9},
                                {0x1c, 0xffffffff},
                                {0x20, 1},
                                {0x40, 70000},
                                {0x44, 63},
                                {0x48, 0},
                                {0x88, 100},
                                {0x8c, 70000},
                                {0x90, 1},
                                {0x18, 2}}) {
        set(0, change.offset, change.value);
        EXPECT_EQ(repaired(), "none :bad-checksum ") << change.offset;
        device.write(0, before);
    }
}

TEST_F(RdbRepairs, APointerThatLosesBlocksIsNotSealed) {
    RdbEditor editor(device);
    editor.addFileSystem({dosType(5), 45u << 16, handlerFile(300, "$VER: y 45.0"), "y"});
    editor.commit();
    part = longAt(device.read(0), 0x1c);
    fshd = longAt(device.read(0), 0x20);
    lseg = longAt(device.read(fshd), 0x48);
    struct Change {
        std::uint32_t block;
        std::size_t offset;
        std::uint32_t value;
    };
    constexpr std::uint32_t end = 0xffffffff;
    for (const Change change : {Change{part, 0x10, end},                    // loses DH1
                                {fshd, 0x10, end},                          // the second file system
                                {0, 0x1c, longAt(device.read(part), 0x10)}, // DH0
                                {0, 0x20, end},                             // both file systems
                                {0, 0x20, longAt(device.read(fshd), 0x10)}, // the first
                                {fshd, 0x48, longAt(device.read(longAt(device.read(fshd), 0x10)), 0x48)}}) {
        const Bytes before = device.read(change.block);
        set(change.block, change.offset, change.value);
        const auto written = made.image.writtenSectors();
        try {
            repairRdb(device);
            ADD_FAILURE() << change.block << ' ' << change.offset;
        } catch (const FormatError& error) {
            EXPECT_NE(std::string(error.what()).find("'uaehdf rdb recover --dry-run'"), std::string::npos);
        }
        EXPECT_EQ(made.image.writtenSectors(), written);
        device.write(change.block, before);
    }
    for (const Change change : {Change{part, 0x10, 60}, {fshd, 0x10, 60}, {part, 0x10, part}}) {
        const Bytes before = device.read(change.block);
        set(change.block, change.offset, change.value);
        EXPECT_NE(repaired().find("bad-checksum"), std::string::npos) << change.block;
        device.write(change.block, before);
    }
    EXPECT_EQ(faults(), "");
}

TEST_F(RdbRepairs, BlocksOfBadBlockListsAndCodeCountToo) {
    for (const std::uint32_t id : {0x42414442u, 0x4c534547u}) {
        Bytes block(512);
        putLong(block, 0, id);
        putLong(block, 4, 64);
        putLong(block, 0x10, 0xffffffff);
        putChecksum(block, 8, 64);
        device.write(50, block);
        set(0, 0x98, id % 64); // the checksum is wrong now
        EXPECT_THROW(repairRdb(device), FormatError) << id;
        set(0, id == 0x42414442u ? 0x18 : 0x24, 50); // and here the block has its place
        EXPECT_EQ(repaired(), "") << id;
        set(0, id == 0x42414442u ? 0x18 : 0x24, 0xffffffff);
        device.write(50, Bytes(512));
        EXPECT_EQ(repaired(), "") << id;
    }
}

TEST_F(RdbRepairs, NumbersThatNobodyCanUseStayDamaged) {
    const Bytes before = device.read(part);
    struct Change {
        std::size_t offset;
        std::uint32_t value;
    };
    for (const Change change : {Change{0xac, 0}, {0xb4, 0}, {0xb8, 0}, {0xbc, 200}, {0xbc, 0x80000000}}) {
        set(part, change.offset, change.value);
        EXPECT_EQ(repaired(), ":bad-checksum ") << change.offset;
        device.write(part, before);
    }
    const Bytes rdsk = device.read(0);
    for (const std::uint32_t high : {1u, 0x7fffffffu}) {
        set(0, 0x84, high);
        EXPECT_EQ(repaired(), "none :bad-checksum ") << high;
        device.write(0, rdsk);
    }
}

TEST_F(RdbRepairs, SaysWhatNobodyConfirms) {
    set(part, 8, 1);
    EXPECT_EQ(
        repairRdb(device).at(0).message,
        "the checksum of the PART block of DH0 is made right; buffers, MaxTransfer, Mask, boot priority and flags "
        "are as they stand there, which nothing can confirm: look at them with 'uaehdf info --json'");
}

TEST_F(RdbRepairs, ABrokenRdskBeforeTheGoodOneStays) {
    Bytes rdsk = device.read(0);
    device.write(10, rdsk);
    rdsk[100] ^= 1;
    device.write(0, rdsk);
    EXPECT_EQ(repaired(), ":bad-checksum ");
}

TEST(RootRepair, TheChecksumWhenTheWholeVolumeAgrees) {
    CreateOptions options;
    options.size = mib;
    for (const std::size_t harm : {std::size_t{0}, std::size_t{512 - 196}, std::size_t{512 - 80}, std::size_t{24}}) {
        Made made(options);
        PartitionWindow window(BlockDevice(made.image), {0, mib / 512}, 512);
        const Bytes good = window.read(1024);
        Bytes root = good;
        root[20] ^= 0x40;                  // the checksum
        if (harm != 0) root[harm] ^= 0x40; // a bitmap page, the label's length or an entry
        window.write(1024, root);
        EXPECT_EQ(repairRoot(window, 2).size(), harm == 0 ? 1u : 0u) << harm;
        EXPECT_EQ(window.read(1024), harm == 0 ? good : root) << harm;
        EXPECT_TRUE(repairRoot(window, 2).empty());
    }
}

} // namespace
} // namespace uaescope::hardfiles
