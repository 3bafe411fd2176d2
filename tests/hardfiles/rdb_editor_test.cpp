#include "hardfiles/rdb_editor.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_format.h"
#include "hardfiles/json_writer.h"
#include "hardfiles/load_file.h"
#include "hardfiles/partition_fields.h"
#include "hardfiles/rdb_backup.h"
#include "hardfiles/rdb_output.h"
#include "hardfiles/rdb_plan.h"
#include "hardfiles/rdb_recovery.h"
#include "tests/hardfiles/crash_states.h"
#include "tests/hardfiles/handler_file.h"
#include "tests/hardfiles/made_hardfile.h"
#include "tests/hardfiles/volume_builder.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace uaescope::hardfiles {
namespace {

using testing::forCrashStates;
using testing::handlerFile;
using testing::LoggedImage;
using testing::Made;
using testing::mib;
using testing::rdbOptions;

struct Editing : ::testing::Test {
    CreateOptions options = rdbOptions(); // DH0 of 20 MiB, DH1 with the rest
    Editing() { options.partitions[1].size = 20 * mib; }

    static std::string names(const BlockDevice& device) {
        Findings findings;
        const auto disk = readRigidDisk(device, findings);
        std::string all;
        if (!disk) return "none";
        for (const RdbPartition& partition : disk->partitions) all += partition.driveName + " ";
        for (const RdbFileSystem& fileSystem : disk->fileSystems) all += fileSystem.dosType.text() + " ";
        for (const Finding& finding : findings) all += finding.code + "! ";
        return all;
    }
};

TEST_F(Editing, AddsChangesMovesAndRemovesPartitions) {
    Made made(options);
    const BlockDevice device(made.image);
    RdbEditor editor(device);
    editor.addPartition(editor.placePartition({.name = "DH2", .size = 5 * mib}));
    editor.addPartition(editor.placePartition({.name = "DH3", .dosType = DosType(0x50465303)}));
    editor.commit();
    EXPECT_EQ(names(device), "DH0 DH1 DH2 DH3 ");
    RdbPartition changed = editor.disk().partitions[2];
    setPartitionField(changed, "name=GAMES");
    setPartitionField(changed, "bootpri=-5");
    setPartitionField(changed, "maxtransfer=0x1fe00");
    setPartitionField(changed, "bootable=yes");
    editor.setPartition(2, changed);
    editor.movePartition(2, 0);
    editor.removePartition(editor.partitionNamed("dh1:"));
    editor.commit();
    EXPECT_EQ(names(device), "GAMES DH0 DH3 ");
    const Hardfile opened = made.open();
    EXPECT_EQ(opened.partitions()[0].rdb->envec.bootPriority, -5);
    EXPECT_TRUE(opened.partitions()[0].rdb->bootable);
    EXPECT_EQ(opened.partitions()[2].dosType.text(), "PFS\\3");
    EXPECT_TRUE(opened.partitions()[1].volume);
}

// Deleting the second of several partitions is where another program breaks the list.
TEST_F(Editing, RemovesAnyOfSevenPartitions) {
    options.partitions.clear();
    for (int i = 0; i < 7; ++i) options.partitions.push_back({.name = "P" + std::to_string(i), .size = 5 * mib});
    for (std::size_t gone = 0; gone < 7; ++gone) {
        Made made(options);
        const BlockDevice device(made.image);
        RdbEditor editor(device);
        editor.removePartition(gone);
        editor.commit();
        std::string expected;
        for (std::size_t i = 0; i < 7; ++i)
            if (i != gone) expected += "P" + std::to_string(i) + " ";
        EXPECT_EQ(names(device), expected);
        EXPECT_EQ(testing::codes(made.open().findings()), "");
    }
}

TEST_F(Editing, RefusesWhatWouldOverlapOrLeaveTheDisk) {
    Made made(options);
    RdbEditor editor{BlockDevice(made.image)};
    RdbPartition partition = editor.disk().partitions[0];
    partition.driveName = "DH9";
    EXPECT_THROW(editor.addPartition(partition), UsageError);
    partition = editor.disk().partitions[0];
    ++partition.envec.highCylinder;
    EXPECT_THROW(editor.setPartition(0, partition), UsageError);
    partition.envec.lowCylinder = 0;
    partition.envec.highCylinder = 1;
    EXPECT_THROW(editor.setPartition(0, partition), UsageError);
    partition = editor.disk().partitions[1];
    partition.envec.highCylinder = 1000000;
    EXPECT_THROW(editor.setPartition(1, partition), UsageError);
    partition = editor.disk().partitions[1];
    partition.driveName = "dh0";
    EXPECT_THROW(editor.setPartition(1, partition), UsageError);
    EXPECT_THROW(editor.placePartition({.name = "DH2", .size = 40 * mib}), UsageError);
    EXPECT_THROW(editor.placePartition({.name = "DH2", .size = 5 * mib}, 3), UsageError);
    EXPECT_THROW(editor.partitionNamed("DH7"), Error);
}

TEST_F(Editing, FieldsOfNonsenseAreRefused) {
    RdbPartition partition;
    for (const char* field : {"", "buffers", "buffers=", "buffers=-1", "buffers=x", "bootable=1", "block=1000",
                              "fs=FFS", "colour=red", "mask=0x", "buffers=99999999999"})
        EXPECT_THROW(setPartitionField(partition, field), UsageError) << field;
    EXPECT_EQ(setPartitionField(partition, "mask=0xfffffffe"), FieldKind::harmless);
    EXPECT_EQ(partition.envec.mask, 0xfffffffeu);
    EXPECT_EQ(setPartitionField(partition, "block=4096"), FieldKind::shape);
    EXPECT_EQ(partition.envec.blockSize(), 4096u);
}

TEST_F(Editing, KeepsWhatItDoesNotKnow) {
    Made made(options);
    BlockDevice device(made.image);
    made.setPartLong(2, 0x18, 0x12345678); // a reserved long of DH1's block
    made.setPartLong(0, 0x6c, 0x87654321); // and of the disk's
    Bytes bad(512);
    putLong(bad, 0, 0x42414442);
    putLong(bad, 4, 128);
    putLong(bad, 0x10, 0xffffffff);
    putChecksum(bad, 8, 128);
    device.write(3, bad);
    made.setPartLong(0, 0x18, 3);
    RdbEditor editor(device);
    editor.removePartition(0);
    editor.commit();
    const Bytes rdsk = device.read(0);
    EXPECT_EQ(longAt(rdsk, 0x6c), 0x87654321u);
    EXPECT_EQ(longAt(rdsk, 0x18), 3u);
    EXPECT_EQ(device.read(3), bad);
    EXPECT_EQ(longAt(device.read(longAt(rdsk, 0x1c)), 0x18), 0x12345678u);
}

// Chains that are neither partitions nor file systems: bad blocks, drive init code, and the boot code of Linux, for
// which the first reserved long is.
TEST_F(Editing, OtherChainsOfTheDiskStayWhereTheyAre) {
    struct Other {
        std::size_t list;
        std::uint32_t id;
    };
    for (const Other other : {Other{0x18, 0x42414442}, {0x24, 0x4c534547}, {0x28, 0x424f4f54}}) {
        Made made(options);
        BlockDevice device(made.image);
        std::vector<Bytes> chain(2);
        for (std::uint32_t i = 0; i < 2; ++i) {
            chain[i].assign(512, 0);
            putLong(chain[i], 0, other.id);
            putLong(chain[i], 4, 128);
            putLong(chain[i], 0x10, i == 0 ? 5 : 0xffffffff);
            putLong(chain[i], 0x1c, 77 + i);
            putChecksum(chain[i], 8, 128);
            device.write(3 + 2 * i, chain[i]);
        }
        made.setPartLong(0, other.list, 3);
        for (int i = 0; i < 3; ++i) {
            RdbEditor editor(device);
            editor.addPartition(editor.placePartition({.name = "NEW" + std::to_string(i), .size = 5 * mib}));
            editor.commit();
        }
        EXPECT_EQ(longAt(device.read(0), other.list), 3u);
        EXPECT_GE(longAt(device.read(0), 0x98), 5u);
        EXPECT_EQ(device.read(3), chain[0]) << other.list;
        EXPECT_EQ(device.read(5), chain[1]) << other.list;
        const Bytes backup = backupRdb(device);
        eraseRigidDisk(device);
        device.write(5, Bytes(512));
        restoreRdb(device, backup);
        EXPECT_EQ(device.read(5), chain[1]);
        device.write(longAt(device.read(0), 0x1c), Bytes(512)); // the first partition's block
        recoverRdb(device).editor.commit();
        EXPECT_EQ(longAt(device.read(0), other.list), 3u) << other.list;
        EXPECT_EQ(device.read(3), chain[0]) << other.list;
    }
}

// A table that ends early leaves the file system's defaults in force, which zeros behind it would not be.
TEST_F(Editing, ShortTablesStayShort) {
    Made made(options);
    BlockDevice device(made.image);
    made.setPartLong(1, 0x80, 11);
    for (std::size_t at = 0xb0; at < 0x100; at += 4) made.setPartLong(1, at, 0xabcdef01);
    const auto set = [&](const char* field) {
        RdbEditor editor(device);
        RdbPartition partition = editor.disk().partitions[0];
        setPartitionField(partition, field);
        editor.setPartition(0, partition);
        editor.commit();
        return device.read(longAt(device.read(0), 0x1c));
    };
    for (const char* field : {"name=GAMES", "bootable=yes", "buffers=100", "prealloc=0"}) {
        const Bytes part = set(field);
        EXPECT_EQ(longAt(part, 0x80), 11u) << field;
        EXPECT_EQ(longAt(part, 0xb4), 0xabcdef01u) << field;
    }
    const Bytes part = set("bootpri=5"); // long 15: those before it get what they are without being said
    EXPECT_EQ(longAt(part, 0x80), 15u);
    EXPECT_EQ(longAt(part, 0xb0), 0u);          // any memory
    EXPECT_EQ(longAt(part, 0xb4), 0x7fffffffu); // transfers of any length
    EXPECT_EQ(longAt(part, 0xb8), 0xfffffffeu); // at every even address
    EXPECT_EQ(longAt(part, 0xbc), 5u);
    EXPECT_EQ(longAt(part, 0xc0), 0xabcdef01u);
    EXPECT_EQ(longAt(set("mask=0xff"), 0x80), 15u);
    EXPECT_EQ(longAt(set("control=1"), 0xc0), 0x444f5300u); // DOS\0
}

TEST_F(Editing, LeavesAloneWhatStandsBeforeTheDisk) {
    Made made(options);
    BlockDevice device(made.image);
    device.write(4, device.read(0));
    device.write(0, Bytes(512, 0x33));
    for (int i = 0; i < 3; ++i) {
        RdbEditor editor(device);
        editor.movePartition(0, 1);
        editor.commit();
    }
    EXPECT_EQ(names(device), "DH1 DH0 ");
    EXPECT_EQ(device.read(0), Bytes(512, 0x33));
    EXPECT_EQ(device.read(3), Bytes(512, 0xa5));
}

// Without a boot block there would be no DosType to tell.
TEST_F(Editing, PartitionsWithoutABootBlockAreNotFormatted) {
    MemoryImage image(mib);
    PartitionWindow window(BlockDevice(image), {0, 2048}, 512);
    EXPECT_THROW(formatVolume(window, {.reserved = 0, .created = {}}), UsageError);
    EXPECT_EQ(image.bytes(), Bytes(mib));
}

TEST_F(Editing, FileSystemsComeBackAsTheyWent) {
    for (const std::size_t longs : {std::size_t{3}, std::size_t{123}, std::size_t{124}, std::size_t{10000}}) {
        Made made(options);
        const BlockDevice device(made.image);
        const Bytes handler = handlerFile(longs, "$VER: tiny 45.13 (1.2.2024)");
        EXPECT_EQ(versionOf(handler), 45u << 16 | 13);
        RdbEditor editor(device);
        editor.addFileSystem({DosType(0x50465303), 45u << 16 | 13, handler, "tiny"});
        editor.addFileSystem({dosType(7), 46u << 16, handlerFile(20, ""), "other"});
        editor.commit();
        EXPECT_EQ(names(device), "DH0 DH1 PFS\\3 DOS\\7 ");
        EXPECT_EQ(editor.handler(0), handler);
        EXPECT_THROW(editor.addFileSystem({dosType(7), 1, handlerFile(20, ""), ""}), UsageError);
        editor.removeFileSystem(1);
        editor.commit();
        EXPECT_EQ(names(device), "DH0 DH1 PFS\\3 ");
        EXPECT_EQ(RdbEditor(device).handler(0), handler);
        EXPECT_EQ(RdbEditor(device).disk().fileSystems[0].version, 45u << 16 | 13);
    }
}

TEST_F(Editing, RefusesFilesThatAreNoHandlers) {
    Made made(options);
    RdbEditor editor{BlockDevice(made.image)};
    const auto refused = [&](const Bytes& file) {
        EXPECT_THROW(editor.addFileSystem({dosType(7), 1, file, ""}), UsageError);
    };
    refused({});
    refused(Bytes(100));
    Bytes cut = handlerFile(30, "");
    cut.resize(cut.size() - 4);
    refused(cut);
    refused(handlerFile(70000, ""));
    EXPECT_FALSE(versionOf(handlerFile(30, "$VER: none here")));
    EXPECT_FALSE(versionOf(Bytes{}));
    EXPECT_EQ(versionOf(handlerFile(30, "$VER: pfs3aio 19.2")), 19u << 16 | 2);
    EXPECT_EQ(versionOf(handlerFile(30, "$VER: file 2 40.1 x")), 40u << 16 | 1);
}

TEST_F(Editing, AnAreaWithoutRoomIsLeftAsItIs) {
    Made made(options);
    made.setPartLong(0, 0x84, 20); // the area ends at block 20
    const auto before = made.image.writtenSectors();
    RdbEditor editor{BlockDevice(made.image)};
    editor.addFileSystem({dosType(7), 1, handlerFile(10000, ""), ""});
    EXPECT_THROW(editor.commit(), Error);
    EXPECT_EQ(made.image.writtenSectors(), before);
}

TEST_F(Editing, ADamagedAreaIsNotChanged) {
    Made made(options);
    BlockDevice device(made.image);
    Bytes block = device.read(2);
    block[0x30] ^= 1;
    device.write(2, block);
    EXPECT_THROW(RdbEditor{device}, FormatError);
    device.write(0, Bytes(512));
    EXPECT_THROW(RdbEditor{device}, FormatError);
}

// Whenever the machine stops, the disk is the old or the new one.
TEST_F(Editing, StopsAnywhereWithTheOldOrTheNewDisk) {
    const auto replay = [&](const std::function<void(RdbEditor&)>& change) {
        MemoryImage disk(static_cast<std::size_t>(hardfileSize(options)));
        formatImage(disk, options);
        {
            RdbEditor editor{BlockDevice(disk)};
            editor.addFileSystem({dosType(7), 1, handlerFile(300, ""), ""});
            editor.commit();
        }
        LoggedImage image(disk.bytes());
        const std::string before = names(BlockDevice(image));
        RdbEditor editor{BlockDevice(image)};
        change(editor);
        editor.commit();
        const std::string after = names(BlockDevice(image));
        EXPECT_NE(before, after);
        std::set<std::string> seen;
        forCrashStates(disk, image.writes, [&] { seen.insert(names(BlockDevice(disk))); });
        EXPECT_EQ(seen, (std::set<std::string>{before, after}));
        EXPECT_TRUE(disk.bytes() == image.bytes());
    };
    replay([](RdbEditor& editor) { editor.addPartition(editor.placePartition({.name = "DH2", .size = 5 * mib})); });
    replay([](RdbEditor& editor) { editor.removePartition(0); });
    replay([](RdbEditor& editor) { editor.movePartition(1, 0); });
    replay([](RdbEditor& editor) { editor.removeFileSystem(0); });
    replay([](RdbEditor& editor) { editor.addFileSystem({dosType(6), 1, handlerFile(3000, ""), ""}); });
}

// A restore that stops leaves the old RDB, none, or that of the backup, which can be put back again.
TEST_F(Editing, ARestoreStopsAnywhereWithoutAWrongRdb) {
    MemoryImage disk(static_cast<std::size_t>(hardfileSize(options)));
    formatImage(disk, options);
    const std::string backedUp = names(BlockDevice(disk));
    const Bytes backup = backupRdb(BlockDevice(disk));
    {
        RdbEditor editor{BlockDevice(disk)};
        editor.removePartition(0);
        editor.addFileSystem({dosType(7), 1, handlerFile(3000, ""), ""});
        editor.commit();
    }
    const std::string before = names(BlockDevice(disk));
    LoggedImage image(disk.bytes());
    restoreRdb(BlockDevice(image), backup);
    std::set<std::string> seen;
    forCrashStates(disk, image.writes, [&] { seen.insert(names(BlockDevice(disk))); });
    EXPECT_EQ(seen, (std::set<std::string>{before, "none", backedUp}));
    EXPECT_EQ(names(BlockDevice(disk)), backedUp);
}

TEST_F(Editing, ABackupBringsTheAreaBack) {
    Made made(options);
    BlockDevice device(made.image);
    const Bytes backup = backupRdb(device);
    RdbEditor editor(device);
    editor.removePartition(0);
    editor.addFileSystem({dosType(7), 1, handlerFile(3000, ""), ""});
    editor.commit();
    restoreRdb(device, backup);
    EXPECT_EQ(names(device), "DH0 DH1 ");
    EXPECT_EQ(backupRdb(device), backup);
    device.write(0, Bytes(512));
    EXPECT_THROW(backupRdb(device), FormatError);
    restoreRdb(device, backup);
    EXPECT_EQ(names(device), "DH0 DH1 ");
}

TEST_F(Editing, ABackupThatDoesNotFitIsRefused) {
    Made made(options);
    BlockDevice device(made.image);
    const Bytes backup = backupRdb(device);
    const auto refused = [&](Bytes bytes) { EXPECT_THROW(restoreRdb(device, bytes), FormatError); };
    refused({});
    refused(Bytes(512));
    refused(Bytes(backup.begin(), backup.begin() + 1024)); // a chain leads out of it
    refused(Bytes(backup.begin(), backup.end() - 1));
    refused(Bytes(backup.begin(), backup.end() - 512)); // every block that is in use is there
    Bytes longer = backup;
    longer.resize(backup.size() + 512);
    refused(longer);
    Bytes damaged = backup;
    damaged[2 * 512 + 0x30] ^= 1;
    refused(damaged);
    testing::SparseImage smaller(20 * mib);
    EXPECT_THROW(restoreRdb(BlockDevice(smaller), backup), FormatError);
    EXPECT_EQ(names(device), "DH0 DH1 ");
}

TEST_F(Editing, RecoversPartitionsBehindABreak) {
    options.partitions = {
        {.name = "A", .size = 5 * mib}, {.name = "B", .size = 5 * mib}, {.name = "C", .size = 5 * mib}};
    Made made(options);
    BlockDevice device(made.image);
    {
        RdbEditor editor(device);
        editor.addFileSystem({dosType(7), 1, handlerFile(3000, ""), ""});
        editor.commit();
    }
    const std::uint32_t first = longAt(device.read(0), 0x1c);
    device.write(first, Bytes(512));
    RdbRecovery recovery = recoverRdb(device);
    EXPECT_EQ(recovery.notes.size(), 3u); // B, C and the file system
    recovery.editor.commit();
    EXPECT_EQ(names(device), "B C DOS\\7 ");
    EXPECT_EQ(testing::codes(made.open().findings()), "");
    EXPECT_EQ(RdbEditor(device).handler(0), handlerFile(3000, ""));

    device.write(0, Bytes(512));
    recoverRdb(device).editor.commit();
    EXPECT_EQ(names(device), "B C DOS\\7 ");
    const Hardfile whole = made.open();
    for (const Partition& partition : whole.partitions()) EXPECT_TRUE(partition.volume) << partition.name;
}

// A partition may hold an image of another disk, whose PART blocks are nothing but contents here.
TEST_F(Editing, RecoveryLeavesTheContentsOfPartitionsAlone) {
    options.partitions = {
        {.name = "A", .size = 5 * mib}, {.name = "B", .size = 5 * mib}, {.name = "C", .size = 5 * mib}};
    Made other(options);
    const Bytes foreign = BlockDevice(other.image).read(3);
    options.partitions = {{.name = "A", .size = 5 * mib}, {.name = "B", .size = 5 * mib}};
    Made made(options);
    BlockDevice device(made.image);
    const std::uint64_t place = made.open().partitions().front().sectors.first + 10;
    device.write(place, foreign);
    device.write(0, Bytes(512));
    recoverRdb(device).editor.commit();
    EXPECT_EQ(names(device), "A B ");
    EXPECT_EQ(device.read(place), foreign);
}

TEST(RdbPlan, ACylinderLargerThanTheDiskIsRefused) {
    RigidDisk disk;
    disk.heads = 0x80000000;
    disk.sectors = 0x01000000;
    EXPECT_THROW(placePartition(disk, 100000, {.name = "DH0", .size = 1 << 20}, std::nullopt), UsageError);
}

// Left in front of the good one, it would make every later edit believe that the disk is damaged.
TEST_F(Editing, RecoveryClearsADamagedRdskBeforeTheGoodOne) {
    Made made(options);
    BlockDevice device(made.image);
    const std::string before = names(device);
    Bytes rdsk = device.read(0);
    device.write(5, rdsk);
    rdsk[100] ^= 1;
    device.write(0, rdsk);
    EXPECT_THROW(RdbEditor{device}, FormatError);
    recoverRdb(device).editor.commit();
    EXPECT_EQ(device.read(0), Bytes(512));
    EXPECT_EQ(names(device), before);
}

TEST_F(Editing, PartitionsInsideOfABackupAreNamed) {
    Made made(options);
    const std::uint64_t first = made.open().partitions().front().sectors.first;
    EXPECT_EQ(partitionInside(BlockDevice(made.image), first), std::nullopt);
    EXPECT_EQ(partitionInside(BlockDevice(made.image), first + 1), "DH0");
}

TEST_F(Editing, WhatCouldNotBePutBackIsNoBackup) {
    Made made(options);
    made.setPartLong(1, 0x80 + 9 * 4, 0); // the first cylinder: the partition begins in the RDB
    EXPECT_THROW(backupRdb(BlockDevice(made.image)), FormatError);
}

TEST_F(Editing, RecoveryBreaksCircles) {
    Made made(options);
    BlockDevice device(made.image);
    made.setPartLong(2, 0x10, 1); // DH1 leads back to DH0
    EXPECT_EQ(names(device), "DH0 DH1 loop! ");
    recoverRdb(device).editor.commit();
    EXPECT_EQ(names(device), "DH0 DH1 ");
}

Bytes bootCode() {
    Bytes code = testing::pattern(512);
    code[510] = 0x55;
    code[511] = 0xaa;
    return code;
}

TEST_F(Editing, RecoveryKeepsBootCodeAndEverythingElseThatIsNotOfAnRdb) {
    Made made(options);
    BlockDevice device(made.image);
    for (const std::uint64_t foreign : {0, 4, 6}) device.write(foreign, bootCode());
    recoverRdb(device).editor.commit();
    EXPECT_EQ(names(device), "DH0 DH1 ");
    for (const std::uint64_t foreign : {0, 4, 6}) EXPECT_EQ(device.read(foreign), bootCode()) << foreign;
    EXPECT_EQ(longAt(device.read(3), 0), 0x5244534bu); // 1 and 2 were those of the partitions
}

TEST_F(Editing, RecoveryPutsARdskWhereTheDamagedOneStands) {
    Made made(options);
    BlockDevice device(made.image);
    Bytes rdsk = device.read(0);
    rdsk[0x90] ^= 1;
    device.write(0, Bytes(512));
    device.write(9, rdsk);
    recoverRdb(device).editor.commit();
    EXPECT_EQ(names(device), "DH0 DH1 ");
    EXPECT_EQ(device.read(0), Bytes(512));
    EXPECT_EQ(longAt(device.read(9), 0), 0x5244534bu);
}

TEST_F(Editing, RecoveryWithoutABlankBlockIsRefused) {
    Made made(options);
    BlockDevice device(made.image);
    for (std::uint64_t block = 0; block < 16; ++block)
        if (block != 1 && block != 2) device.write(block, bootCode());
    const auto written = made.image.writtenSectors();
    EXPECT_THROW(recoverRdb(device), Error);
    EXPECT_EQ(made.image.writtenSectors(), written);
}

TEST_F(Editing, FieldsThatNobodyCanUseAreRefused) {
    RdbPartition partition;
    for (const char* field : {"bootpri=128", "bootpri=-129", "mask=0", "maxtransfer=0", "maxtransfer=511", "buffers=0",
                              "buffers=1000001", "reserved=0", "reserved=1025", "fs=DOS8", "fs=DOS9", "fs=0x444f53ff"})
        EXPECT_THROW(setPartitionField(partition, field), UsageError) << field;
    EXPECT_EQ(partition.envec.mask, DosEnvec{}.mask); // and nothing is changed
    for (const char* field : {"bootpri=127", "bootpri=-128", "maxtransfer=512", "buffers=1", "reserved=1", "fs=DOS7"})
        setPartitionField(partition, field);
    partition.envec.mask = 0; // of before: no reason to refuse anything else
    setPartitionField(partition, "buffers=50");
    EXPECT_EQ(partition.envec.numBuffers, 50u);
    EXPECT_THROW(setPartitionField(partition, "bootpri=999"), UsageError);
}

TEST_F(Editing, ATableWithoutBuffersGetsThirty) {
    RdbPartition partition;
    partition.driveName = "DH0";
    partition.bootable = true;
    partition.envec.tableSize = 10;
    partition.envec.numBuffers = 0;
    EXPECT_EQ(partitionText(partition, 0), "DH0: 0 bytes at offset 0, cylinders 0 to 0, DosType not given, buffers not "
                                           "given, boot priority not given");
    setPartitionField(partition, "bootpri=3");
    EXPECT_EQ(partition.envec.numBuffers, 30u);
    JsonWriter json;
    json.beginObject();
    writePartition(json, partition);
    json.endObject();
    EXPECT_NE(json.text().find("\"baud\": null"), std::string::npos) << json.text();
    EXPECT_NE(json.text().find("\"buffers\": 30"), std::string::npos) << json.text();
}

TEST_F(Editing, NothingIsRecoveredFromNothing) {
    MemoryImage image(mib);
    EXPECT_THROW(recoverRdb(BlockDevice(image)), FormatError);
}

} // namespace
} // namespace uaescope::hardfiles
