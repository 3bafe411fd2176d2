// Ctrl-C in the middle of a real comparison.

#include "analyzer/lab/child_process.h"
#include "tests/lab/scratch.h"

#include <csignal>
#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

std::size_t filesNamed(const fs::path& folder, const std::string& name) {
    std::size_t count = 0;
    std::error_code error; // folders of a session vanish while we look
    for (fs::recursive_directory_iterator it(folder, error), end; it != end && !error; it.increment(error))
        if (it->path().filename() == name) ++count;
    return count;
}

// Processes whose command line names the folder.
std::size_t processesWorkingIn(const fs::path& folder) {
    std::size_t count = 0;
    for (const fs::directory_entry& process : fs::directory_iterator("/proc"))
        if (contents(process.path() / "cmdline").find(folder.string()) != std::string::npos) ++count;
    return count;
}

TEST(LabInterrupt, KeepsFinishedCapturesAndLeavesNothingElse) {
    const Scratch scratch;
    const fs::path out = scratch.path() / "out";
    const Command command{{std::string(UAESCOPE_TEST_BIN) + "/uaescope", "compare", "hdf", "dir", "--suite", "diskperf",
                           "--repeat", "1", "--out", out},
                          {},
                          scratch.path(),
                          scratch.path() / "said"};
    ChildProcess child(command);
    const auto secondRunHasBegun = [&] {
        return fs::exists(out / "hdf-1.uascope") && filesNamed(out, "capture.uascope") == 1;
    };
    while (!secondRunHasBegun()) ASSERT_FALSE(child.waitFor(std::chrono::milliseconds(20))) << contents(command.output);
    kill(child.pid(), SIGINT);
    const auto exit = child.waitFor(std::chrono::minutes(1));
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->status, 1);
    const std::string said = contents(command.output);
    EXPECT_NE(said.find("stopped after 1 of 2 runs"), std::string::npos) << said;
    EXPECT_NE(said.find("hdf-1.uascope"), std::string::npos) << said;
    EXPECT_EQ(std::distance(fs::directory_iterator(out), fs::directory_iterator()), 1);
    EXPECT_EQ(processesWorkingIn(out), 0u);
}

} // namespace
} // namespace uaescope::lab
