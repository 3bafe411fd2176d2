#include "analyzer/lab/uae_configuration.h"

#include "analyzer/lab/error.h"
#include "hardfiles/create.h"
#include "tests/lab/scratch.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace uaescope::lab {
namespace {

using Lines = std::vector<std::string>;

TEST(UaeConfiguration, DrivesOfFsUaeBecomeLines) {
    const Scratch scratch;
    const std::string folder = scratch.folder("Work");
    const std::string image = scratch.file("x.hdf", std::string("DOS\x03", 4) + std::string(1020, '\0'));
    const Lines lines = uaeLines({{"hard_drive_0", folder},
                                  {"hard_drive_0_priority", "20"},
                                  {"hard_drive_1", image},
                                  {"hard_drive_1_read_only", "1"},
                                  {"floppy_drive_1", "/b.adf"},
                                  {"cdrom_drive_0", "/c.iso"}},
                                 {});
    EXPECT_EQ(lines,
              (Lines{"filesystem2=rw,DH0:Work:" + folder + ",20", "hardfile2=ro,DH1:" + image + ",32,1,2,512,0,,uae1",
                     "floppy1=/b.adf", "nr_floppies=2", "cdimage0=/c.iso,image"}));
}

TEST(UaeConfiguration, ImageWithAnRdbHasNoGeometryOfOurs) {
    const Scratch scratch;
    hardfiles::CreateOptions options;
    options.size = 8 << 20;
    options.kind = hardfiles::HardfileKind::rdb;
    options.existing = hardfiles::Existing::replace;
    const std::string image = scratch.file("x.hdf", "");
    createHardfile(image, options);
    const Lines lines = uaeLines({{"hard_drive_1", image}, {"hard_drive_1_controller", "ide"}}, {});
    EXPECT_EQ(lines.front(), "hardfile2=rw,DH1:" + image + ",0,0,0,512,0,,ide1");
}

TEST(UaeConfiguration, OtherSettingsAndLinesStayWithoutFsUaesPrefix) {
    const Lines lines = uaeLines({{"cpu_speed", "max"}, {"uae_cycle_exact", "false"}}, {"uae_hardfile2=rw,XH1:/x"});
    EXPECT_EQ(lines,
              (Lines{"cpu_speed=max", "cycle_exact=false", "nr_floppies=0", "floppy0type=-1", "hardfile2=rw,XH1:/x"}));
}

TEST(UaeConfiguration, WhatItCannotExpressIsRefused) {
    const Scratch scratch;
    const std::string folder = scratch.folder("a,b");
    EXPECT_NE(messageOf<UsageError>([&] {
                  uaeLines({{"hard_drive_1", folder}}, {});
              }).find("comma"),
              std::string::npos);
    for (const char* key : {"hard_drive_1_file_system", "hard_drive_1_type", "hard_drive_10", "hard_drive_1_Label",
                            "floppy_drive_4", "floppy_drive_volume", "cdrom_drive_1"})
        EXPECT_EQ(messageOf<UsageError>([&] {
                      uaeLines({{key, "x"}}, {});
                  }),
                  std::string(key) + ": this setting of FS-UAE's drives is not translated for Amiberry; give a line of "
                                     "UAE's own instead, for instance uae_hardfile2=rw,DH1:/path,0,0,0,512,0,,ide1");
}

} // namespace
} // namespace uaescope::lab
