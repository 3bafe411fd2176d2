// The verbs of uaehdf that make and look at images, its help and its errors.
#include "tests/hardfiles/command.h"

namespace uaescope::hardfiles {
namespace {

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
                                                  {"grow", "--help"},
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
TEST_F(Command, OutputThatCannotBeWrittenIsStatus3) {
    makeVolume();
    const Ended ended = run({"sh", "-c", std::string(UAEHDF) + " info " + file + " >/dev/full"});
    EXPECT_EQ(ended.status, 3);
    EXPECT_NE(ended.err.find("the output cannot be written"), std::string::npos);
}

TEST_F(Command, MapPaintsAPictureAndListsFragmentation) {
    makeVolume();
    EXPECT_EQ(uaehdf({"map", file, "--png", folder / "a.png"}).status, 0);
    EXPECT_EQ(contents(folder / "a.png").substr(1, 3), "PNG");
    EXPECT_EQ(uaehdf({"map", file, "--png", folder / "a.png"}).status, 1);
    EXPECT_EQ(uaehdf({"map", file, "--png", folder / "a.png", "--force"}).status, 0);
    EXPECT_EQ(uaehdf({"map", file, "--png", file, "--force"}).status, 1);
    const Ended files = uaehdf({"map", file, "--files"});
    EXPECT_EQ(files.status, 0) << files.err;
    EXPECT_NE(files.out.find("       1        3000  Work:dir/data\n"), std::string::npos) << files.out;
    const Ended json = uaehdf({"map", file, "--files", "--json"});
    EXPECT_NE(json.out.find("\"file\": \"dir/data\""), std::string::npos) << json.out;
}

} // namespace
} // namespace uaescope::hardfiles
