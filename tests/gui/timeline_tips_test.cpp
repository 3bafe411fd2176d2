#include "analyzer/gui/timeline_tips.h"

#include "tests/gui/small_run.h"

#include <gtest/gtest.h>

namespace uaescope::gui {
namespace {

using models::test::smallRun;

std::string tip(std::size_t lane, std::uint32_t item) {
    const auto capture = smallRun();
    return timelineTip(*capture, capture->lanes[lane], item).toStdString();
}

constexpr std::size_t testsLane = 0;
constexpr std::size_t operationsLane = 1;
constexpr std::size_t emulationLane = 2;
constexpr std::size_t hardfileLane = 3;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(TimelineTips, ATestSaysItsNameAndItsOperations) {
    EXPECT_TRUE(contains(tip(testsLane, 0), "Write it"));
    EXPECT_TRUE(contains(tip(testsLane, 0), "3 operations"));
}

TEST(TimelineTips, AnOperationSaysWhereItsTimeWent) {
    const std::string text = tip(operationsLane, 3);
    EXPECT_TRUE(contains(text, "Read 4 KiB DH1:b")) << text;
    for (int owner = 0; owner < core::ownerCount; ++owner) {
        EXPECT_TRUE(contains(text, core::ownerName(static_cast<core::Owner>(owner)))) << text;
    }
    EXPECT_TRUE(contains(text, "2 host calls")) << text;
}

TEST(TimelineTips, AHostCallSaysWhatItIsAboutAndForWhom) {
    const std::string text = tip(hardfileLane, models::test::fileRead);
    EXPECT_TRUE(contains(text, "fread")) << text;
    EXPECT_TRUE(contains(text, "/vol.hdf")) << text;
    EXPECT_TRUE(contains(text, "for Read 4 KiB DH1:b")) << text;
}

TEST(TimelineTips, ASleepHasNoResult) { EXPECT_FALSE(contains(tip(emulationLane, models::test::sleepCall), "result")); }

TEST(TimelineTips, PacketsAndRequestsSayWhatTheyAskedForAndWhatCameOfIt) {
    core::test::TraceBuilder builder;
    builder.operation(US_OP_READ, 10, 50, {.name = "DH1:a"})
        .packet(15, 45, {.action = 1005, .result = 0, .error = 205, .name = "a"})
        .request(22, 30, {.offset = 1024, .error = 45});
    const auto capture = models::makeCaptureData(builder.analyze());
    const std::string packet = timelineTip(*capture, capture->lanes[1], 0).toStdString();
    EXPECT_TRUE(contains(packet, "FINDINPUT a")) << packet;
    EXPECT_TRUE(contains(packet, "205 object not found")) << packet;
    EXPECT_TRUE(contains(packet, "for Read")) << packet;
    const std::string request = timelineTip(*capture, capture->lanes[2], 0).toStdString();
    EXPECT_TRUE(contains(request, "CMD_READ 512 B")) << request;
    EXPECT_TRUE(contains(request, "at byte 1,024")) << request;
    EXPECT_TRUE(contains(request, "io_Error 45, bad status")) << request;
}

} // namespace
} // namespace uaescope::gui
