#include "analyzer/lab/setup.h"

#include "analyzer/lab/error.h"
#include "hardfiles/create.h"
#include "tests/lab/saved_handler.h"

#include <gtest/gtest.h>

namespace uaescope::lab {
namespace {

TEST(Setup, TakesTheThreeWords) {
    EXPECT_EQ(parseSetup("dir").kind, StorageKind::directory);
    EXPECT_EQ(parseSetup("hdf").kind, StorageKind::hardfile);
    EXPECT_EQ(parseSetup("rdb").kind, StorageKind::rdb);
    EXPECT_TRUE(parseSetup("rdb").isFresh());
    EXPECT_EQ(parseSetup("rdb").name, "rdb");
}

TEST(Setup, TakesOptionsAfterAColon) {
    const auto setup = parseSetup("rdb:fs=DOS1,block=1024,size=128M,buffers=100,controller=ide");
    EXPECT_EQ(setup.dosType, hardfiles::dosType(1));
    EXPECT_EQ(setup.blockBytes, 1024u);
    EXPECT_EQ(setup.bytes, std::uint64_t(128) << 20);
    EXPECT_EQ(setup.buffers, 100u);
    EXPECT_EQ(setup.controller, Controller::ide);
}

TEST(Setup, NamesOnlyWhatDiffersFromTheDefaultsInAFixedOrder) {
    EXPECT_EQ(parseSetup("rdb:controller=uae,size=64M,block=512,fs=DOS3").name, "rdb");
    EXPECT_EQ(parseSetup("rdb:size=1G,block=2048,fs=DOS1").name, "rdb:fs=DOS1,block=2048,size=1G");
}

TEST(Setup, FileStemHoldsNoCharacterThatAHostRefuses) {
    EXPECT_EQ(parseSetup("rdb:fs=DOS1,block=2048").fileStem(), "rdb_fs=DOS1,block=2048");
}

TEST(Setup, EqualSetupsGetDistinctNames) {
    const auto setups = parseSetups({"dir", "hdf", "dir", "dir"});
    EXPECT_EQ(setups[0].name, "dir");
    EXPECT_EQ(setups[2].name, "dir#2");
    EXPECT_EQ(setups[3].name, "dir#3");
}

TEST(Setup, UnknownWordListsTheKnownOnes) {
    EXPECT_EQ(messageOf<UsageError>([] { parseSetup("hfd"); }),
              "setup 'hfd': no such file or folder, and not one of the words dir, hdf, rdb");
}

TEST(Setup, UnknownOptionListsThoseThatApply) {
    EXPECT_EQ(messageOf<UsageError>([] { parseSetup("hdf:colour=red"); }),
              "setup 'hdf:colour=red': option 'colour=red' is not known here; it takes fs, block, size, controller");
    EXPECT_EQ(messageOf<UsageError>([] { parseSetup("dir:fs=DOS3"); }),
              "setup 'dir:fs=DOS3': option 'fs=DOS3' is not known here; it takes none");
}

TEST(Setup, OptionsNeedUsableValues) {
    for (const char* text : {"hdf:block=1000", "hdf:block=x", "hdf:size=", "hdf:size=0", "hdf:size=12Q", "hdf:fs=PFS3",
                             "rdb:buffers=0", "hdf:controller=scsi", "hdf:", "hdf:block", "rdb:fs=DOS5",
                             "hdf:block=1024,controller=ide", "hdf:size=10000G"})
        EXPECT_THROW(parseSetup(text), UsageError) << text;
}

TEST(Setup, TakesAHandlerWithItsDosType) {
    const Scratch scratch;
    const auto file = savedHandler(scratch, 10000);
    const auto setup = parseSetup("rdb:handler=" + file.string() + ",fs=pfs\\3,buffers=100");
    EXPECT_EQ(setup.dosType.value(), 0x50465303u);
    EXPECT_EQ(setup.handler, file);
    EXPECT_EQ(setup.name, "rdb:fs=PFS3,handler=testfs,buffers=100");
    EXPECT_EQ(parseSetup("rdb:fs=0x50465341,handler=" + file.string()).name, "rdb:fs=0x50465341,handler=testfs");
    EXPECT_EQ(parseSetup("rdb:fs=DOS3,handler=" + file.string()).name, "rdb:fs=DOS3,handler=testfs");
}

TEST(Setup, HandlersThatCannotBeUsedSayWhatToDo) {
    const Scratch scratch;
    const std::string file = savedHandler(scratch, 40000).string();
    const std::string text = scratch.file("letter", "dear").string();
    const std::string large = savedHandler(scratch, 70000, "large").string();
    const struct {
        std::string setup, why;
    } cases[] = {
        {"rdb:fs=PFS3", "fs=PFS3 needs its handler"},
        {"rdb:fs=DOS7", "fs=DOS7 needs its handler"},
        {"hdf:fs=PFS3", "rdb:fs=PFS3,handler=FILE"},
        {"hdf:fs=PFS3,handler=" + file, "a partition hardfile has no place for a handler"},
        {"dir:handler=" + file, "only a fresh RDB hardfile takes a handler"},
        {"rdb:handler=" + file, "needs the DosType that the handler is for"},
        {"rdb:fs=PFS,handler=" + file, "fs=PFS is no DosType"},
        {"rdb:fs=PFS3,handler=" + file + ".not", "there is no handler " + file + ".not"},
        {"rdb:fs=PFS3,handler=" + scratch.path().string(), "is no file"},
        {"rdb:fs=PFS3,handler=" + text, "expected an AmigaDOS load file"},
        {"rdb:fs=PFS3,handler=" + large, "UAE loads no handler of 262144 or more"},
        {"rdb:fs=PFS3,size=8M,handler=" + file, "use size=32M or more"},
    };
    for (const auto& one : cases) {
        const std::string message = messageOf<UsageError>([&] { parseSetup(one.setup); });
        EXPECT_NE(message.find("setup '" + one.setup + "': "), std::string::npos) << message;
        EXPECT_NE(message.find(one.why), std::string::npos) << message;
    }
    EXPECT_NO_THROW(parseSetup("rdb:fs=PFS3,size=32M,handler=" + file));
}

TEST(Setup, AHandlerForAnExistingDiskGoesIntoItsRdb) {
    const Scratch scratch;
    hardfiles::CreateOptions options;
    options.kind = hardfiles::HardfileKind::rdb;
    options.size = 8u << 20;
    hardfiles::createHardfile(scratch.path() / "disk.hdf", options);
    const std::string text = (scratch.path() / "disk.hdf").string() + ":handler=x";
    EXPECT_NE(messageOf<UsageError>([&] { parseSetup(text); }).find("'uaehdf filesystem add' puts one there"),
              std::string::npos);
}

TEST(Setup, ExistingFolderIsADirectory) {
    const Scratch scratch;
    const auto folder = scratch.folder("Work");
    const auto setup = parseSetup(folder.string() + "/");
    EXPECT_EQ(setup.kind, StorageKind::directory);
    EXPECT_EQ(setup.source, folder);
    EXPECT_EQ(setup.name, "Work");
}

TEST(Setup, ExistingImagesAreKnownByTheirFirstBlocks) {
    const Scratch scratch;
    hardfiles::CreateOptions options;
    options.size = 4u << 20;
    hardfiles::createHardfile(scratch.path() / "plain.hdf", options);
    options.kind = hardfiles::HardfileKind::rdb;
    hardfiles::createHardfile(scratch.path() / "disk.hdf", options);
    EXPECT_EQ(parseSetup(scratch.path() / "plain.hdf").kind, StorageKind::hardfile);
    EXPECT_EQ(parseSetup(scratch.path() / "disk.hdf").kind, StorageKind::rdb);
    const auto onIde = parseSetup((scratch.path() / "disk.hdf").string() + ":controller=ide");
    EXPECT_EQ(onIde.controller, Controller::ide);
    EXPECT_EQ(onIde.name, "disk.hdf:controller=ide");
}

TEST(Setup, FileNameMayHoldAColon) {
    const Scratch scratch;
    const auto folder = scratch.folder("a:b");
    EXPECT_EQ(parseSetup(folder).source, folder);
}

TEST(Setup, ImageWithoutFileSystemSaysWhatWasExpected) {
    const Scratch scratch;
    const auto image = scratch.file("blank.hdf", std::string(65536, '\0'));
    EXPECT_NE(messageOf<WorkError>([&] { parseSetup(image); }).find("expected a file system, found neither an RDB"),
              std::string::npos);
    const auto empty = scratch.file("empty.hdf", "");
    EXPECT_NE(messageOf<WorkError>([&] { parseSetup(empty); }).find("found nothing to read"), std::string::npos);
}

TEST(Setup, CharacterDevicesAreRefused) {
    EXPECT_EQ(messageOf<UsageError>([] { parseSetup("/dev/null", Devices::allowed); }),
              "setup '/dev/null': this is neither a folder nor an image file nor a block device");
}

// What an image is called as and what it holds.
struct Example {
    const char* name;
    std::string contents;
    StorageKind kind;
    Carrier carrier;
    const char* shown;
};

std::string withTextAt(std::size_t size, std::size_t offset, const std::string& text) {
    std::string bytes(size, '\0');
    return bytes.replace(offset, text.size(), text);
}

TEST(Setup, ExistingMediaAreKnownByTheirContents) {
    const std::string dos("DOS\3", 4);
    const std::vector<Example> examples = {
        {"disk.adf", withTextAt(901120, 0, dos), StorageKind::floppy, Carrier::file, "floppy image"},
        {"small.hdf", withTextAt(901120, 0, dos), StorageKind::hardfile, Carrier::file, "hardfile"},
        {"cd.iso", withTextAt(65536, 32769, "CD001"), StorageKind::cd, Carrier::file, "CD image"},
        {"files.zip", withTextAt(100, 0, "PK\3\4"), StorageKind::archive, Carrier::file, "zip archive"}};
    const Scratch scratch;
    for (const Example& example : examples) {
        const auto setup = parseSetup(scratch.file(example.name, example.contents));
        EXPECT_EQ(setup.kind, example.kind) << example.name;
        EXPECT_EQ(setup.carrier, example.carrier) << example.name;
        EXPECT_EQ(storageKindName(setup), example.shown) << example.name;
    }
}

TEST(Setup, MediaTakeOnlyTheOptionsThatMeanSomething) {
    const Scratch scratch;
    const std::string cd = scratch.file("cd.iso", withTextAt(65536, 32769, "CD001"));
    EXPECT_EQ(messageOf<UsageError>([&] { parseSetup(cd + ":controller=ide"); }),
              "setup '" + cd + ":controller=ide': option 'controller=ide' is not known here; it takes none");
}

TEST(Setup, ArchiveUnderAnotherNameAndCompressedImagesSayWhatToDo) {
    const Scratch scratch;
    const auto archive = scratch.file("files.dat", withTextAt(100, 0, "PK\3\4"));
    EXPECT_NE(messageOf<WorkError>([&] { parseSetup(archive); }).find("expected a name that ends with .zip"),
              std::string::npos);
    const auto packed = scratch.file("disk.hdf.gz", withTextAt(100, 0, "\x1f\x8b"));
    EXPECT_NE(messageOf<WorkError>([&] { parseSetup(packed); }).find("unpack it first"), std::string::npos);
}

} // namespace
} // namespace uaescope::lab
