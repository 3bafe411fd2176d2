#include "analyzer/core/file_purpose.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {
namespace {

std::string nameOf(const char* path, Role role = Role::emulator) {
    return purposeName(purposeOf(path, role, {{"boot", "/session/boot"}}));
}

} // namespace

TEST(FilePurpose, FollowsTheRoleOfStorage) {
    EXPECT_EQ(nameOf("/vol/my.log", Role::storage), "volume");
    EXPECT_EQ(nameOf("/vol/my.log.uaem", Role::sideFile), "side file");
}

TEST(FilePurpose, NamesTheEmulatorsFiles) {
    EXPECT_EQ(nameOf("/session/boot/S/startup-sequence"), "boot volume");
    EXPECT_EQ(nameOf("/base/Cache/Logs/fs-uae.log.txt"), "log");
    EXPECT_EQ(nameOf("/session/emulator.out"), "log");
    EXPECT_EQ(nameOf("/base/Save States/config"), "saved state");
    EXPECT_EQ(nameOf("/base/Kickstarts/kick31.rom"), "ROM");
    EXPECT_EQ(nameOf("/base/Plugins/uaescope-linux-x86-64.so"), "program");
    EXPECT_EQ(nameOf("/lib/x86_64-linux-gnu/libz.so.1"), "program");
    EXPECT_EQ(nameOf("/home/me/a4000.uae"), "configuration");
    EXPECT_EQ(nameOf("/usr/share/fs-uae/fs-uae.dat"), "configuration");
}

TEST(FilePurpose, NamesTheHostsFiles) {
    EXPECT_EQ(nameOf("/etc/localtime"), "time zone");
    EXPECT_EQ(nameOf("/usr/share/zoneinfo/Universal"), "time zone");
    EXPECT_EQ(nameOf("/proc/self/status"), "host system");
    EXPECT_EQ(nameOf("/home/me/etc/thing"), "other");
}

} // namespace uaescope::core::test
