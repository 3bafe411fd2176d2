#include "hardfiles/error.h"
#include "hardfiles/new_file.h"
#include "tests/hardfiles/temporary_folder.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>

namespace uaescope::hardfiles {
namespace {

using testing::contents;
using testing::TemporaryFolder;

void make(const std::filesystem::path& file, Existing existing, Unfinished unfinished = Unfinished::nameless) {
    NewFile target(file, existing, unfinished);
    target.image().resize(3);
    target.image().write(0, Bytes{'n', 'e', 'w'});
    target.commit();
}

TEST(NewFile, AppearsWithCommitOnly) {
    const TemporaryFolder folder;
    {
        NewFile target(folder / "a", Existing::refuse);
        target.image().resize(3);
        EXPECT_FALSE(std::filesystem::exists(folder / "a"));
    }
    EXPECT_EQ(folder.entries(), 0u) << "something stayed behind";
    make(folder / "a", Existing::refuse);
    EXPECT_EQ(contents(folder / "a"), "new");
    EXPECT_EQ(folder.entries(), 1u);
}

// As on file systems that have no files without a name.
TEST(NewFile, AHiddenNameDoesAsWell) {
    const TemporaryFolder folder;
    {
        NewFile target(folder / "a", Existing::refuse, Unfinished::hidden);
        EXPECT_EQ(folder.entries(), 1u);
    }
    EXPECT_EQ(folder.entries(), 0u);
    make(folder / "a", Existing::refuse, Unfinished::hidden);
    EXPECT_EQ(contents(folder / "a"), "new");
    EXPECT_THROW(make(folder / "a", Existing::refuse, Unfinished::hidden), Error);
    make(folder / "a", Existing::replace, Unfinished::hidden);
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(NewFile, AKilledProcessLeavesNothingBehind) {
    const TemporaryFolder folder;
    const auto die = [&](Existing existing) {
        NewFile target(folder / "a", existing);
        target.image().resize(1 << 20);
        std::raise(SIGKILL);
    };
    EXPECT_EXIT(die(Existing::refuse), ::testing::KilledBySignal(SIGKILL), "");
    EXPECT_EQ(folder.entries(), 0u);
    std::ofstream(folder / "a") << "old";
    EXPECT_EXIT(die(Existing::replace), ::testing::KilledBySignal(SIGKILL), "");
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(NewFile, HiddenNamesCanBeRemovedWhenASignalEndsTheProcess) {
    const TemporaryFolder folder;
    const auto die = [&] {
        std::signal(SIGTERM, [](int) {
            removeUnfinishedFiles();
            std::_Exit(4);
        });
        make(folder / "b", Existing::refuse, Unfinished::hidden);
        NewFile target(folder / "a", Existing::refuse, Unfinished::hidden);
        std::raise(SIGTERM);
    };
    EXPECT_EXIT(die(), ::testing::ExitedWithCode(4), "");
    EXPECT_TRUE(std::filesystem::exists(folder / "b"));
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(NewFile, RefusesToReplaceUnlessTold) {
    const TemporaryFolder folder;
    std::ofstream(folder / "a") << "old";
    EXPECT_THROW(make(folder / "a", Existing::refuse), Error);
    EXPECT_EQ(contents(folder / "a"), "old");
    make(folder / "a", Existing::replace);
    EXPECT_EQ(contents(folder / "a"), "new");
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(NewFile, RefusesWhatAppearedInTheMeantime) {
    const TemporaryFolder folder;
    NewFile target(folder / "a", Existing::refuse);
    std::ofstream(folder / "a") << "other";
    EXPECT_THROW(target.commit(), Error);
    EXPECT_EQ(contents(folder / "a"), "other");
}

TEST(NewFile, ReplacesWhatALinkLeadsToAndKeepsTheLink) {
    const TemporaryFolder folder;
    std::ofstream(folder / "real") << "old";
    std::filesystem::create_symlink("real", folder / "link");
    make(folder / "link", Existing::replace);
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
    EXPECT_EQ(contents(folder / "real"), "new");
}

TEST(NewFile, RefusesFoldersDevicesAndLinksToNowhere) {
    const TemporaryFolder folder;
    std::filesystem::create_symlink("nowhere", folder / "link");
    EXPECT_THROW(NewFile(folder / "link", Existing::replace), Error);
    EXPECT_THROW(NewFile(folder.path(), Existing::replace), Error);
    EXPECT_THROW(NewFile("/dev/null", Existing::replace), Error);
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(NewFile, MissingFolderIsTheEnvironment) {
    const TemporaryFolder folder;
    std::ofstream(folder / "a") << "file";
    EXPECT_THROW(NewFile(folder / "none/b", Existing::refuse), EnvironmentError);
}

TEST(NewFile, HasThePermissionsThatFilesHaveHere) {
    const TemporaryFolder folder;
    make(folder / "a", Existing::refuse);
    std::ofstream(folder / "b") << "made by the library";
    EXPECT_EQ(std::filesystem::status(folder / "a").permissions(), std::filesystem::status(folder / "b").permissions());
    std::filesystem::permissions(folder / "a", std::filesystem::perms::owner_all);
    make(folder / "a", Existing::replace);
    EXPECT_EQ(std::filesystem::status(folder / "a").permissions(), std::filesystem::perms::owner_all);
}

// In a child process, because a limit and an ignored signal would stay.
TEST(NewFile, NoRoomLeavesNothingBehind) {
    const TemporaryFolder folder;
    const auto overfill = [&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{4096, 4096};
        setrlimit(RLIMIT_FSIZE, &limit);
        try {
            NewFile target(folder / "a", Existing::refuse);
            target.image().resize(1 << 20);
        } catch (const EnvironmentError& error) {
            std::cerr << error.what();
            std::_Exit(3);
        }
        std::_Exit(0);
    };
    EXPECT_EXIT(overfill(), ::testing::ExitedWithCode(3), "cannot make the file 1048576 bytes long: File too large");
    EXPECT_EQ(folder.entries(), 0u);
}

} // namespace
} // namespace uaescope::hardfiles
