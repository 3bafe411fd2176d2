#include "analyzer/lab/guest_disk.h"

#include "analyzer/lab/child_process.h"
#include "analyzer/lab/error.h"
#include "hardfiles/boot_code.h"
#include "hardfiles/image.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

class GuestDiskTest : public testing::Test {
protected:
    fs::path made(const char* name, std::vector<std::string> commands = {}) {
        const fs::path target = m_scratch.path() / name;
        makeGuestDisk({target, std::move(commands), tool()});
        return target;
    }

    fs::path tool() { return m_scratch.file("tool", std::string(70000, 'u')); }

    std::size_t entries() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(m_scratch.path()), fs::directory_iterator()));
    }

    std::string printedBy(std::vector<std::string> words) const {
        const fs::path output = m_scratch.path() / "output";
        ChildProcess child({std::move(words), {}, m_scratch.path(), output});
        const auto exit = child.waitFor(std::chrono::seconds(60));
        EXPECT_TRUE(exit && exit->status == 0) << contents(output);
        return contents(output);
    }

    Scratch m_scratch;
};

TEST_F(GuestDiskTest, FolderHasTheToolAndStartsIt) {
    const fs::path folder = made("bench", {"diskperf DH0:", "truth DH0: RESULTS RAM:r"});
    EXPECT_EQ(fs::file_size(folder / "uaebench"), 70000u);
    EXPECT_EQ(contents(folder / "S/startup-sequence"), "uaebench LINES SYS:S/uaebench-lines\n");
    EXPECT_EQ(contents(folder / "S/uaebench-lines"), "diskperf DH0:\ntruth DH0: RESULTS RAM:r\n");
    EXPECT_NE(contents(folder / "ReadMe").find("uaebench LIST"), std::string::npos);
}

TEST_F(GuestDiskTest, WithoutCommandsItSaysWhatItCanDo) {
    EXPECT_EQ(contents(made("bench") / "S/startup-sequence"), "uaebench\n");
}

TEST_F(GuestDiskTest, MoreLinesThanTheToolReadsAreRefused) {
    const std::vector<std::string> commands(400, "diskperf DH0:");
    EXPECT_NE(messageOf<UsageError>([&] { made("bench", commands); }).find("there is room for 4000 on one disk"),
              std::string::npos);
    EXPECT_FALSE(fs::exists(m_scratch.path() / "bench"));
}

// unadf is the judge of what is on the images.
TEST_F(GuestDiskTest, ImagesHoldTheSameFiles) {
    for (const char* name : {"bench.adf", "bench.hdf"}) {
        const fs::path image = made(name, {"diskperf DH0:"});
        const std::string listed = printedBy({"unadf", "-r", image.string()});
        for (const char* file : {"uaebench", "ReadMe", "startup-sequence"})
            EXPECT_NE(listed.find(file), std::string::npos) << name << "\n" << listed;
        const fs::path out = m_scratch.folder(std::string(name) + ".out");
        printedBy({"unadf", image.string(), "-d", out.string()});
        EXPECT_EQ(contents(out / "uaebench"), std::string(70000, 'u')) << name;
        EXPECT_EQ(contents(out / "S/startup-sequence"), "uaebench LINES SYS:S/uaebench-lines\n") << name;
        EXPECT_EQ(contents(out / "S/uaebench-lines"), "diskperf DH0:\n") << name;
    }
}

TEST_F(GuestDiskTest, FloppyHasTheSizeOfOneAndBootsInAnyKickstart) {
    const fs::path floppy = made("bench.ADF");
    EXPECT_EQ(fs::file_size(floppy), 901120u);
    const hardfiles::FileImage image(floppy, hardfiles::FileImage::Access::readOnly);
    hardfiles::Bytes boot(1024);
    image.read(0, boot);
    EXPECT_EQ(hardfiles::longAt(boot, 0), 0x444f5300u); // the old filesystem
    EXPECT_EQ(hardfiles::longAt(boot, 8), 880u);
    EXPECT_EQ(hardfiles::bootChecksumError(boot), 0u);
}

TEST_F(GuestDiskTest, WhatExistsIsNotTouched) {
    const fs::path mine = m_scratch.file("mine.adf", "precious");
    EXPECT_NE(messageOf<UsageError>([&] { made("mine.adf"); }).find("exists already; name something new"),
              std::string::npos);
    EXPECT_EQ(contents(mine), "precious");
    EXPECT_NE(messageOf<UsageError>([&] { made("none/bench.adf"); }).find("make it first"), std::string::npos);
}

TEST_F(GuestDiskTest, BadCommandsAndToolsLeaveNothing) {
    tool();
    const std::size_t before = entries();
    EXPECT_THROW(made("bench.adf", {"diskperf DH0:\nformat DH0:"}), UsageError);
    EXPECT_THROW(made("bench.adf", {""}), UsageError);
    EXPECT_THROW(makeGuestDisk({m_scratch.path() / "bench.adf", {}, m_scratch.path() / "none"}), EnvironmentError);
    const fs::path large = m_scratch.file("large", std::string(1 << 20, 'u'));
    EXPECT_ANY_THROW(makeGuestDisk({m_scratch.path() / "bench.adf", {}, large}));
    EXPECT_EQ(entries(), before + 1);
}

} // namespace
} // namespace uaescope::lab
