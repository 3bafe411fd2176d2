#include "analyzer/lab/emulator.h"

#include "analyzer/lab/error.h"
#include "tests/lab/fake_emulator.h"

#include <csignal>
#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

EmulatorRun runOf(const Scratch& scratch, const fs::path& emulator) {
    EmulatorRun run;
    run.emulator = emulator;
    run.session = scratch.folder("session");
    run.plugin = scratch.file("plugin.so", "plugin");
    run.guestTool = scratch.file("tool", "guest");
    return run;
}

EmulatorEnd endOf(const std::string& behaviour) {
    const Scratch scratch;
    return runEmulator(runOf(scratch, fakeEmulator(scratch, behaviour)));
}

TEST(Emulator, SessionFolderHoldsWhatPluginAndGuestNeed) {
    const Scratch scratch;
    EmulatorRun run = runOf(scratch, fakeEmulator(scratch, "exit 0"));
    run.jobs = {"diskspeed13 DH1:", "diskperf DH1: CLASSIC"};
    run.facts = {{"storage.0", "/somewhere"}};
    run.bootFiles = {scratch.file("extra", "extra")};
    runEmulator(run);
    const fs::path& session = run.session;
    EXPECT_EQ(contents(session / "jobs"), "diskspeed13 DH1:\ndiskperf DH1: CLASSIC\n");
    EXPECT_EQ(contents(session / "facts"), "storage.0=/somewhere\n");
    EXPECT_EQ(contents(session / "boot/S/startup-sequence"), "uaebench JOBS\n");
    EXPECT_EQ(contents(session / "boot/uaebench"), "guest");
    EXPECT_EQ(contents(session / "boot/extra"), "extra");
    EXPECT_EQ(contents(session / "base/Plugins/uaescope-linux-x86-64.so"), "plugin");
}

TEST(Emulator, LaterSettingsReplaceEarlierOnes) {
    const Scratch scratch;
    EmulatorRun run = runOf(scratch, fakeEmulator(scratch, "exit 0"));
    run.settings = {{"amiga_model", "A1200"}, {"hard_drive_1", "/a"}, {"hard_drive_1", "/b"}};
    run.rawLines = {"uae_hardfile2=rw,XH1:/x,32,1,2,1024,-6,,uae"};
    runEmulator(run);
    const std::string text = contents(run.session / "config.fs-uae");
    EXPECT_EQ(text.find("amiga_model=A4000/040"), std::string::npos);
    EXPECT_NE(text.find("\namiga_model=A1200\n"), std::string::npos);
    EXPECT_EQ(text.find("hard_drive_1=/a"), std::string::npos);
    EXPECT_NE(text.find("\nhard_drive_1=/b\n"), std::string::npos);
    EXPECT_NE(text.find("\nuae_hardfile2=rw,XH1:/x,32,1,2,1024,-6,,uae\n"), std::string::npos);
    EXPECT_NE(text.find("\nhard_drive_9_priority=20\n"), std::string::npos);
}

TEST(Emulator, EnvironmentNamesTheSessionAndTheWatchdog) {
    const Scratch scratch;
    EmulatorRun run =
        runOf(scratch, fakeEmulator(scratch, "echo $UAESCOPE_SESSION $UAESCOPE_WATCHDOG $SDL_VIDEODRIVER $FLAVOUR"));
    run.watchdog = std::chrono::seconds(17);
    run.environment = {{"FLAVOUR", "mint"}};
    const EmulatorEnd end = runEmulator(run);
    EXPECT_EQ(contents(end.output), run.session.string() + " 17 offscreen mint\n");
}

TEST(Emulator, WrapperRunsInFrontOfTheEmulator) {
    const Scratch scratch;
    EmulatorRun run = runOf(scratch, fakeEmulator(scratch, "echo $FLAVOUR"));
    run.wrapper = {"env", "FLAVOUR=wrapped"};
    EXPECT_EQ(contents(runEmulator(run).output), "wrapped\n");
}

TEST(Emulator, TellsHowItEnded) {
    EXPECT_EQ(endOf("exit 0").how, Ending::finished);
    EXPECT_EQ(endOf("exit 124").how, Ending::watchdog);
    const EmulatorEnd failed = endOf("echo no screen; exit 3");
    EXPECT_EQ(failed.how, Ending::exitedWithError);
    EXPECT_EQ(failed.status, 3);
    const EmulatorEnd crashed = endOf("kill -SEGV $$");
    EXPECT_EQ(crashed.how, Ending::crashed);
    EXPECT_EQ(crashed.signal, SIGSEGV);
    EXPECT_FALSE(crashed.knownExitCrash);
}

TEST(Emulator, MessageShowsTheLastLinesOfTheOutput) {
    const Scratch scratch;
    const EmulatorEnd end = runEmulator(runOf(scratch, fakeEmulator(scratch, "echo first; echo last; exit 3")));
    EXPECT_EQ(end.message(), "the emulator ended with status 3; its last lines were:\n  first\n  last\n");
}

TEST(Emulator, CrashAfterACompleteCaptureIsTheKnownOne) {
    const Scratch scratch;
    const auto capture = madeCapture(scratch);
    EXPECT_TRUE(runEmulator(runOf(scratch, fakeEmulator(scratch, leaves(capture) + "kill -SEGV $$"))).knownExitCrash);
    const Scratch other;
    EXPECT_FALSE(runEmulator(runOf(other, fakeEmulator(other, leaves(capture) + "kill -ABRT $$"))).knownExitCrash);
}

TEST(Emulator, OuterTimeoutEndsIt) {
    const Scratch scratch;
    EmulatorRun run = runOf(scratch, fakeEmulator(scratch, "exec sleep 100"));
    run.timeout = std::chrono::seconds(0);
    EXPECT_EQ(runEmulator(run).how, Ending::timedOut);
}

TEST(Emulator, StopEndsIt) {
    const Scratch scratch;
    std::stop_source source;
    const EmulatorEnd end = runEmulator(runOf(scratch, fakeEmulator(scratch, "exec sleep 100")), source.get_token(),
                                        [&](const EmulatorProgress&) { source.request_stop(); });
    EXPECT_EQ(end.how, Ending::cancelled);
    EXPECT_EQ(end.signal, SIGTERM);
}

TEST(Emulator, StopBeforeTheStartStartsNothing) {
    const Scratch scratch;
    std::stop_source source;
    source.request_stop();
    const fs::path started = scratch.path() / "started";
    const EmulatorRun run = runOf(scratch, fakeEmulator(scratch, "touch '" + started.string() + "'"));
    EXPECT_THROW(runEmulator(run, source.get_token()), Cancelled);
    EXPECT_FALSE(fs::exists(started));
}

TEST(Emulator, ObserverSeesTheCaptureGrow) {
    const Scratch scratch;
    const auto capture = madeCapture(scratch);
    std::stop_source source;
    std::uintmax_t seen = 0;
    runEmulator(runOf(scratch, fakeEmulator(scratch, leaves(capture) + "exec sleep 100")), source.get_token(),
                [&](const EmulatorProgress& progress) {
                    if (progress.stage != EmulatorProgress::Stage::running) return;
                    seen = progress.captureBytes;
                    source.request_stop();
                });
    EXPECT_GT(seen, 0u);
}

TEST(Emulator, MissingOneSaysHowToGetIt) {
    const Scratch scratch;
    const EmulatorRun run = runOf(scratch, "no-such-emulator");
    EXPECT_EQ(messageOf<EnvironmentError>([&] { runEmulator(run); }),
              "no-such-emulator: no such emulator; install it with 'sudo apt install fs-uae libgl1-mesa-dri', or name "
              "another one with --emulator");
    EXPECT_TRUE(fs::is_empty(run.session));
}

TEST(Emulator, TellsItsVersion) {
    const Scratch scratch;
    EXPECT_EQ(emulatorVersion(fakeEmulator(scratch, "exit 1")), "FS-UAE 9.9.9");
    EXPECT_EQ(emulatorVersion("/nowhere/fs-uae"), "");
}

} // namespace
} // namespace uaescope::lab
