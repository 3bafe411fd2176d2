#include "analyzer/lab/guest_format.h"

#include "analyzer/lab/batch.h"
#include "analyzer/lab/error.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/rdb_editor.h"
#include "tests/lab/fake_emulator.h"
#include "tests/lab/saved_handler.h"

#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

// The guest's answer to a job to format.
fs::path formatCapture(const Scratch& scratch, std::string_view status) {
    const fs::path file = scratch.path() / ("format-" + std::string(status) + ".uascope");
    capture::Writer writer(file);
    writer.add(capture::Text{1000, writer.string("uaebench: DH1: could not be formatted: error 115"), US_TEXT_CONSOLE});
    writer.addFact("job.status", std::string(status));
    writer.finish(7000, 0);
    return file;
}

class GuestFormat : public testing::Test {
protected:
    GuestFormat() {
        m_options.run.out = m_scratch.folder("out");
        m_options.run.plugin = m_scratch.file("plugin.so", "plugin");
        m_options.run.guestTool = m_scratch.file("tool", "guest");
        m_options.repeats = 2;
        m_options.hostTwin = false;
    }

    // Formats by writing into the partition; a suite fails on a disk that is not.
    Batch run(const std::string& formatting) {
        const std::string image = "\"$UAESCOPE_SESSION/storage.hdf\"";
        const std::string jobs = "\"$UAESCOPE_SESSION/jobs\"";
        m_options.run.emulator =
            fakeEmulator(m_scratch, "cat " + jobs + " >> '" + said().string() + "'\nif grep -q FORMAT " + jobs +
                                        "; then\n" + formatting + "\nprintf made >> " + image +
                                        "\nelse\n[ \"$(tail -c 4 " + image + ")\" = made ] || exit 3\nprintf used >> " +
                                        image + "\n" + leaves(madeCapture(m_scratch)) + "fi");
        return runBatch({setup()}, m_options);
    }

    lab::Setup setup() const { return parseSetup("rdb:fs=PFS3,handler=" + savedHandler(m_scratch, 10000).string()); }
    fs::path said() const { return m_scratch.path() / "said"; }
    std::size_t filesLeft() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(m_options.run.out), fs::directory_iterator()));
    }

    Scratch m_scratch;
    BatchOptions m_options;
    std::stop_source m_stop;
};

TEST_F(GuestFormat, ComesOnceBeforeTheRunsWhichAllBeginAfresh) {
    const Batch batch = run(leaves(formatCapture(m_scratch, "0")));
    EXPECT_EQ(batch.captures.size(), 2u);
    EXPECT_EQ(contents(said()), "FORMAT DH1: Work\ndiskspeed13 DH1:\ndiskspeed13 DH1:\n");
    EXPECT_EQ(filesLeft(), 2u);
}

// A program that is traced may compute for long, and its run has no watchdog; formatting hangs all the same.
TEST_F(GuestFormat, IsWatchedInAnyCase) {
    m_options.run.watchdog = std::chrono::seconds(0);
    run("echo watchdog $UAESCOPE_WATCHDOG >> '" + said().string() + "'\n" + leaves(formatCapture(m_scratch, "0")));
    EXPECT_NE(contents(said()).find("watchdog 60\n"), std::string::npos) << contents(said());
}

TEST_F(GuestFormat, IsDoneForASingleRunToo) {
    run(leaves(formatCapture(m_scratch, "0")));
    const RunResult result = runSetup(setup(), 3, m_options.run);
    EXPECT_TRUE(fs::exists(result.capture));
    EXPECT_EQ(filesLeft(), 3u);
}

TEST_F(GuestFormat, RefusalComesBackInTheGuestsWords) {
    const std::string message = messageOf<WorkError>([&] { run(leaves(formatCapture(m_scratch, "10")) + "exit 0"); });
    EXPECT_EQ(message, "rdb:fs=PFS3,handler=testfs: the guest could not format the disk:\n"
                       "  guest: uaebench: DH1: could not be formatted: error 115");
    EXPECT_EQ(filesLeft(), 0u);
}

TEST_F(GuestFormat, AGuestThatDoesNotStartPutsItDownToTheHandler) {
    const std::string message = messageOf<WorkError>([&] { run("exit 124"); });
    EXPECT_NE(message.find("the guest did not get as far as our program (the emulator hung"), std::string::npos)
        << message;
    EXPECT_EQ(contents(said()), "FORMAT DH1: Work\nFORMAT DH1: Work\n");
    EXPECT_EQ(filesLeft(), 0u);
}

TEST_F(GuestFormat, AStopLeavesNothing) {
    m_options.run.emulator = fakeEmulator(m_scratch, "sleep 60");
    const Batch batch = runBatch({setup()}, m_options, m_stop.get_token(), [&](const BatchProgress& progress) {
        if (progress.emulator.stage == EmulatorProgress::Stage::formatting) m_stop.request_stop();
    });
    EXPECT_TRUE(batch.stopped);
    EXPECT_TRUE(batch.captures.empty());
    EXPECT_EQ(filesLeft(), 0u);
}

TEST_F(GuestFormat, ARunThatUsedAnotherVersionOfTheFilesystemFails) {
    m_options.run.emulator = fakeEmulator(
        m_scratch, leaves(madeCapture(m_scratch, "0", {{"handler.version", "3.14"}, {"guest.filesystem", "45.13"}})));
    const std::string message = messageOf<WorkError>([&] { runBatch({setup()}, m_options); });
    EXPECT_NE(message.find("the guest used version 45.13 of the filesystem instead of the handler's 3.14"),
              std::string::npos)
        << message;
}

TEST(HandlerStorage, PutsTheHandlerIntoTheRdbOfADiskThatIsNotFormatted) {
    const Scratch scratch;
    const fs::path file = savedHandler(scratch, 10000);
    const auto setup = parseSetup("rdb:fs=SFS0,handler=" + file.string());
    const GuestStorage storage = prepareStorage(setup, scratch.path(), StorageUse::copy);
    EXPECT_EQ(storage.volume, "DH1:");
    const auto disk = hardfiles::Hardfile::open(storage.path);
    const hardfiles::RdbEditor editor(disk.rdbDisk());
    ASSERT_EQ(editor.disk().fileSystems.size(), 1u);
    EXPECT_EQ(editor.disk().fileSystems[0].dosType, setup.dosType);
    EXPECT_EQ(editor.disk().fileSystems[0].version, 3u << 16 | 14u);
    const hardfiles::Bytes handler = editor.handler(0);
    EXPECT_EQ(std::string(handler.begin(), handler.end()), contents(file));
    EXPECT_EQ(editor.disk().partitions[0].envec.dosType, setup.dosType);
    EXPECT_FALSE(disk.hasFileSystem());
    EXPECT_EQ(disk.device().read(disk.partitions()[0].sectors.first), hardfiles::Bytes(512));
}

} // namespace
} // namespace uaescope::lab
