// The guest's tool without our runner: started by an icon, on disks of its own, and with its results in a file.
#include "analyzer/lab/guest_disk.h"
#include "tests/emulator/guest_session.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <sstream>

using uaescope::guest_test::GuestSession;
namespace fs = std::filesystem;
namespace lab = uaescope::lab;

namespace {

bool printed(const GuestSession& session, const std::string& part) {
    const auto lines = session.console();
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

bool hasLine(const std::string& text, const std::string& begin) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(begin)) return true;
    return false;
}

TEST(GuestAlone, WritesItsResultsIntoAFileWithoutThePlugin) {
    GuestSession session;
    session.run.settings.emplace_back("uaenative_library", "0");
    session.run.settings.emplace_back("uae_native_code", "false");
    session.run.startupSequence = "uaebench diskperf DH1: RESULTS SYS:results\nuaebench QUIT\n";
    session.start();
    const std::string text = session.bootFile("results");
    EXPECT_TRUE(text.starts_with("uaebench results 1\n")) << text;
    for (const char* line :
         {"fact cpu=68040", "fact suite=diskperf", "fact volume=DH1:", "fact chips=AGA", "test 1 Create files",
          "figure test=1 count=100 unit=files/s guest_us=", "text Directory scan:", "figure test=12 count="})
        EXPECT_TRUE(hasLine(text, line)) << line << "\n" << text;
    EXPECT_TRUE(text.ends_with("end 0\n")) << text;
}

TEST(GuestAlone, WorksWhenStartedByAnIcon) {
    GuestSession session;
    session.run.bootFiles = {UAESCOPE_TEST_LAUNCHER};
    session.run.startupSequence = "guest_workbench_launcher\nuaebench QUIT\n";
    session.start();
    for (const char* line :
         {"the suite has begun", "the suite has ended", "the message came back",
          "uaebench: this icon is no disk or drawer.", "the message came back from an icon without a lock",
          "Volume: Work:, DosType ", "Creates  1000 files of     128 bytes"})
        EXPECT_TRUE(printed(session, line)) << line;
    EXPECT_FALSE(printed(session, "failed"));
    EXPECT_FALSE(printed(session, "*** Break"));
}

// The counter of spare time runs as a task of its own, and is gone when the emulator is left.
TEST(GuestAlone, TellsWhatTheProcessorHasLeftInTheClassicForm) {
    GuestSession session;
    session.run.jobs = {"diskspeed4 DH1: CLASSIC BREAKAFTER 600"};
    session.start();
    EXPECT_TRUE(printed(session, "CPU Speed Rating: "));
    const auto lines = session.console();
    const auto created = std::find_if(lines.begin(), lines.end(),
                                      [](const std::string& line) { return line.starts_with("File Create:"); });
    ASSERT_NE(created, lines.end());
    EXPECT_NE(created->find(" files/sec  |  CPU Available: "), std::string::npos) << *created;
    std::cout << *created << "\n";
    EXPECT_TRUE(printed(session, "*** Break"));
    EXPECT_TRUE(fs::is_empty(session.work()));
}

// The boot volume of the session steps back behind the disk.
class GuestDisk : public testing::TestWithParam<const char*> {};

TEST_P(GuestDisk, BootsAndRunsTheTool) {
    GuestSession session;
    lab::GuestDisk disk;
    disk.target = session.folder() / GetParam();
    disk.commands = {"diskperf NOWHERE:", "diskslow DH1:", "diskperf DH1: BREAKAFTER 500", "diskperf DH1:0 CLASSIC",
                     "QUIT"};
    disk.guestTool = UAESCOPE_TEST_GUEST;
    lab::makeGuestDisk(disk);
    session.run.settings.emplace_back("hard_drive_9_priority", "-100");
    session.run.settings.emplace_back("hard_drive_1_priority", "-100");
    if (disk.target.extension() == ".adf") {
        session.run.settings.emplace_back("floppy_drive_0", disk.target.string());
        session.run.settings.emplace_back("floppy_drive_speed", "0");
    } else {
        session.run.settings.emplace_back("hard_drive_0", disk.target.string());
        session.run.settings.emplace_back("hard_drive_0_priority", "10");
    }
    session.start();
    EXPECT_TRUE(printed(session, "NOWHERE: cannot be locked"));
    EXPECT_TRUE(printed(session, "unknown suite"));
    EXPECT_TRUE(printed(session, "Volume: DH1:, DosType "));
    EXPECT_TRUE(printed(session, "DH1:0 cannot be locked")); // after the break
    EXPECT_TRUE(printed(session, "*** Break"));
    EXPECT_TRUE(fs::is_empty(session.work()));
}

INSTANTIATE_TEST_SUITE_P(Kinds, GuestDisk, testing::Values("bench.adf", "bench.hdf", "bench"), [](const auto& kind) {
    std::string name = kind.param;
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
});

} // namespace
