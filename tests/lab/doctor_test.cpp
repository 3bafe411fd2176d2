#include "analyzer/lab/doctor.h"

#include "tests/lab/fake_emulator.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace uaescope::lab {
namespace {

Finding about(const std::string& what, const DoctorOptions& options) {
    for (const Finding& finding : examine(options))
        if (finding.what == what) return finding;
    return {};
}

TEST(Doctor, MissingEmulatorNamesThePackage) {
    const Scratch scratch;
    const Finding finding = about("emulator", {"no-such-emulator", scratch.path()});
    EXPECT_EQ(finding.health, Health::gap);
    EXPECT_EQ(finding.advice, "sudo apt install fs-uae");
}

TEST(Doctor, EmulatorIsShownWithItsVersion) {
    const Scratch scratch;
    const auto program = fakeEmulator(scratch, "exit 1");
    const Finding finding = about("emulator", {program, scratch.path()});
    EXPECT_EQ(finding.health, Health::good);
    EXPECT_EQ(finding.found, "FS-UAE 9.9.9, " + program.string());
}

TEST(Doctor, FolderThatDoesNotExistYetIsJudgedByItsParent) {
    const Scratch scratch;
    EXPECT_EQ(about("captures", {"no-such-emulator", scratch.path() / "new/one"}).health, Health::good);
    EXPECT_EQ(about("captures", {"no-such-emulator", scratch.file("file", "") / "new"}).health, Health::gap);
}

TEST(Doctor, EveryGapSaysWhatToDo) {
    const Scratch scratch;
    for (const Finding& finding : examine({"no-such-emulator", scratch.path()}))
        EXPECT_EQ(finding.health == Health::gap, !finding.advice.empty()) << finding.what;
}

} // namespace
} // namespace uaescope::lab
