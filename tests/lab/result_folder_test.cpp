#include "analyzer/lab/result_folder.h"

#include "analyzer/lab/error.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

TEST(ResultFolder, IsRemovedAgainWhenNothingCameToBeInIt) {
    const Scratch scratch;
    const fs::path place = scratch.folder("place");
    {
        const ResultFolder made(place / "a/b");
        EXPECT_TRUE(fs::is_empty(made.path()));
    }
    EXPECT_TRUE(fs::is_empty(place));
}

TEST(ResultFolder, StaysWithWhatIsInIt) {
    const Scratch scratch;
    {
        const ResultFolder made(scratch.path() / "a/b");
        writeTextFile(made.path() / "capture", "x");
    }
    EXPECT_TRUE(fs::exists(scratch.path() / "a/b/capture"));
}

TEST(ResultFolder, LeavesAFolderThatWasThereBefore) {
    const Scratch scratch;
    { const ResultFolder there(scratch.folder("out")); }
    EXPECT_TRUE(fs::exists(scratch.path() / "out"));
}

TEST(ResultFolder, PlaceThatTakesNoFolderIsRefused) {
    const Scratch scratch;
    const fs::path file = scratch.file("file", "");
    const std::string message = messageOf<EnvironmentError>([&] { const ResultFolder made(file / "out"); });
    EXPECT_NE(message.find("cannot be made: Not a directory; name another one with --out"), std::string::npos)
        << message;
}

} // namespace
} // namespace uaescope::lab
