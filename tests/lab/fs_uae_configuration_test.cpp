#include "analyzer/lab/fs_uae_configuration.h"

#include "analyzer/lab/error.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

// The person's files: a base folder with the folders that FS-UAE makes in it, and configurations beside it.
class FsUaeConfigurationTest : public testing::Test {
protected:
    FsUaeConfiguration read(const std::string& lines) const {
        return readFsUaeConfiguration(
            m_scratch.file("mine.fs-uae", "[config]\nbase_dir = " + m_base.string() + "\n" + lines));
    }
    std::map<std::string, fs::path> volumes(const std::string& lines) const {
        std::map<std::string, fs::path> all;
        for (const UserVolume& volume : read(lines).volumes) all[volume.drive] = volume.path;
        return all;
    }
    fs::path inBase(const std::string& folder, const std::string& file) const {
        fs::create_directories(m_base / folder);
        writeTextFile(m_base / folder / file, "x");
        return m_base / folder / file;
    }

    Scratch m_scratch;
    fs::path m_base = m_scratch.folder("base");
};

TEST_F(FsUaeConfigurationTest, DrivesAreFoundWhereFsUaeLooks) {
    const fs::path beside = m_scratch.file("beside.hdf", "x");
    const fs::path disk = inBase("Hard Drives", "work.hdf");
    const fs::path floppy = inBase("Floppies", "boot.adf");
    const fs::path disc = inBase("CD-ROMs", "game.iso");
    const auto found = volumes("hard-drive-0 = beside.hdf\nHard_Drive_1=work.hdf\nfloppy_drive_0 = boot.adf\n"
                               "cdrom_drive_0 = game.iso\nhard_drive_2 = /absolute/./x.hdf\nhard_drive_3 =\n");
    const std::map<std::string, fs::path> expected = {
        {"DH0", beside}, {"DH1", disk}, {"DH2", "/absolute/x.hdf"}, {"DF0", floppy}, {"CD0", disc}};
    EXPECT_EQ(found, expected);
}

TEST_F(FsUaeConfigurationTest, NamesOfFoldersAreExpanded) {
    const auto found = volumes("hard_drive_0 = $BASE/a\nhard_drive_1 = $config/b\nhard_drive_2 = ~/c\n");
    EXPECT_EQ(found.at("DH0"), m_base / "a");
    EXPECT_EQ(found.at("DH1"), m_scratch.path() / "b");
    EXPECT_EQ(found.at("DH2"), fs::path(std::getenv("HOME")) / "c"); // NOLINT(concurrency-mt-unsafe)
}

TEST_F(FsUaeConfigurationTest, LinesForUaeAddDrives) {
    const auto found = volumes("uae_hardfile2 = rw,XH1:/x.hdf,32,1,2,1024,0,,uae\n");
    EXPECT_EQ(found.at("XH1"), "/x.hdf");
}

TEST_F(FsUaeConfigurationTest, HostConfigurationIsAddedAndDoesNotReplace) {
    fs::create_directory(m_base / "Configurations");
    writeTextFile(m_base / "Configurations/Host.fs-uae", "[config]\nhard_drive_0 = /host\nhard_drive_5 = /host5\n");
    const auto found = volumes("hard_drive_0 = /mine\n");
    EXPECT_EQ(found.at("DH0"), "/mine");
    EXPECT_EQ(found.at("DH5"), "/host5");
}

TEST_F(FsUaeConfigurationTest, TellsPluginFolderAndFreeDrives) {
    const FsUaeConfiguration usual = read("hard_drive_9 = /x\nhard_drive_3 = /y\n");
    EXPECT_EQ(usual.plugins, m_base / "Plugins");
    EXPECT_EQ(usual.freeDrives, (std::vector<int>{8, 7, 6, 5, 4, 2, 1, 0}));
    EXPECT_EQ(read("plugins_dir = /their/plugins\n").plugins, "/their/plugins");
}

TEST_F(FsUaeConfigurationTest, WhatIsSetAnewStandsBeforeTheFile) {
    const fs::path file = m_scratch.file("mine.fs-uae", "[config]\nbase_dir = " + m_base.string() +
                                                            "\nhard_drive_0 = /old\nhard_drive_2 = /gone\n"
                                                            "plugins_dir = /old/plugins\n");
    const FsUaeConfiguration found = readFsUaeConfiguration(
        file, {{"Hard-Drive-0", "/new"}, {"hard_drive_9", "/more"}, {"hard_drive_2", ""}, {"plugins_dir", "/new/p"}});
    std::map<std::string, fs::path> drives;
    for (const UserVolume& volume : found.volumes) drives[volume.drive] = volume.path;
    EXPECT_EQ(drives, (std::map<std::string, fs::path>{{"DH0", "/new"}, {"DH9", "/more"}}));
    EXPECT_EQ(found.plugins, "/new/p");
    EXPECT_EQ(found.freeDrives, (std::vector<int>{8, 7, 6, 5, 4, 3, 2, 1}));
}

TEST_F(FsUaeConfigurationTest, SettingAnewMakesNoConfigurationOfAForeignFile) {
    const fs::path letter = m_scratch.file("letter", "Dear reader\n");
    EXPECT_THROW(readFsUaeConfiguration(letter, {{"hard_drive_0", "/x"}}), UsageError);
}

TEST_F(FsUaeConfigurationTest, MissingAndForeignFilesAreRefused) {
    EXPECT_EQ(messageOf<UsageError>([] { readFsUaeConfiguration("/nowhere/x.fs-uae"); }),
              "/nowhere/x.fs-uae: no such file; name a configuration of FS-UAE, for instance Work.fs-uae");
    const fs::path letter = m_scratch.file("letter", "Dear reader\n");
    EXPECT_NE(messageOf<UsageError>([&] { readFsUaeConfiguration(letter); }).find("expected lines like"),
              std::string::npos);
    EXPECT_NE(messageOf<UsageError>([&] { readFsUaeConfiguration(m_base); }).find("no such file"), std::string::npos);
}

} // namespace
} // namespace uaescope::lab
