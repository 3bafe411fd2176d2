// The verbs of uaehdf that change a volume: put, rm, mv, format, check --repair.
#include "tests/hardfiles/command.h"

namespace uaescope::hardfiles {
namespace {

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

} // namespace
} // namespace uaescope::hardfiles
