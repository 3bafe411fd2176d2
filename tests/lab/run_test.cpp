#include "analyzer/lab/run.h"

#include "analyzer/lab/error.h"
#include "tests/lab/fake_emulator.h"

#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

class RunTest : public testing::Test {
protected:
    RunTest() : m_capture(madeCapture(m_scratch)) {
        m_options.out = m_scratch.folder("out");
        m_options.plugin = m_scratch.file("plugin.so", "plugin");
        m_options.guestTool = m_scratch.file("tool", "guest");
    }

    RunResult run(const std::string& behaviour) {
        m_options.emulator = fakeEmulator(m_scratch, behaviour);
        return runSetup(parseSetup("dir"), 2, m_options);
    }

    std::string once(const std::string& behaviour) const {
        const std::string mark = (m_scratch.path() / "tried").string();
        return "[ -e " + mark + " ] || { touch " + mark + "; " + behaviour + "; }\n";
    }

    std::size_t filesLeft() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(m_options.out), fs::directory_iterator()));
    }

    Scratch m_scratch;
    fs::path m_capture;
    RunOptions m_options;
};

TEST_F(RunTest, LeavesTheCaptureUnderTheSetupsNameAndNothingElse) {
    const RunResult result = run(leaves(m_capture));
    EXPECT_EQ(result.capture, m_options.out / "dir-2.uascope");
    EXPECT_EQ(contents(result.capture), contents(m_capture));
    EXPECT_EQ(result.report.operations, 1u);
    EXPECT_EQ(result.report.file, result.capture);
    EXPECT_EQ(result.retried, "");
    EXPECT_EQ(filesLeft(), 1u);
}

TEST_F(RunTest, NeverReplacesAnEarlierCapture) {
    const fs::path earlier = m_scratch.file("out/dir-2.uascope", "an earlier one");
    EXPECT_EQ(run(leaves(m_capture)).capture, m_options.out / "dir-3.uascope");
    const RunResult result = run(leaves(m_capture));
    EXPECT_EQ(result.capture, m_options.out / "dir-4.uascope");
    EXPECT_EQ(result.report.file, result.capture);
    EXPECT_EQ(contents(earlier), "an earlier one");
    EXPECT_EQ(filesLeft(), 3u);
}

TEST_F(RunTest, OnlyItsOwnFirstAttemptGivesWayToTheSecond) {
    const fs::path earlier = m_scratch.file("out/dir-2.uascope", "an earlier one");
    const RunResult result = run(leaves(m_capture) + once("kill -SEGV $$"));
    EXPECT_NE(result.retried, "");
    EXPECT_EQ(result.capture, m_options.out / "dir-3.uascope");
    EXPECT_EQ(contents(earlier), "an earlier one");
    EXPECT_EQ(filesLeft(), 2u);
}

TEST_F(RunTest, TellsGuestAndPluginWhatToDo) {
    m_options.form = Form::classic;
    m_options.suite = "diskperf";
    run("cp $UAESCOPE_SESSION/jobs $UAESCOPE_SESSION/facts " + m_scratch.path().string() + "\n" + leaves(m_capture));
    EXPECT_EQ(contents(m_scratch.path() / "jobs"), "diskperf DH1: CLASSIC\n");
    const std::string facts = contents(m_scratch.path() / "facts");
    for (const char* fact : {"setup=dir\n", "suite=diskperf\n", "form=classic\n", "emulator.version=FS-UAE 9.9.9\n",
                             "/storage\n", "/boot\n"})
        EXPECT_NE(facts.find(fact), std::string::npos) << fact << "in\n" << facts;
}

TEST_F(RunTest, ModelIsTheOneThatTheEmulatorIsGiven) {
    const auto facts = [&] {
        run("cp $UAESCOPE_SESSION/facts " + m_scratch.path().string() + "\n" + leaves(m_capture));
        return contents(m_scratch.path() / "facts");
    };
    EXPECT_NE(facts().find("model=A4000/040\n"), std::string::npos);
    m_options.model = "A1200";
    m_options.settings = {{"amiga_model", "A500"}};
    EXPECT_NE(facts().find("model=A500\n"), std::string::npos);
}

TEST_F(RunTest, WatchdogEndIsTriedOnceMoreAndSaidSo) {
    const RunResult result = run(once("exit 124") + leaves(m_capture));
    EXPECT_NE(result.retried.find("the emulator hung"), std::string::npos);
    EXPECT_EQ(filesLeft(), 1u);
}

TEST_F(RunTest, KnownExitCrashIsTriedOnceMore) {
    const RunResult result = run(leaves(m_capture) + once("kill -SEGV $$"));
    EXPECT_EQ(result.retried, "the emulator crashed (Segmentation fault) while leaving, after everything was recorded");
}

TEST_F(RunTest, CrashBeforeThePluginIsLoadedIsTriedOnceMore) {
    const RunResult result = run(once("kill -ABRT $$") + leaves(m_capture));
    EXPECT_EQ(result.retried.find("the emulator crashed (Aborted)"), 0u) << result.retried;
    EXPECT_EQ(filesLeft(), 1u);
}

TEST_F(RunTest, SecondFailureFails) {
    EXPECT_NE(messageOf<WorkError>([&] { run("exit 124"); }).find("dir, run 2: failed twice"), std::string::npos);
    EXPECT_EQ(filesLeft(), 0u);
}

TEST_F(RunTest, OtherFailuresAreNotTriedAgain) {
    const std::string message = messageOf<WorkError>([&] { run(once("exit 3") + leaves(m_capture)); });
    EXPECT_NE(message.find("ended with status 3"), std::string::npos) << message;
}

TEST_F(RunTest, UnfinishedCaptureIsKeptAndNamed) {
    const std::string whole = contents(m_capture);
    const auto cut = m_scratch.file("cut.uascope", whole.substr(0, whole.size() - 8));
    const std::string message = messageOf<WorkError>([&] { run(leaves(cut)); });
    EXPECT_NE(message.find("what was recorded: " + (m_options.out / "dir-2.uascope").string()), std::string::npos)
        << message;
    EXPECT_EQ(contents(m_options.out / "dir-2.uascope"), contents(cut));
}

TEST_F(RunTest, EmulatorThatNeverReachesThePluginIsAFailure) {
    const std::string message = messageOf<WorkError>([&] { run("exit 0"); });
    EXPECT_NE(message.find("never reached the plugin"), std::string::npos) << message;
    EXPECT_EQ(filesLeft(), 0u);
}

TEST_F(RunTest, ThePluginsReasonForRecordingNothingIsPassedOn) {
    const std::string message = messageOf<EnvironmentError>([&] {
        run("echo 'uni: opening uaescope'; echo 'uaescope: /x/capture.uascope: cannot be made: Permission denied' >&2");
    });
    EXPECT_EQ(message, "nothing could be recorded: /x/capture.uascope: cannot be made: Permission denied");
    EXPECT_EQ(filesLeft(), 0u);
}

TEST_F(RunTest, ARecordingThatStoppedInTheMiddleIsNoResult) {
    const auto stopped = m_scratch.path() / "stopped.uascope";
    {
        capture::Writer writer(stopped);
        writer.addFact(capture::factStopped, "No space left on device");
        writer.flush();
    }
    const std::string message = messageOf<EnvironmentError>([&] { run(leaves(stopped)); });
    EXPECT_NE(message.find("had to stop recording in the middle of the run (No space left on device)"),
              std::string::npos)
        << message;
    EXPECT_EQ(filesLeft(), 0u);
}

TEST_F(RunTest, GuestThatReportsAFailureFails) {
    const std::string message = messageOf<WorkError>([&] { run(leaves(madeCapture(m_scratch, "10"))); });
    EXPECT_NE(message.find("the guest's benchmark ended with status 10"), std::string::npos) << message;
}

TEST_F(RunTest, StopLeavesNothing) {
    m_options.emulator = fakeEmulator(m_scratch, leaves(m_capture) + "exec sleep 100");
    std::stop_source source;
    EXPECT_THROW(runSetup(parseSetup("dir"), 1, m_options, source.get_token(),
                          [&](const EmulatorProgress&) { source.request_stop(); }),
                 Cancelled);
    EXPECT_EQ(filesLeft(), 0u);
}

} // namespace
} // namespace uaescope::lab
