#include "analyzer/lab/child_process.h"

#include "analyzer/lab/error.h"
#include "tests/lab/scratch.h"

#include <csignal>
#include <gtest/gtest.h>
#include <thread>

using std::chrono::milliseconds;
using std::chrono::seconds;

namespace uaescope::lab {
namespace {

Command shell(const Scratch& scratch, const std::string& script) {
    return {{"/bin/sh", "-c", script}, {}, scratch.path(), scratch.path() / "output"};
}

TEST(ChildProcess, TellsTheExitStatus) {
    const Scratch scratch;
    ChildProcess child(shell(scratch, "exit 7"));
    const auto exit = child.waitFor(seconds(20));
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->status, 7);
    EXPECT_EQ(exit->signal, 0);
}

TEST(ChildProcess, TellsTheSignal) {
    const Scratch scratch;
    ChildProcess child(shell(scratch, "kill -SEGV $$"));
    const auto exit = child.waitFor(seconds(20));
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->signal, SIGSEGV);
}

TEST(ChildProcess, RunsInItsFolderWithTheAddedEnvironment) {
    const Scratch scratch;
    Command command = shell(scratch, "pwd; echo $FLAVOUR; echo to stderr >&2");
    command.environment = {{"FLAVOUR", "mint"}};
    ChildProcess child(command);
    ASSERT_TRUE(child.waitFor(seconds(20)));
    EXPECT_EQ(contents(scratch.path() / "output"),
              std::filesystem::canonical(scratch.path()).string() + "\nmint\nto stderr\n");
}

TEST(ChildProcess, WaitGivesUpAfterItsTime) {
    const Scratch scratch;
    ChildProcess child(shell(scratch, "exec sleep 100"));
    EXPECT_FALSE(child.waitFor(milliseconds(1)));
    EXPECT_EQ(child.end(seconds(20)).signal, SIGTERM);
}

TEST(ChildProcess, KillsWhatIgnoresTerminate) {
    const Scratch scratch;
    ChildProcess child(shell(scratch, "trap '' TERM; echo ready; while :; do :; done"));
    while (firstLine(scratch.path() / "output") != "ready") ASSERT_FALSE(child.waitFor(milliseconds(1)));
    EXPECT_EQ(child.end(milliseconds(50)).signal, SIGKILL);
}

TEST(ChildProcess, EndsWhatTheChildStarted) {
    const Scratch scratch;
    {
        ChildProcess child(shell(scratch, "sleep 100 & echo $!; wait"));
        while (firstLine(scratch.path() / "output").empty()) ASSERT_FALSE(child.waitFor(milliseconds(1)));
    }
    const std::string grandchild = "/proc/" + firstLine(scratch.path() / "output") + "/stat";
    // Killed, but it may take the system a moment to notice, and init another to reap it. The test's timeout bounds
    // this.
    const auto runs = [&] {
        const std::string state = contents(grandchild);
        return !state.empty() && state.find(") Z") == std::string::npos && state.find(") X") == std::string::npos;
    };
    while (runs()) std::this_thread::yield();
}

TEST(ChildProcess, MissingProgramIsAnError) {
    const Scratch scratch;
    const Command command{{"/nowhere/program"}, {}, scratch.path(), scratch.path() / "output"};
    EXPECT_EQ(messageOf<EnvironmentError>([&] { const ChildProcess child(command); }),
              "/nowhere/program: cannot be started in " + scratch.path().string() + ": No such file or directory");
}

} // namespace
} // namespace uaescope::lab
