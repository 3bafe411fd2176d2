#include "analyzer/core/roles.h"

#include "tests/core/trace_builder.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {
namespace {

// The role of one path, in a trace whose storage is the given one.
Role roleOf(const char* storagePath, const char* path) {
    TraceBuilder builder;
    builder.withoutFact("storage.1").fact("storage.0", storagePath);
    const std::uint32_t number = builder.number(path);
    return rolesOf(builder.build())[number];
}

} // namespace

TEST(Roles, TheImageIsStorage) { EXPECT_EQ(roleOf("/a/x.hdf", "/a/x.hdf"), Role::storage); }

TEST(Roles, TheDirectoryAndAllUnderItAreStorage) {
    EXPECT_EQ(roleOf("/a/dir", "/a/dir"), Role::storage);
    EXPECT_EQ(roleOf("/a/dir", "/a/dir/sub/file"), Role::storage);
}

TEST(Roles, APathThatOnlyBeginsAlikeIsNot) { EXPECT_EQ(roleOf("/a/dir", "/a/dir2/file"), Role::emulator); }

TEST(Roles, SlashesAndDotsDoNotMatter) {
    EXPECT_EQ(roleOf("/a/dir/", "/a/dir//./file"), Role::storage);
    EXPECT_EQ(roleOf("/a/b/../dir", "/a/dir/"), Role::storage);
}

TEST(Roles, MetadataInTheDirectoryIsASideFile) {
    EXPECT_EQ(roleOf("/a/dir", "/a/dir/file.uaem"), Role::sideFile);
    EXPECT_EQ(roleOf("/a/dir", "/a/dir/_UAEFSDB.___"), Role::sideFile);
    EXPECT_EQ(roleOf("/a/dir", "/a/dir/file.uaem.tmp"), Role::sideFile);
}

TEST(Roles, MetadataElsewhereIsTheEmulators) { EXPECT_EQ(roleOf("/a/dir", "/boot/file.uaem"), Role::emulator); }

TEST(Roles, OtherFilesAreTheEmulators) {
    EXPECT_EQ(roleOf("/a/dir", "/etc/localtime"), Role::emulator);
    EXPECT_EQ(roleOf("/a/dir", "/base/Cache/Logs/fs-uae.log.txt"), Role::emulator);
}

TEST(Roles, NoNameIsUnknown) { EXPECT_EQ(rolesOf(TraceBuilder().build())[0], Role::unknown); }

TEST(Roles, WithoutStorageFactsTheStorageThreadsTell) {
    TraceBuilder builder;
    builder.withoutFact("storage.0").withoutFact("storage.1").threadName(2, "filesys").threadName(3, "fs-uae");
    builder.library(capture::Call::stat, 10, 20, {.path = "/home/me/Work/file", .thread = 2})
        .library(capture::Call::stat, 30, 40, {.path = "/home/me/Work/file.uaem", .thread = 2})
        .library(capture::Call::stat, 50, 60, {.path = "/etc/localtime", .thread = 2})
        .library(capture::Call::stat, 70, 80, {.path = "/home/me/picture", .thread = 3});
    const std::vector<Role> roles = rolesOf(builder.build());
    EXPECT_EQ(roles[builder.number("/home/me/Work/file")], Role::storage);
    EXPECT_EQ(roles[builder.number("/home/me/Work/file.uaem")], Role::sideFile);
    EXPECT_EQ(roles[builder.number("/etc/localtime")], Role::emulator);
    EXPECT_EQ(roles[builder.number("/home/me/picture")], Role::emulator);
}

} // namespace uaescope::core::test
