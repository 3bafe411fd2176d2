#include "tests/cli/program.h"
#include "tests/lab/fake_emulator.h"

#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::cli {
namespace {

bool says(const Said& answer, const std::string& text) { return answer.text.find(text) != std::string::npos; }

// Nothing in the user's data folder, nothing of a session anywhere.
bool leftNothing(const lab::Scratch& scratch) { return !fs::exists(scratch.path() / "data"); }

TEST(ExitStatus, WrongUsageIsTwo) {
    const lab::Scratch scratch;
    EXPECT_EQ(said(scratch, {}).status, 2);
    EXPECT_EQ(said(scratch, {"fly"}).status, 2);
    EXPECT_EQ(said(scratch, {"compare", "--speed", "9"}).status, 2);
    EXPECT_EQ(said(scratch, {"run"}).status, 2);
}

TEST(ExitStatus, UnknownSuiteListsTheKnownOnes) {
    const lab::Scratch scratch;
    const Said answer = said(scratch, {"compare", "--suite", "quick"});
    EXPECT_EQ(answer.status, 2);
    EXPECT_TRUE(says(answer, "suite 'quick' is not known; known are diskspeed13")) << answer.text;
    EXPECT_TRUE(leftNothing(scratch));
}

TEST(ExitStatus, SuiteListIsPrinted) {
    const lab::Scratch scratch;
    for (const char* verb : {"compare", "run"}) {
        const Said answer = std::string(verb) == "run" ? said(scratch, {verb, "dir", "--suite", "list"})
                                                       : said(scratch, {verb, "--suite", "list"});
        EXPECT_EQ(answer.status, 0);
        EXPECT_TRUE(says(answer, "diskspeed13  ")) << answer.text;
    }
}

TEST(ExitStatus, UnknownSetupIsTwo) {
    const lab::Scratch scratch;
    const Said answer = said(scratch, {"compare", "dir", "hfd"});
    EXPECT_EQ(answer.status, 2);
    EXPECT_TRUE(says(answer, "not one of the words dir, hdf, rdb")) << answer.text;
    EXPECT_TRUE(leftNothing(scratch));
}

TEST(ExitStatus, TracingWithoutTheGuestsLibraryIsTwo) {
    const lab::Scratch scratch;
    const Said answer = said(scratch, {"run", "dir", "--trace", "--marks", "files"});
    EXPECT_EQ(answer.status, 2);
    EXPECT_TRUE(says(answer, "--trace needs uaenative.library")) << answer.text;
    EXPECT_TRUE(leftNothing(scratch));
}

TEST(ExitStatus, MissingEmulatorIsThreeAndNamesThePackage) {
    const lab::Scratch scratch;
    const Said answer = said(scratch, {"run", "dir", "--emulator", "no-such-emulator"});
    EXPECT_EQ(answer.status, 3);
    EXPECT_TRUE(says(answer, "sudo apt install fs-uae")) << answer.text;
    EXPECT_TRUE(leftNothing(scratch));
}

TEST(ExitStatus, MissingAmiberryIsThreeAndIsNotSaidToBeInFsUaesPackage) {
    const lab::Scratch scratch;
    const Said answer = said(scratch, {"run", "dir", "--emulator", "/nowhere/amiberry"});
    EXPECT_EQ(answer.status, 3);
    EXPECT_TRUE(says(answer, "Debian has no package of it")) << answer.text;
    EXPECT_FALSE(says(answer, "apt install")) << answer.text;
}

TEST(ExitStatus, ConfigurationsAreToldByTheirNamesAndGoWithTheirEmulator) {
    const lab::Scratch scratch;
    const Said text = said(scratch, {"attach", scratch.file("x.txt", "hard_drive_0 = /x.hdf\n"), "--no-window"});
    EXPECT_EQ(text.status, 2);
    EXPECT_TRUE(says(text, "expected a name that ends with .fs-uae")) << text.text;
    const fs::path work = scratch.file("Work.fs-uae", "hard_drive_0 = /x.hdf\n");
    const Said other = said(scratch, {"attach", work, "--no-window", "--emulator", "amiberry"});
    EXPECT_EQ(other.status, 2);
    EXPECT_TRUE(says(other, "this is a configuration of FS-UAE")) << other.text;
    EXPECT_TRUE(leftNothing(scratch));
}

TEST(ExitStatus, MissingPluginIsThree) {
    const lab::Scratch scratch;
    lab::Command command = uaescope(scratch, {"run", "dir", "--emulator", lab::fakeEmulator(scratch, "exit 0")});
    command.environment.emplace_back("UAESCOPE_PLUGIN", "/nowhere/plugin.so");
    const Said answer = said(command);
    EXPECT_EQ(answer.status, 3);
    EXPECT_TRUE(says(answer, "/nowhere/plugin.so: no such file, but UAESCOPE_PLUGIN names it")) << answer.text;
    EXPECT_TRUE(leftNothing(scratch));
}

TEST(ExitStatus, PlaceThatTakesNoCapturesIsThree) {
    const lab::Scratch scratch;
    const fs::path file = scratch.file("file", "");
    const Said answer = said(
        scratch, {"run", "dir", "--emulator", lab::fakeEmulator(scratch, "exit 0"), "--out", (file / "out").string()});
    EXPECT_EQ(answer.status, 3);
    EXPECT_TRUE(says(answer, "name another one with --out")) << answer.text;
}

TEST(ExitStatus, ImageWithoutFileSystemIsOne) {
    const lab::Scratch scratch;
    const Said answer = said(scratch, {"run", scratch.file("blank.hdf", std::string(4096, '\0'))});
    EXPECT_EQ(answer.status, 1);
    EXPECT_TRUE(says(answer, "expected a file system")) << answer.text;
    EXPECT_TRUE(leftNothing(scratch));
}

TEST(ExitStatus, FailedRunIsOneAndLeavesNothing) {
    const lab::Scratch scratch;
    const Said answer = said(scratch, {"run", "dir", "--emulator", lab::fakeEmulator(scratch, "exit 3")});
    EXPECT_EQ(answer.status, 1);
    EXPECT_TRUE(says(answer, "dir, run 1: the emulator ended with status 3")) << answer.text;
    EXPECT_TRUE(leftNothing(scratch));
}

TEST(ExitStatus, FileThatIsNoCaptureIsOne) {
    const lab::Scratch scratch;
    EXPECT_EQ(said(scratch, {"report", scratch.file("x", "not a capture")}).status, 1);
    EXPECT_EQ(said(scratch, {"report", "/nowhere/x.uascope"}).status, 1);
}

TEST(ExitStatus, ReportOfACaptureIsZero) {
    const lab::Scratch scratch;
    const Said answer = said(scratch, {"report", "--json", lab::madeCapture(scratch)});
    EXPECT_EQ(answer.status, 0);
    EXPECT_TRUE(says(answer, "\"schema\": \"uaescope.report/1\"")) << answer.text;
    EXPECT_TRUE(says(answer, "\"operations\": 1,")) << answer.text;
}

TEST(ExitStatus, DoctorWithAGapIsThree) {
    const lab::Scratch scratch;
    const Said answer = said(scratch, {"doctor", "--emulator", "no-such-emulator"});
    EXPECT_EQ(answer.status, 3);
    EXPECT_TRUE(says(answer, "do: install it with 'sudo apt install fs-uae")) << answer.text;
}

TEST(ExitStatus, AttachRefusesWhatItCannotStart) {
    const lab::Scratch scratch;
    const Said missing = said(scratch, {"attach", "/nowhere/mine.fs-uae"});
    EXPECT_EQ(missing.status, 2);
    EXPECT_TRUE(says(missing, "/nowhere/mine.fs-uae: no such file")) << missing.text;
    const std::string mine = scratch.file("mine.fs-uae", "amiga_model = A1200\n");
    const Said wrongSetting = said(scratch, {"attach", mine, "--set", "x"});
    EXPECT_EQ(wrongSetting.status, 2);
    // The plugin could not tell a script from others that its interpreter runs.
    const Said script = said(scratch, {"attach", mine, "--emulator", lab::fakeEmulator(scratch, "exit 0")});
    EXPECT_EQ(script.status, 3);
    EXPECT_TRUE(says(script, "expected the emulator's program, found a script")) << script.text;
    EXPECT_TRUE(leftNothing(scratch));
}

TEST(ExitStatus, AttachedEmulatorWithoutDisplayFailsAndLeavesNothing) {
    const lab::Scratch scratch;
    const std::string mine = scratch.file("mine.fs-uae", "amiga_model = A1200\n");
    const Said answer = said(scratch, {"attach", mine, "--no-window", "--emulator", "/bin/false"});
    EXPECT_EQ(answer.status, 1);
    EXPECT_TRUE(says(answer, "the emulator ended with status 1")) << answer.text;
}

TEST(ExitStatus, AskingChecksTheJobBeforeItLooksForAnAgent) {
    const lab::Scratch scratch;
    const std::pair<std::vector<std::string>, const char*> wrong[] = {
        {{"diskslow", "DH1:"}, "unknown suite (uaebench LIST names them) 'diskslow'"},
        {{"diskperf"}, "name a volume or directory after 'diskperf'"},
        {{"diskperf", "DH1:", "FAST"}, "unknown option 'FAST'"},
        {{"trace DH1:"}, "name a command after the volume of 'trace'"},
        {{"AGENT"}, "only the Amiga's Shell can start 'AGENT'"},
        {{"diskperf", "\u4e2d:"}, "characters that an Amiga has"},
        {{"trace", "DH1:", std::string(500, 'x')}, "at most 400 bytes are allowed, and these are 511"}};
    for (auto [words, message] : wrong) {
        words.insert(words.begin(), "ask");
        const Said answer = said(scratch, words);
        EXPECT_EQ(answer.status, 2) << message;
        EXPECT_TRUE(says(answer, message)) << answer.text;
    }
    const Said nobody = said(scratch, {"ask", "diskperf", "Ram Disk:"});
    EXPECT_EQ(nobody.status, 3);
    EXPECT_TRUE(says(nobody, "no emulator is there to ask; start yours with 'uaescope attach CONFIG'")) << nobody.text;
    EXPECT_EQ(said(scratch, {"ask"}).status, 0);
    EXPECT_TRUE(says(said(scratch, {"ask", "--json"}), "\"schema\": \"uaescope.agents/1\""));
    EXPECT_TRUE(leftNothing(scratch));
}

TEST(ExitStatus, TracingWantsACommandAndAFolderOfPrograms) {
    const lab::Scratch scratch;
    EXPECT_EQ(said(scratch, {"trace", "dir"}).status, 2);
    const Said programs = said(scratch, {"trace", "dir", "--programs", "/nowhere", "--", "copy", "-x"});
    EXPECT_EQ(programs.status, 2);
    EXPECT_TRUE(says(programs, "/nowhere: expected a folder with programs")) << programs.text;
    const Said tooLong = said(scratch, {"trace", "dir", std::string(256, 'x')});
    EXPECT_EQ(tooLong.status, 2);
    EXPECT_TRUE(says(tooLong, "at most 255 bytes are allowed")) << tooLong.text;
    EXPECT_TRUE(leftNothing(scratch));
}

TEST(ExitStatus, InterruptLeavesNothingAndIsOne) {
    const lab::Scratch scratch;
    const fs::path started = scratch.path() / "started";
    const auto emulator = lab::fakeEmulator(scratch, "touch " + started.string() + "; exec sleep 100");
    const lab::Command command = uaescope(scratch, {"run", "dir", "--emulator", emulator});
    lab::ChildProcess child(command);
    while (!fs::exists(started))
        ASSERT_FALSE(child.waitFor(std::chrono::milliseconds(5))) << lab::contents(command.output);
    kill(child.pid(), SIGINT);
    const auto exit = child.waitFor(std::chrono::seconds(30));
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->status, 1);
    EXPECT_EQ(lab::contents(command.output), "uaescope: stopped after 0 of 1 runs\n");
    EXPECT_TRUE(leftNothing(scratch));
}

} // namespace
} // namespace uaescope::cli
