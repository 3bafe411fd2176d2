#include "analyzer/lab/doctor.h"

#include "tests/lab/fake_emulator.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace uaescope::lab {
namespace {

namespace fs = std::filesystem;

Finding about(const std::string& what, const DoctorOptions& options) {
    for (const Finding& finding : examine(options))
        if (finding.what == what) return finding;
    return {};
}

TEST(Doctor, MissingEmulatorNamesThePackage) {
    const Scratch scratch;
    const Finding finding = about("emulator", {"no-such-emulator", scratch.path(), {}});
    EXPECT_EQ(finding.health, Health::gap);
    EXPECT_EQ(finding.advice.find("install it with 'sudo apt install fs-uae "), 0u) << finding.advice;
}

TEST(Doctor, EmulatorIsShownWithItsVersion) {
    const Scratch scratch;
    const auto program = fakeEmulator(scratch, "exit 1");
    const Finding finding = about("emulator", {program, scratch.path(), {}});
    EXPECT_EQ(finding.health, Health::good);
    EXPECT_EQ(finding.found, "FS-UAE 9.9.9, " + program.string());
}

TEST(Doctor, FolderThatDoesNotExistYetIsJudgedByItsParent) {
    const Scratch scratch;
    EXPECT_EQ(about("captures", {"no-such-emulator", scratch.path() / "new/one", {}}).health, Health::good);
    EXPECT_EQ(about("captures", {"no-such-emulator", scratch.file("file", "") / "new", {}}).health, Health::gap);
}

TEST(Doctor, EveryGapSaysWhatToDo) {
    const Scratch scratch;
    for (const Finding& finding : examine({"no-such-emulator", scratch.path(), {}}))
        EXPECT_EQ(finding.health == Health::gap, !finding.advice.empty()) << finding.what;
}

TEST(Doctor, EmulatorIsNotStartedWhileSomethingIsMissing) {
    const Scratch scratch;
    const Finding trial = about("trial", {"no-such-emulator", scratch.path(), {}});
    EXPECT_EQ(trial.health, Health::note);
    EXPECT_EQ(trial.found, "the emulator was not started, because of the gaps above");
}

// As the plugin writes it when the guest asked it for work and there was none.
fs::path captureOfTrial(const Scratch& scratch, const std::string& depths) {
    const fs::path file = scratch.path() / "trial.uascope";
    capture::Writer writer(file);
    writer.addFact("plugin", "uaescope 1");
    writer.addFact("depths", depths);
    writer.addFact("hooks.library", "25");
    writer.addFact("guest." US_FACT_TOOL, "uaebench 1");
    writer.finish(1000, 0);
    return file;
}

TEST(Doctor, TrialSaysHowDeepTheHooksGo) {
    const Scratch scratch;
    const DoctorOptions both{
        fakeEmulator(scratch, leaves(captureOfTrial(scratch, "library,system"))), scratch.path(), {}};
    EXPECT_EQ(about("trial", both).health, Health::good);
    EXPECT_EQ(about("hooks", both).health, Health::good);
    const DoctorOptions one{fakeEmulator(scratch, leaves(captureOfTrial(scratch, "library"))), scratch.path(), {}};
    EXPECT_EQ(about("hooks", one).health, Health::note);
    EXPECT_NE(about("hooks", one).found.find("library calls in 25 places, system calls in 0"), std::string::npos);
}

TEST(Doctor, TrialSaysWhatTheGuestSaysWhenItFindsNoPlugin) {
    const Scratch scratch;
    const auto program = fakeEmulator(
        scratch, "echo 'uaebench: not recording: the emulator finds no plugin.' >\"$UAESCOPE_SESSION/boot/said\"\n");
    const Finding trial = about("trial", {program, scratch.path(), {}});
    EXPECT_EQ(trial.health, Health::gap);
    EXPECT_EQ(trial.found, "the emulator finds no plugin.");
    EXPECT_NE(trial.advice.find("docs/emulators.md"), std::string::npos) << trial.advice;
}

TEST(Doctor, TrialIsMadeOnceMoreAfterACrash) {
    const Scratch scratch;
    const std::string second = (scratch.path() / "second").string();
    const auto program = fakeEmulator(scratch, "[ -e " + second + " ] || { touch " + second + "; kill -ABRT $$; }\n" +
                                                   leaves(captureOfTrial(scratch, "library,system")));
    EXPECT_EQ(about("trial", {program, scratch.path(), {}}).health, Health::good);
}

TEST(Doctor, TrialSaysHowAnEmulatorEndedThatNeverBooted) {
    const Scratch scratch;
    const Finding trial = about("trial", {fakeEmulator(scratch, "echo no screen >&2; exit 7"), scratch.path(), {}});
    EXPECT_EQ(trial.health, Health::gap);
    EXPECT_NE(trial.found.find("status 7"), std::string::npos) << trial.found;
    EXPECT_NE(trial.found.find("no screen"), std::string::npos) << trial.found;
}

} // namespace
} // namespace uaescope::lab
