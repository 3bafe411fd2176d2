// The uaehdf program as people and scripts use it.
#include "hardfiles/create.h"
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
                                                  {"get", "--help"}}) {
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

TEST_F(Command, OutputThatCannotBeWrittenIsStatus3) {
    makeVolume();
    const Ended ended = run({"sh", "-c", std::string(UAEHDF) + " info " + file + " >/dev/full"});
    EXPECT_EQ(ended.status, 3);
    EXPECT_NE(ended.err.find("the output cannot be written"), std::string::npos);
}

} // namespace
} // namespace uaescope::hardfiles
