#include "analyzer/lab/user_volume.h"

#include "tests/lab/scratch.h"

#include <gtest/gtest.h>

namespace uaescope::lab {
namespace {

std::string volume(std::string_view key, std::string_view value) {
    const auto found = volumeOfUaeLine(key, value);
    return found ? found->drive + " is " + found->path.string() : "none";
}

TEST(UserVolume, IsReadFromUaesLines) {
    EXPECT_EQ(volume("filesystem2", "rw,DH0:Work:/home/me/amiga,0"), "DH0 is /home/me/amiga");
    EXPECT_EQ(volume("filesystem2", "ro,DH0:Work:\"/home/me/a, b\",0"), "DH0 is /home/me/a, b");
    EXPECT_EQ(volume("hardfile2", "rw,DH1:/home/me/x.hdf,32,1,2,512,0,,uae1"), "DH1 is /home/me/x.hdf");
    EXPECT_EQ(volume("hardfile2", "rw,:/home/me/rdb.hdf,0,0,0,512,0,,ide0"), " is /home/me/rdb.hdf");
    EXPECT_EQ(volume("floppy1", "/disks/b.adf"), "DF1 is /disks/b.adf");
    EXPECT_EQ(volume("cdimage0", "/discs/game.cue,image"), "CD0 is /discs/game.cue");
}

TEST(UserVolume, OtherLinesAndEmptyDrivesAreNone) {
    EXPECT_EQ(volume("floppy0", ""), "none");
    EXPECT_EQ(volume("floppy0type", "0"), "none");
    EXPECT_EQ(volume("filesystem2", "rw,DH0"), "none");
    EXPECT_EQ(volume("hardfile2", ""), "none");
    EXPECT_EQ(volume("cpu_type", "68040"), "none");
}

TEST(UserVolume, CueSheetStandsForTheFilesItNames) {
    const Scratch scratch;
    const auto sheet =
        scratch.file("disc.cue", "FILE \"track 1.bin\" BINARY\n  TRACK 01 MODE1/2352\n FILE two.wav WAVE\n");
    const std::vector<std::filesystem::path> expected = {sheet, scratch.path() / "track 1.bin",
                                                         scratch.path() / "two.wav"};
    EXPECT_EQ(filesOf({"CD0", sheet}), expected);
    EXPECT_EQ(filesOf({"CD0", "/nowhere/disc.iso"}).size(), 1u);
}

} // namespace
} // namespace uaescope::lab
