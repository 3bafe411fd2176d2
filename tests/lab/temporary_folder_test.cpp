#include "analyzer/lab/temporary_folder.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

TEST(TemporaryFolder, IsGoneWithAllItHolds) {
    const Scratch scratch;
    fs::path path;
    {
        const TemporaryFolder folder(scratch.path());
        path = folder.path();
        writeTextFile(path / "file", "text");
    }
    EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, RemovesWhatAKilledProcessLeft) {
    const Scratch scratch;
    const fs::path parent = scratch.folder("results");
    const pid_t child = fork();
    if (child == 0) {
        const TemporaryFolder abandoned(parent);
        writeTextFile(abandoned.path() / "file", "text");
        _exit(0); // without destructors
    }
    waitpid(child, nullptr, 0);
    ASSERT_FALSE(fs::is_empty(parent));
    const TemporaryFolder living(parent);
    const TemporaryFolder another(parent);
    EXPECT_TRUE(fs::exists(living.path()));
    EXPECT_EQ(std::distance(fs::directory_iterator(parent), fs::directory_iterator()), 2);
}

TEST(TemporaryFolder, LeavesFoldersOfOthersAlone) {
    const Scratch scratch;
    const fs::path other = scratch.folder(".uaescope-notes");
    const TemporaryFolder folder(scratch.path());
    EXPECT_TRUE(fs::exists(other));
}

} // namespace
} // namespace uaescope::lab
