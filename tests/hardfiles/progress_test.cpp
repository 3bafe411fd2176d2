// How far a verb is, seen on a terminal that 'script' makes, and nowhere else.
#include "hardfiles/survey_progress.h"

#include "hardfiles/ffs_survey.h"
#include "hardfiles/sfs_volume.h"
#include "tests/hardfiles/command.h"
#include "tests/hardfiles/sfs_builder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace uaescope::hardfiles {
namespace {

struct ProgressOf : Command, ::testing::WithParamInterface<const char*> {};

TEST_P(ProgressOf, IsShownOnATerminalOnly) {
    ASSERT_EQ(uaehdf({"create", file, "--size", "8M"}).status, 0);
    std::ofstream(folder / "large") << std::string(3 << 20, 'x');
    ASSERT_EQ(uaehdf({"put", file, folder / "large"}).status, 0);
    const std::string verb = GetParam();
    std::string command = std::string("'") + UAEHDF + "' " + verb + " '" + file + "'";
    if (verb == "get") command += " large '" + (folder / "copy").string() + "'";
    if (verb == "put") command += " '" + (folder / "large").string() + "' again";
    if (verb == "where") command += " 1000";
    if (verb == "grow") command += " 9M";
    const Ended shown = run({"script", "-qec", command, "/dev/null"});
    EXPECT_EQ(shown.status, 0) << shown.out;
    EXPECT_NE(shown.out.find(" %\033[K"), std::string::npos) << shown.out;
    EXPECT_NE(shown.out.find("\r\033[K"), std::string::npos) << shown.out; // it goes away
    std::filesystem::remove(folder / "copy");
    command += verb == "put" ? " --force" : "";
    if (verb == "grow") command += "M"; // a wrong size: no line for what does not begin
    EXPECT_EQ(run({"sh", "-c", command}).err.find(" %"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Verbs, ProgressOf, ::testing::Values("check", "map", "where", "get", "put", "grow"));

// Whatever the file system: up to all blocks in use, and never back.
TEST(SurveyProgress, CountsUpToTheBlocksInUse) {
    MemoryImage image(4 << 20);
    VolumeBuilder builder(PartitionWindow(BlockDevice(image), {0, 8192}, 512), {dosType(3), "Work", 2, {}});
    builder.addFile(builder.root(), "file", pattern(1'000'000));
    testing::SfsBuilder sfsBuilder(8192);
    sfsBuilder.addFile(1, "file", pattern(1'000'000), 100);
    MemoryImage sfsImage(4 << 20);
    sfsImage.bytes() = sfsBuilder.bytes();
    for (MemoryImage* each : {&image, &sfsImage}) {
        Findings findings;
        const auto volume = openVolume(BlockDevice(*each), {{0, 8192}, 512, 2}, findings);
        ASSERT_NE(volume, nullptr);
        std::uint64_t before = 0, last = 0;
        int times = 0;
        {
            const SurveyProgress watch([&](std::uint64_t done, std::uint64_t all) {
                EXPECT_GE(done, before);
                EXPECT_LE(done, all);
                before = done;
                last = all;
                ++times;
            });
            surveyVolume(*volume, Depth::structure);
        }
        EXPECT_GT(times, 2);
        EXPECT_EQ(last, volume->usage(findings).usedBlocks);
        EXPECT_GT(before + 300, last);
        const int timesBefore = times;
        surveyVolume(*volume, Depth::structure);
        EXPECT_EQ(times, timesBefore); // nobody is told any more
    }
}

} // namespace
} // namespace uaescope::hardfiles
