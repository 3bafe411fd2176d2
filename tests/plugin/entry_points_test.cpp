// What guest and runner see of the plugin.
#include "describe.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <fstream>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

using namespace uaescope::plugin;
using uaescope::capture::Fact;

TEST(EntryPoints, RecordMarksAndTexts) {
    HostRun run;
    run.run("entry-points");
    ASSERT_EQ(run.status, 0) << run.output;
    const Captured captured = run.captured();
    ASSERT_EQ(captured.texts.size(), 2u);
    EXPECT_EQ(captured.texts[1].kind, US_TEXT_JOB_END);
    EXPECT_EQ(captured.strings.at(captured.texts[1].text), "5");
    EXPECT_EQ(captured.texts[0].kind, US_TEXT_CONSOLE);
    EXPECT_EQ(captured.strings.at(captured.texts[0].text), "Größe"); // UTF-8
    ASSERT_EQ(captured.marks.size(), 2u);
    const auto& begin = captured.marks[0];
    EXPECT_EQ(begin.operation, US_OP_OPEN);
    EXPECT_EQ(begin.phase, US_PHASE_BEGIN);
    EXPECT_EQ(begin.test, 7);
    EXPECT_EQ(begin.size, 512u);
    EXPECT_EQ(begin.value, 0x4242u);
    EXPECT_EQ(begin.eclock, 0x100000002u);
    EXPECT_EQ(begin.task, 0x1234u);
    EXPECT_EQ(captured.strings.at(begin.name), "DH1:ä");
    EXPECT_EQ(std::to_string(begin.thread), captured.fact("emulation.thread"));
    const auto& end = captured.marks[1];
    EXPECT_EQ(end.phase, US_PHASE_END);
    EXPECT_EQ(end.value, 0xffffffffu);
    EXPECT_EQ(end.error, 205u);
    EXPECT_EQ(end.name, 0u);
    EXPECT_GE(end.time, begin.time);
    EXPECT_EQ(captured.fact("job.status"), "5");
}

TEST(EntryPoints, RefuseWhatDoesNotResolve) {
    HostRun run;
    std::ofstream(run.session / "jobs") << "diskspeed13 DH1:\n";
    run.run("bad-arguments");
    ASSERT_EQ(run.status, 0) << run.output;
    const Captured captured = run.captured();
    EXPECT_EQ(captured.texts.size(), 1u);
    EXPECT_TRUE(captured.marks.empty());
}

TEST(EntryPoints, HandOutEachJobOnce) {
    HostRun run;
    std::ofstream(run.session / "jobs") << "diskspeed13 DH1:\n\ndiskperf DH1: CLASSIC\n";
    run.run("jobs");
    EXPECT_EQ(run.status, 0) << run.output;
}

std::string linesOf(const Captured& captured) {
    std::string said;
    for (const auto& text : captured.texts)
        said += std::to_string(text.kind) + " " + captured.strings.at(text.text) + "\n";
    return said;
}

TEST(EntryPoints, HandAJobBackThatIsCalledOffBeforeItIsTaken) {
    HostRun run;
    run.run("called-off");
    ASSERT_EQ(run.status, 0) << run.output;
    EXPECT_EQ(linesOf(run.captured()), "5 diskperf DH1:\n6 5\n");
}

TEST(EntryPoints, LetAnotherAgentComeWhenOneFallsSilent) {
    HostRun run;
    run.run("silent-agent");
    ASSERT_EQ(run.status, 0) << run.output;
    EXPECT_EQ(linesOf(run.captured()), "5 truth DH1:\n6 20\n");
}

TEST(EntryPoints, LetOneAgentHaveTheJobsThatArrive) {
    HostRun run;
    run.run("agent");
    ASSERT_EQ(run.status, 0) << run.output;
    EXPECT_FALSE(std::filesystem::exists(run.session / "agent"));
    const Captured captured = run.captured();
    EXPECT_EQ(linesOf(captured), "5 diskperf Träume:\n6 5\n5 truth DH1:\n6 20\n");
    // Its files are looked at without a trace in the capture.
    for (const auto& call : captured.calls) EXPECT_EQ(captured.path(call).find("/stop"), std::string::npos);
}

TEST(EntryPoints, CopyTheSessionsFacts) {
    HostRun run;
    std::ofstream(run.session / "facts") << "storage.0=/a=b\nno equals sign\nsetup=hdf\n";
    run.run("entry-points");
    const Captured captured = run.captured();
    EXPECT_EQ(captured.fact("storage.0"), "/a=b");
    EXPECT_EQ(captured.fact("setup"), "hdf");
    EXPECT_EQ(captured.fact("uae.version"), "Host 1.0");
    EXPECT_EQ(captured.fact("depths"), "library,system");
    EXPECT_FALSE(captured.fact("pid").empty());
    EXPECT_FALSE(captured.fact("start").empty());
}

TEST(EntryPoints, RecordWithoutASessionIntoTheUsersData) {
    HostRun run;
    run.environment.erase("UAESCOPE_SESSION");
    run.environment["XDG_DATA_HOME"] = run.session / "data";
    run.run("entry-points");
    ASSERT_EQ(run.status, 0) << run.output;
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(run.session / "data" / "uaescope" / "captures"))
        found.push_back(entry.path());
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].extension(), ".uascope");
    EXPECT_TRUE(readCapture(found[0]).end);
}

namespace {

// Of a file system whose files are in the page cache, and can leave it.
bool canForget(const std::filesystem::path& folder) {
    struct statfs system {};
    return statfs(folder.c_str(), &system) == 0 && system.f_type != TMPFS_MAGIC;
}

} // namespace

TEST(EntryPoints, HostForgetsTheImagesOfTheSession) {
    HostRun run;
    if (!canForget(run.folder)) GTEST_SKIP() << run.folder << " is in memory";
    std::ofstream(run.session / "facts") << "storage.0=" << (run.folder / "image.hdf").string() << "\n";
    run.run("forgets-images");
    EXPECT_EQ(run.status, 0) << run.output;
    // It works on descriptors of its own, and none of its calls is in the capture.
    for (const auto& call : run.captured().calls) EXPECT_NE(call.call, uaescope::capture::Call::fsync);
}

TEST(EntryPoints, HostForgetsWhatTheEmulatorOpenedInTheSessionsDirectories) {
    HostRun run;
    if (!canForget(run.folder)) GTEST_SKIP() << run.folder << " is in memory";
    std::filesystem::create_directory(run.folder / "storage");
    std::ofstream(run.session / "facts") << "storage.0=" << (run.folder / "storage").string() << "\n";
    run.run("forgets-files");
    EXPECT_EQ(run.status, 0) << run.output;
}

TEST(EntryPoints, SayThatAFileSystemInMemoryForgetsNothing) {
    const std::string file = "/dev/shm/uaescope-test-" + std::to_string(getpid());
    if (!std::filesystem::exists("/dev/shm") || canForget("/dev/shm")) GTEST_SKIP() << "/dev/shm is not in memory";
    HostRun run;
    std::ofstream(file) << "an image";
    std::ofstream(run.session / "facts") << "storage.0=" << file << "\n";
    run.run("in-memory");
    std::filesystem::remove(file);
    EXPECT_EQ(run.status, 0) << run.output;
}
