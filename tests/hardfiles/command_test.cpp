// The uaehdf program as people and scripts use it.
#include "hardfiles/create.h"
#include "tests/hardfiles/handler_file.h"
#include "tests/hardfiles/program.h"
#include "tests/hardfiles/temporary_folder.h"
#include "tests/hardfiles/volume_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace uaescope::hardfiles {
namespace {

using testing::Ended;
using testing::pattern;
using testing::run;
using testing::TemporaryFolder;
using testing::VolumeBuilder;

struct Command : ::testing::Test {
    TemporaryFolder folder;
    std::string file = folder / "a.hdf";

    static Ended uaehdf(std::vector<std::string> words) {
        words.insert(words.begin(), UAEHDF);
        return run(words);
    }
    // An image with dir/data and a name with an accent.
    void makeVolume() const {
        CreateOptions options;
        options.size = 1 << 20;
        createHardfile(file, options);
        FileImage image(file, FileImage::Access::readWrite);
        VolumeBuilder builder(PartitionWindow(BlockDevice(image), {0, 2048}, 512),
                              {dosType(3), "Work", 2, {17000, 60, 0}});
        const std::uint32_t directory = builder.addDirectory(builder.root(), "dir");
        builder.addFile(directory, "data", pattern(3000));
        builder.addFile(builder.root(),
                        "\xdc"
                        "ber",
                        pattern(5));
    }
};

std::string contents(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST_F(Command, CreatesAPartitionHardfile) {
    const Ended made =
        uaehdf({"create", file, "--size", "8M", "--fs", "DOS1", "--block-size", "1024", "--label", "Data"});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(made.out, file + ": 8 MiB (8388608 bytes), partition hardfile\n"
                               "  volume 'Data', DOS\\1 (FFS), 8 MiB in blocks of 1024 bytes\n");
    const Ended info = uaehdf({"info", file});
    EXPECT_EQ(info.status, 0) << info.err;
    EXPECT_NE(info.out.find("volume 'Data', DOS\\1 (FFS), 8192 blocks of 1024 bytes, root block 4096"),
              std::string::npos);
}

TEST_F(Command, CreatesAnRdbHardfile) {
    const Ended made = uaehdf({"create", file, "--size", "1G", "--rdb", "--partition", "DH0:500M:DOS3", "--partition",
                               "DH1:rest:DOS1", "--json"});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_NE(made.out.find("\"schema\": \"uaescope.hdf-create/1\""), std::string::npos);
    const Ended info = uaehdf({"info", file, "--json"});
    EXPECT_EQ(info.status, 0) << info.err;
    for (const char* member :
         {"\"schema\": \"uaescope.hdf-info/1\"", "\"container\": \"raw\"", "\"name\": \"DH1\"",
          "\"dos_type\": \"DOS\\\\1\"", "\"block_size\": 512", "\"fs-uae\": {", "\"findings\": []"})
        EXPECT_NE(info.out.find(member), std::string::npos) << member << '\n' << info.out;
}

TEST_F(Command, ReplacesOnlyWithForce) {
    std::ofstream(file) << "precious";
    const Ended refused = uaehdf({"create", file, "--size", "1M"});
    EXPECT_EQ(refused.status, 1);
    EXPECT_EQ(refused.err, "uaehdf: " + file + ": the file exists; choose another name, or replace it with --force\n");
    EXPECT_EQ(contents(file), "precious");
    EXPECT_EQ(uaehdf({"create", file, "--size", "1M", "--force"}).status, 0);
    EXPECT_EQ(std::filesystem::file_size(file), 1u << 20);
}

TEST_F(Command, WrongUsageIsStatus2AndLeavesNothing) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                  {"nonsense"},
                                                  {"create", file},
                                                  {"create", file, "--size", "-5"},
                                                  {"create", file, "--size", "64X"},
                                                  {"create", file, "--size", "0"},
                                                  {"create", file, "--size", "100"},
                                                  {"create", file, "--size", "99999999999999999999"},
                                                  {"create", file, "--size", "1M", "--fs", "PFS3"},
                                                  {"create", file, "--size", "1M", "--block-size", "1000"},
                                                  {"create", file, "--size", "1M", "--label", "a:b"},
                                                  {"create", file, "--size", "1M", "--label", "\u20ac"},
                                                  {"create", file, "--size", "1M", "--partition", "DH0:1M"},
                                                  {"create", file, "--size", "64M", "--rdb", "--partition", "DH0:1G"},
                                                  {"info"},
                                                  {"ls"},
                                                  {"check"},
                                                  {"where", file},
                                                  {"where", file, "12x"},
                                                  {"where", file, "-1"},
                                                  {"blocks", file},
                                                  {"map", file, "--columns", "0"},
                                                  {"get", file}}) {
        const Ended ended = uaehdf(words);
        EXPECT_EQ(ended.status, 2) << (words.empty() ? "" : words.back());
        EXPECT_FALSE(ended.err.empty() && ended.out.empty());
    }
    EXPECT_EQ(folder.entries(), 0u);
}

TEST_F(Command, MissingFoldersAreStatus3AndLeaveNothing) {
    const Ended ended = uaehdf({"create", folder / "none/a.hdf", "--size", "1M"});
    EXPECT_EQ(ended.status, 3);
    EXPECT_NE(ended.err.find("does not exist; make it first"), std::string::npos) << ended.err;
    EXPECT_EQ(folder.entries(), 0u);
}

TEST_F(Command, FileSizeLimitIsStatus3AndLeavesNothing) {
    const Ended ended = run({"prlimit", "--fsize=100000", UAEHDF, "create", file, "--size", "1M"});
    EXPECT_EQ(ended.status, 3);
    EXPECT_NE(ended.err.find("does not allow so large a file"), std::string::npos) << ended.err;
    EXPECT_EQ(folder.entries(), 0u);
}

TEST_F(Command, DevicesAreRefused) {
    EXPECT_EQ(uaehdf({"create", "/dev/null", "--size", "1M", "--force"}).status, 1);
    EXPECT_EQ(uaehdf({"info", "/dev/zero"}).status, 1);
}

TEST_F(Command, HelpFitsAScreen) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"--help"},
                                                  {"create", "--help"},
                                                  {"info", "--help"},
                                                  {"ls", "--help"},
                                                  {"get", "--help"},
                                                  {"put", "--help"},
                                                  {"mkdir", "--help"},
                                                  {"rm", "--help"},
                                                  {"mv", "--help"},
                                                  {"check", "--help"},
                                                  {"map", "--help"},
                                                  {"where", "--help"},
                                                  {"blocks", "--help"},
                                                  {"format", "--help"},
                                                  {"convert", "--help"},
                                                  {"partition", "--help"},
                                                  {"partition", "add", "--help"},
                                                  {"partition", "remove", "--help"},
                                                  {"partition", "set", "--help"},
                                                  {"filesystem", "--help"},
                                                  {"filesystem", "add", "--help"},
                                                  {"filesystem", "remove", "--help"},
                                                  {"filesystem", "export", "--help"},
                                                  {"rdb", "--help"},
                                                  {"rdb", "backup", "--help"},
                                                  {"rdb", "restore", "--help"},
                                                  {"rdb", "recover", "--help"}}) {
        const Ended help = uaehdf(words);
        EXPECT_EQ(help.status, 0);
        EXPECT_LE(std::count(help.out.begin(), help.out.end(), '\n'), 24) << help.out;
        EXPECT_GE(std::count(help.out.begin(), help.out.end(), '\n'), 5) << help.out;
    }
}

TEST_F(Command, InfoOfADamagedImageIsStatus1) {
    makeVolume();
    {
        FileImage image(file, FileImage::Access::readWrite);
        image.write(1024 * 512 + 600, Bytes{0x12});
    }
    const Ended info = uaehdf({"info", file});
    EXPECT_EQ(info.status, 1);
    EXPECT_NE(info.out.find("error: block 1025: the checksum of this bitmap page is wrong"), std::string::npos)
        << info.out;
}

TEST_F(Command, ListsOneLevelOrAll) {
    makeVolume();
    const Ended top = uaehdf({"ls", file});
    EXPECT_EQ(top.status, 0) << top.err;
    EXPECT_NE(top.out.find("----rwed        Dir 1978-01-01 00:00:00 dir\n"), std::string::npos) << top.out;
    EXPECT_NE(top.out.find("----rwed          5 1978-01-01 00:00:00 \u00dcber\n"), std::string::npos) << top.out;
    EXPECT_EQ(top.out.find("data"), std::string::npos);
    const Ended all = uaehdf({"ls", "-r", file});
    EXPECT_NE(all.out.find("      3000 1978-01-01 00:00:00 dir/data\n"), std::string::npos) << all.out;
    const Ended below = uaehdf({"ls", file, "Work:DIR", "--json"});
    EXPECT_NE(below.out.find("\"path\": \"data\",\n      \"kind\": \"file\",\n      \"size\": 3000,"),
              std::string::npos)
        << below.out;
    const Ended missing = uaehdf({"ls", file, "none"});
    EXPECT_EQ(missing.status, 1);
    EXPECT_NE(missing.err.find("no such file or directory in the image"), std::string::npos);
}

TEST_F(Command, GetsAFile) {
    makeVolume();
    const Bytes expected = pattern(3000);
    const Ended printed = uaehdf({"get", file, "dir/data", "-"});
    EXPECT_EQ(printed.status, 0) << printed.err;
    EXPECT_EQ(printed.out, std::string(expected.begin(), expected.end()));
    const std::string copy = folder / "copy";
    EXPECT_EQ(uaehdf({"get", file, "Work:dir/data", copy}).status, 0);
    EXPECT_EQ(contents(copy), printed.out);
    EXPECT_EQ(uaehdf({"get", file, "dir/data", copy}).status, 1);
    EXPECT_EQ(uaehdf({"get", file, "dir/data", copy, "--force"}).status, 0);
    EXPECT_EQ(uaehdf({"get", file, "dir", copy, "--force"}).status, 1);
    EXPECT_EQ(uaehdf({"get", file, "dir/none", copy, "--force"}).status, 1);
    EXPECT_EQ(contents(copy), printed.out);
    EXPECT_EQ(folder.entries(), 2u);
}

TEST_F(Command, ChangesAVolume) {
    makeVolume();
    const std::string source = folder / "source";
    const Bytes bytes = pattern(100'000);
    std::ofstream(source) << std::string(bytes.begin(), bytes.end());
    EXPECT_EQ(uaehdf({"mkdir", file, "new", "new/sub"}).status, 0);
    EXPECT_EQ(uaehdf({"put", file, source, "new/sub"}).status, 0);
    EXPECT_EQ(uaehdf({"put", file, source, "Work:copy"}).status, 0);
    const Ended again = uaehdf({"put", file, source, "copy"});
    EXPECT_EQ(again.status, 1);
    EXPECT_NE(again.err.find("exists in the image; choose another name, or replace it with --force"),
              std::string::npos);
    EXPECT_EQ(uaehdf({"put", file, source, "copy", "--force"}).status, 0);
    EXPECT_EQ(uaehdf({"get", file, "new/sub/source", "-"}).out, std::string(bytes.begin(), bytes.end()));
    EXPECT_EQ(uaehdf({"mv", file, "copy", "new/moved"}).status, 0);
    EXPECT_EQ(uaehdf({"get", file, "new/moved", "-"}).out, std::string(bytes.begin(), bytes.end()));
    EXPECT_EQ(uaehdf({"rm", file, "new/moved", "new/sub/source", "new/sub"}).status, 0);
    EXPECT_EQ(uaehdf({"rm", file, "new/sub"}).status, 1);
    EXPECT_EQ(uaehdf({"put", file, folder / "none"}).status, 1);
    EXPECT_EQ(uaehdf({"put", file, source, "a:b:c"}).status, 1);
    const Ended checked = uaehdf({"check", file});
    EXPECT_EQ(checked.status, 0) << checked.out;
}

TEST_F(Command, AnImageThatIsOpenElsewhereIsNotChanged) {
    makeVolume();
    const std::string before = contents(file);
    const FileImage open(file, FileImage::Access::readOnly); // by this process, as an emulator would have it
    const Ended ended = uaehdf({"mkdir", file, "new"});
    EXPECT_EQ(ended.status, 1);
    EXPECT_NE(ended.err.find("has the image open; end it first, or work on a copy"), std::string::npos) << ended.err;
    EXPECT_EQ(contents(file), before);
}

TEST_F(Command, SaysWhereBytesBelong) {
    makeVolume();
    const Ended ended = uaehdf({"where", file, "0", "0x80000", "526848", "1048575"});
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(ended.out, "0: block 0: reserved\n"
                         "524288: block 1024: root\n"
                         "526848: block 1029: data of 'dir/data', byte 512\n"
                         "1048575: block 2047: free\n");
    const Ended json = uaehdf({"where", file, "526855", "--json"});
    EXPECT_EQ(json.out, "[\n"
                        "  {\n"
                        "    \"offset\": 526855,\n"
                        "    \"partition\": \"\",\n"
                        "    \"block\": 1029,\n"
                        "    \"role\": \"data\",\n"
                        "    \"file\": \"dir/data\",\n"
                        "    \"file_offset\": 519\n"
                        "  }\n"
                        "]\n");
    const Ended beyond = uaehdf({"where", file, "1048576"});
    EXPECT_EQ(beyond.status, 1);
    EXPECT_NE(beyond.err.find("expected an offset below 1048576, where the image ends"), std::string::npos);
}

TEST_F(Command, ListsTheBlocksOfAFile) {
    makeVolume();
    const Ended ended = uaehdf({"blocks", file, "Work:DIR/data"});
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(ended.out, "dir/data: blocks of 512 bytes, counted from offset 0\n"
                         "  data: 1028-1033\n"
                         "  metadata: 1027\n");
    const Ended json = uaehdf({"blocks", file, "dir/data", "--json"});
    for (const char* member : {"\"file\": \"dir/data\"", "\"block_size\": 512", "\"offset\": 0", "\"header\": 1027"})
        EXPECT_NE(json.out.find(member), std::string::npos) << json.out;
    EXPECT_NE(json.out.find("\"blocks\": [\n    [\n      1028,\n      6\n    ]\n  ]"), std::string::npos) << json.out;
    EXPECT_EQ(uaehdf({"blocks", file, "none"}).status, 1);
}

TEST_F(Command, PaintsAMap) {
    makeVolume();
    const Ended ended = uaehdf({"map", file, "--columns", "16", "--rows", "4"});
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_NE(ended.out.find("Work: DOS\\3, 2048 blocks of 512 bytes at offset 0\n"
                             "b...............\n"
                             "................\n"
                             "R...............\n"
                             "................\n"
                             "each character: 32 blocks of 512 bytes\n"),
              std::string::npos)
        << ended.out;
    EXPECT_NE(ended.out.find("2 files with contents, 2 of them in one piece"), std::string::npos) << ended.out;
    const Ended json = uaehdf({"map", file, "--json"});
    EXPECT_NE(json.out.find("\"schema\": \"uaescope.hdf-map/1\""), std::string::npos);
    EXPECT_NE(json.out.find("\"data\": 7"), std::string::npos) << json.out;
}

TEST_F(Command, ChecksAnImage) {
    makeVolume();
    const Ended clean = uaehdf({"check", file});
    EXPECT_EQ(clean.status, 0) << clean.err;
    EXPECT_EQ(clean.out, file + ": no faults found\n");
    {
        FileImage image(file, FileImage::Access::readWrite);
        image.write(1027 * 512 + 330, Bytes{0x12}); // in the comment of dir/data
    }
    const Ended damaged = uaehdf({"check", file});
    EXPECT_EQ(damaged.status, 1);
    EXPECT_NE(damaged.out.find("error: block 1027: 'dir/data': expected checksum "), std::string::npos) << damaged.out;
    EXPECT_NE(damaged.out.find(file + ": 1 error, 0 warnings\n"), std::string::npos) << damaged.out;
    const Ended json = uaehdf({"check", file, "--json"});
    EXPECT_EQ(json.status, 1);
    for (const char* member : {"\"schema\": \"uaescope.hdf-check/1\"", "\"severity\": \"error\"",
                               "\"code\": \"bad-checksum\"", "\"block\": 1027", "\"file\": \"dir/data\""})
        EXPECT_NE(json.out.find(member), std::string::npos) << json.out;
}

// A file system that we do not know begins with its name; a damaged volume has a DosType and a broken root block.
TEST_F(Command, FormatsNothingThatItDoesNotKnow) {
    std::ofstream(file) << "PFS\1" << std::string((2 << 20) - 4, '\0');
    EXPECT_EQ(uaehdf({"format", file}).status, 1);
    std::filesystem::remove(file);
    ASSERT_EQ(uaehdf({"create", file, "--size", "2M"}).status, 0);
    std::fstream image(file, std::ios::in | std::ios::out | std::ios::binary);
    image.seekp(2048 * 512 + 20); // the root block's checksum
    image.put('x');
    image.close();
    const std::string before = contents(file);
    const Ended damaged = uaehdf({"format", file});
    EXPECT_EQ(damaged.status, 1);
    EXPECT_NE(damaged.err.find("use --force"), std::string::npos) << damaged.err;
    EXPECT_EQ(contents(file), before);
    std::ofstream(file) << std::string(2 << 20, '\0');
    EXPECT_EQ(uaehdf({"format", file}).status, 0);
}

TEST_F(Command, FormatLeavesNoOlderRootBlock) {
    ASSERT_EQ(uaehdf({"create", file, "--size", "2064K", "--label", "Old"}).status, 0);
    ASSERT_EQ(uaehdf({"format", file, "--block-size", "1024", "--label", "New", "--force"}).status, 0);
    EXPECT_NE(uaehdf({"info", file}).out.find("volume 'New'"), std::string::npos);
}

TEST_F(Command, FormatsWhatIsThere) {
    std::ofstream(file) << std::string(2 << 20, 'x');
    const Ended unknown = uaehdf({"format", file, "--label", "New"});
    EXPECT_EQ(unknown.status, 1);
    EXPECT_NE(unknown.err.find("holds something that is no OFS or FFS volume"), std::string::npos) << unknown.err;
    const Ended dry = uaehdf({"format", file, "--label", "New", "--force", "--dry-run"});
    EXPECT_EQ(dry.status, 0) << dry.err;
    EXPECT_EQ(contents(file), std::string(2 << 20, 'x'));
    EXPECT_EQ(uaehdf({"format", file, "--label", "New", "--fs", "DOS7", "--block-size", "1024", "--force"}).status, 0);
    EXPECT_NE(uaehdf({"info", file}).out.find("volume 'New', DOS\\7"), std::string::npos);
    std::ofstream(folder / "text") << "text";
    const std::string name(80, 'n'); // only long names hold it
    EXPECT_EQ(uaehdf({"put", file, folder / "text", name}).status, 0);
    EXPECT_EQ(uaehdf({"check", file}).status, 0);
    const std::string before = contents(file);
    const Ended refused = uaehdf({"format", file});
    EXPECT_EQ(refused.status, 1);
    EXPECT_NE(refused.err.find("the volume 'New' is not empty"), std::string::npos) << refused.err;
    EXPECT_EQ(uaehdf({"format", file, "--fs", "PFS3", "--force"}).status, 2);
    EXPECT_EQ(uaehdf({"format", file, "--block-size", "1000", "--force"}).status, 2);
    EXPECT_TRUE(contents(file) == before);
    EXPECT_EQ(uaehdf({"format", file, "--force", "--fs", "DOS5", "--block-size", "512"}).status, 0);
    EXPECT_EQ(uaehdf({"ls", file}).out.find(name), std::string::npos);
    EXPECT_EQ(uaehdf({"check", file}).status, 0);
}

TEST_F(Command, RepairsAndTakesItBack) {
    makeVolume();
    FileImage(file, FileImage::Access::readWrite).write(1027 * 512 + 330, Bytes{0x12}); // in a comment
    const std::string before = contents(file);
    EXPECT_EQ(uaehdf({"check", file, "--repair"}).status, 2);
    const Ended dry = uaehdf({"check", file, "--repair", "--dry-run"});
    EXPECT_EQ(dry.status, 0) << dry.err;
    EXPECT_NE(dry.out.find("repaired: block 1027: 'dir/data': the checksum is made right"), std::string::npos)
        << dry.out;
    EXPECT_NE(dry.out.find("1 sectors of 512 bytes would be changed"), std::string::npos) << dry.out;
    EXPECT_TRUE(contents(file) == before);
    EXPECT_EQ(uaehdf({"check", file, "--repair", "--undo-file", folder / "undo"}).status, 0);
    EXPECT_EQ(uaehdf({"check", file}).status, 0);
    EXPECT_EQ(uaehdf({"check", file, "--undo", folder / "undo", "--dry-run"}).status, 2);
    EXPECT_EQ(uaehdf({"check", file, "--undo", folder / "undo"}).status, 0);
    EXPECT_TRUE(contents(file) == before);
    const Ended json = uaehdf({"check", file, "--repair", "--dry-run", "--json"});
    EXPECT_NE(json.out.find("\"code\": \"bad-checksum\""), std::string::npos) << json.out;
    std::ofstream(folder / "text") << "text";
    EXPECT_EQ(uaehdf({"check", file, "--undo", folder / "text"}).status, 1);
}

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
    EXPECT_EQ(uaehdf({"partition", "add", file, "DH0:5M:DOS3"}).status, 2);
    EXPECT_EQ(uaehdf({"partition", "add", file, "DH2:1G:DOS3"}).status, 2);
    EXPECT_EQ(uaehdf({"partition"}).status, 2);
    EXPECT_TRUE(contents(file) == before);
    EXPECT_EQ(uaehdf({"partition", "set", file, "DH0", "block=1024", "--force"}).status, 0);
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

TEST_F(Command, OutputThatCannotBeWrittenIsStatus3) {
    makeVolume();
    const Ended ended = run({"sh", "-c", std::string(UAEHDF) + " info " + file + " >/dev/full"});
    EXPECT_EQ(ended.status, 3);
    EXPECT_NE(ended.err.find("the output cannot be written"), std::string::npos);
}

} // namespace
} // namespace uaescope::hardfiles
