// doctor's trial in the real emulator: with native code, and without it.
#include "analyzer/lab/doctor.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>

namespace uaescope::lab {
namespace {

Finding about(const std::string& what, const std::vector<Finding>& findings) {
    for (const Finding& finding : findings)
        if (finding.what == what) return finding;
    return {};
}

TEST(LabDoctor, SeesTheEmulatorLoadThePluginAndHowDeepItsHooksGo) {
    const Scratch scratch;
    const std::filesystem::path out = scratch.folder("out");
    const std::vector<Finding> findings = examine({"fs-uae", out, {}});
    EXPECT_FALSE(hasGap(findings));
    EXPECT_EQ(about("trial", findings).health, Health::good) << about("trial", findings).found;
    EXPECT_EQ(about("hooks", findings).health, Health::good) << about("hooks", findings).found;
    EXPECT_TRUE(std::filesystem::is_empty(out));
}

TEST(LabDoctor, SaysThatNativeCodeIsOff) {
    const Scratch scratch;
    const std::vector<Finding> findings =
        examine({"fs-uae", scratch.path(), {{"uae_native_code", "false"}, {"uaenative_library", "0"}}});
    const Finding trial = about("trial", findings);
    EXPECT_EQ(trial.health, Health::gap);
    EXPECT_EQ(trial.found, "there is no uaenative.library (no UAE, or native code is switched off).");
}

} // namespace
} // namespace uaescope::lab
