// How recordings end, in order and not.
#include "describe.h"
#include "storm.h"

#include <gtest/gtest.h>

#include <csignal>
#include <ctime>
#include <fstream>

using namespace uaescope::plugin;
using uaescope::capture::Call;
using uaescope::capture::Depth;
using uaescope::capture::HostCall;
using uaescope::capture::ReadResult;

namespace {} // namespace

TEST(Ends, WithTheExitStatusAndWhatStreamsWroteLast) {
    HostRun run;
    run.run("unflushed");
    EXPECT_EQ(run.status, 3);
    const Captured captured = run.captured();
    EXPECT_TRUE(captured.end);
    EXPECT_EQ(captured.endStatus, 3);
    ASSERT_FALSE(captured.calls.empty());
    const HostCall& last = captured.calls.back();
    EXPECT_EQ(describe(captured, last), "write 0+5=5 s");
    EXPECT_EQ(last.depth, Depth::system);
    EXPECT_GE(captured.endTime, last.end);
}

TEST(Ends, WithoutSystemHooksStillHaveTheStatus) {
    HostRun run;
    run.environment["UAESCOPE_HOOKS"] = "library";
    run.run("unflushed");
    EXPECT_EQ(run.status, 3);
    EXPECT_EQ(run.captured().endStatus, 3);
}

TEST(Ends, LoseNoCallOfAThreadThatWorksOnWhileTheProcessExits) {
    for (int round = 0; round < 10; ++round) {
        HostRun run;
        run.run("busy-at-exit");
        ASSERT_EQ(run.status, 0) << run.output;
        std::uint64_t done = 0;
        std::ifstream(run.folder / "done", std::ios::binary).read(reinterpret_cast<char*>(&done), sizeof done);
        const Captured captured = run.captured();
        std::uint64_t recorded = 0;
        for (const HostCall& call : captured.calls)
            if (call.call == Call::lseek && call.depth == Depth::system) ++recorded;
        std::uint64_t dropped = 0;
        for (const auto& drop : captured.drops) dropped += drop.count;
        // The call in progress at the exit may be recorded and not counted, or the reverse where the thread had to wait
        // for a processor. What is dropped is of both depths.
        EXPECT_GE(recorded + dropped + 1, done);
        if (dropped == 0) {
            EXPECT_LE(recorded, done + 1);
        }
    }
}

TEST(Ends, AChildOfTheEmulatorEndsNothing) {
    HostRun run;
    run.run("child");
    ASSERT_EQ(run.status, 0) << run.output;
    const Captured captured = run.captured();
    EXPECT_EQ(captured.endStatus, 0);
    const auto calls = captured.callsOf("plugin_host", Depth::library);
    ASSERT_FALSE(calls.empty());
    EXPECT_EQ(describe(captured, calls.back()), "access =ENOENT in-parent");
}

TEST(Ends, AKillLosesNoMoreThanAFifthOfASecond) {
    HostRun run;
    std::int64_t killed = 0;
    run.runAndKill("killed", [&] {
        const auto file = run.session / "capture.uascope";
        const auto hasContents = [&] {
            return std::filesystem::exists(file) && std::filesystem::file_size(file) > 9000;
        };
        const std::int64_t patience = monotonicNow() + 60'000'000'000;
        while (!hasContents() && monotonicNow() < patience) usleep(1000);
        EXPECT_TRUE(hasContents());
        killed = monotonicNow();
    });
    EXPECT_EQ(run.signal, SIGKILL);
    const Captured captured = run.captured();
    EXPECT_FALSE(captured.end);
    EXPECT_TRUE(captured.damage.empty());
    EXPECT_NE(captured.last, ReadResult::batch);
    ASSERT_FALSE(captured.marks.empty());
    constexpr std::int64_t fifthOfASecond = 200'000'000;
    EXPECT_GE(captured.marks.back().time, killed - fifthOfASecond);
}

TEST(Ends, AGuestThatShowsNoLifeIsEndedWithItsCaptureComplete) {
    HostRun run;
    run.environment["UAESCOPE_WATCHDOG"] = "1";
    run.run("silent");
    EXPECT_EQ(run.status, 124);
    EXPECT_NE(run.output.find("no sign of life"), std::string::npos);
    const Captured captured = run.captured();
    EXPECT_TRUE(captured.end);
    EXPECT_EQ(captured.endStatus, 124);
    EXPECT_EQ(captured.marks.size(), 1u);
}

TEST(Ends, AGuestThatAnnouncesItsSilenceIsLeftAlone) {
    HostRun run;
    run.environment["UAESCOPE_WATCHDOG"] = "1";
    run.run("talking");
    EXPECT_EQ(run.status, 0) << run.output;
}

TEST(Ends, AFullDiskTurnsRecordingOffAndDisturbsNothing) {
    HostRun run;
    run.run("full-disk");
    ASSERT_EQ(run.status, 0) << run.output;
    const auto file = run.session / "capture.uascope";
    EXPECT_EQ(run.output, "uaescope: " + file.string() +
                              ": cannot be written: File too large; recording is off (give the folder room and write "
                              "permission, then start again)\n");
    const Captured captured = run.captured();
    EXPECT_EQ(captured.last, ReadResult::end) << "the file ends after a whole chunk";
    EXPECT_EQ(captured.fact("job.status"), "5");
    EXPECT_FALSE(captured.end);
}

TEST(Ends, ACaptureThatCannotBeMadeTurnsRecordingOffAndDisturbsNothing) {
    HostRun run;
    run.environment["UAESCOPE_SESSION"] = run.session / "missing";
    run.run("no-capture");
    ASSERT_EQ(run.status, 0) << run.output;
    EXPECT_EQ(run.output, "uaescope: " + (run.session / "missing" / "capture.uascope").string() +
                              ": cannot be made: No such file or directory; recording is off (give the folder room and "
                              "write permission, then start again)\n");
}
