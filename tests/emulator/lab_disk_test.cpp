// Results on a disk that is full, or becomes so during a run: a small file system in memory, in a mount namespace of
// its own, so that nothing but the test sees it.

#include "analyzer/lab/child_process.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace uaescope::lab {
namespace {

bool canMount() { return std::system("unshare -rm mount -t tmpfs tmpfs /mnt 2>/dev/null") == 0; }

struct Said {
    int status = -1;
    std::string text;     // what uaescope said
    std::string leftOver; // names of what it left on the disk
};

// Runs `uaescope run dir` with its results on a disk of that size, and a shell command beside it.
Said runOnDiskOf(const Scratch& scratch, const std::string& size, const std::string& meanwhile) {
    const std::string script = "mount -t tmpfs -o size=" + size + " tmpfs disk || exit 99\n(" + meanwhile +
                               ") & beside=$!\n"
                               "'" UAESCOPE_TEST_BIN "/uaescope' run dir --out disk/results\nstatus=$?\n"
                               "kill $beside 2>/dev/null; wait $beside\n"
                               "find disk -mindepth 1 ! -name filler ! -path disk/results > left\nexit $status\n";
    scratch.folder("disk");
    const Command command{
        {"unshare", "-rm", scratch.program("on-small-disk", script)}, {}, scratch.path(), scratch.path() / "said"};
    ChildProcess child(command);
    const auto exit = child.waitFor(std::chrono::minutes(3));
    if (!exit) return {-1, "still running", ""};
    return {exit->status, contents(command.output), contents(scratch.path() / "left")};
}

TEST(LabDisk, FullBeforeTheRunIsSaidAndNothingIsLeft) {
    if (!canMount()) GTEST_SKIP() << "unshare -rm mount: not allowed here";
    const Scratch scratch;
    const Said said = runOnDiskOf(scratch, "16m", "true");
    EXPECT_EQ(said.status, 3) << said.text;
    EXPECT_NE(said.text.find("the disk is full: a run needs 32 MB, but only 16 MB are free"), std::string::npos)
        << said.text;
    EXPECT_EQ(said.leftOver, "");
}

TEST(LabDisk, FullDuringTheRunIsSaidAndNothingIsLeft) {
    if (!canMount()) GTEST_SKIP() << "unshare -rm mount: not allowed here";
    const Scratch scratch;
    const Said said = runOnDiskOf(scratch, "40m",
                                  "until find disk | grep -q capture.uascope; do sleep 0.05; done; "
                                  "cat /dev/zero > disk/filler 2>/dev/null");
    EXPECT_EQ(said.status, 3) << said.text;
    EXPECT_NE(said.text.find("the disk is full; make room, or name another place with --out"), std::string::npos)
        << said.text;
    EXPECT_EQ(said.leftOver, "");
}

} // namespace
} // namespace uaescope::lab
