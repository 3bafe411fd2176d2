// The plugin loaded with the emulator's other libraries, before any guest program asks for it.
#include "host_run.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace uaescope::plugin {
namespace {

class Preload : public testing::Test {
protected:
    Preload() {
        run.environment["LD_PRELOAD"] = TEST_PLUGIN;
        run.environment["UAESCOPE_PRELOAD"] = std::filesystem::canonical(TEST_HOST);
        run.environment["UAESCOPE_CAPTURE"] = capture();
        run.environment["ASAN_OPTIONS"] = "verify_asan_link_order=0";
    }
    std::filesystem::path capture() const { return run.session / "named.uascope"; }

    HostRun run;
};

bool records(const Captured& captured, capture::Call call, const std::filesystem::path& path) {
    return std::any_of(captured.calls.begin(), captured.calls.end(), [&](const capture::HostCall& recorded) {
        return recorded.call == call && captured.path(recorded) == path;
    });
}

TEST_F(Preload, RecordsFromTheStartAndGuestProgramsJoin) {
    run.run("entry-points");
    ASSERT_EQ(run.status, 0) << run.output;
    EXPECT_FALSE(std::filesystem::exists(run.session / "capture.uascope"));
    const Captured captured = readCapture(capture());
    // The host program opens the plugin's file by name before it calls uni_init.
    EXPECT_EQ(captured.marks.size(), 2u);
    EXPECT_EQ(captured.fact("loaded"), "LD_PRELOAD");
    EXPECT_EQ(captured.fact("depths"), "library,system");
    EXPECT_EQ(captured.fact("uae.version"), "Host 1.0");
    EXPECT_FALSE(captured.fact("emulation.thread").empty());
    EXPECT_TRUE(captured.end);
}

TEST_F(Preload, NeedsNoGuestProgram) {
    run.run("no-guest");
    ASSERT_EQ(run.status, 0) << run.output;
    const Captured captured = readCapture(capture());
    EXPECT_TRUE(records(captured, capture::Call::open, run.folder / "lonely"));
    EXPECT_TRUE(captured.marks.empty());
    EXPECT_EQ(captured.fact("emulation.thread"), "");
    EXPECT_TRUE(captured.end);
}

TEST_F(Preload, LeavesOtherProgramsAlone) {
    run.environment["UAESCOPE_PRELOAD"] = "/usr/bin/another";
    run.run("no-guest");
    ASSERT_EQ(run.status, 0) << run.output;
    EXPECT_FALSE(std::filesystem::exists(capture()));
}

TEST_F(Preload, ProgramThatStartsItselfAnewKeepsTheFirstCapture) {
    run.run("starts-again");
    ASSERT_EQ(run.status, 0) << run.output;
    const Captured captured = readCapture(capture());
    EXPECT_TRUE(records(captured, capture::Call::open, run.folder / "lonely"));
    EXPECT_FALSE(records(captured, capture::Call::open, run.folder / "again"));
}

} // namespace
} // namespace uaescope::plugin
