// A person's own configuration, started by uaescope attach: recorded whatever the guest does, and left as it was.
#include "analyzer/core/analysis.h"
#include "analyzer/lab/child_process.h"
#include "tests/lab/scratch.h"

#include <algorithm>
#include <csignal>
#include <gtest/gtest.h>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

// A base folder of FS-UAE with a bootable folder as hard drive, and a configuration with a relative path.
class Attach : public testing::Test {
protected:
    Attach() {
        m_scratch.folder("base");
        fs::create_directories(m_drive / "S");
        fs::create_directory(m_scratch.path() / "base/Plugins");
        m_configuration = m_scratch.file("mine.fs-uae", "[fs-uae]\nbase_dir = " + (m_scratch.path() / "base").string() +
                                                            "\namiga-model = A4000/040\nkickstart_file = internal\n"
                                                            "hard_drive_0 = System\nhard_drive_0_label = Mine\n"
                                                            "floppy_drive_volume = 0\naudio_driver = dummy\n");
    }

    Command command(const std::vector<std::string>& more = {}) const {
        Command made{{std::string(UAESCOPE_TEST_BIN) + "/uaescope", "attach", m_configuration, "--no-window", "--out",
                      m_scratch.path() / "out"},
                     {{"SDL_VIDEODRIVER", "offscreen"}, {"SDL_AUDIODRIVER", "dummy"}},
                     m_scratch.path(),
                     m_scratch.path() / "said"};
        made.words.insert(made.words.end(), more.begin(), more.end());
        return made;
    }
    fs::path capture() const { return m_scratch.path() / "out/mine-1.uascope"; }

    // The guest has made the file on its boot drive; false when the emulator ended before.
    bool guestHasMade(const std::string& file, ChildProcess& child) const {
        while (!fs::exists(m_drive / file))
            if (child.waitFor(std::chrono::milliseconds(20))) return false;
        return true;
    }

    Scratch m_scratch;
    fs::path m_drive = m_scratch.path() / "base/Hard Drives/System";
    fs::path m_configuration;
};

std::uint64_t storageCallsOn(const core::Analysis& analysis, const fs::path& file) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < analysis.calls.size(); ++i)
        if (analysis.calls[i].role == core::Role::storage &&
            analysis.trace.string(analysis.trace.calls[i].path) == file.string())
            ++count;
    return count;
}

TEST_F(Attach, RecordsWhatAnyProgramDoesUntilInterruptedAndLeavesTheConfigurationAlone) {
    writeTextFile(m_drive / "S/startup-sequence", "echo >SYS:first hello\n"
                                                  "uaescope:uaebench diskperf Mine: BREAKAFTER 300\n"
                                                  "echo >SYS:second done\n");
    const std::string before = contents(m_configuration);
    const Command started = command();
    ChildProcess child(started);
    ASSERT_TRUE(guestHasMade("first", child)) << contents(started.output);
    // The capture grows while the emulator works: a reader needs no end record.
    while (storageCallsOn(core::analyze(core::loadTrace(capture())), m_drive / "first") == 0)
        ASSERT_FALSE(child.waitFor(std::chrono::milliseconds(20))) << contents(started.output);
    ASSERT_TRUE(guestHasMade("second", child)) << contents(started.output);
    kill(child.pid(), SIGINT);
    const auto exit = child.waitFor(std::chrono::minutes(1));
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->status, 0) << contents(started.output);

    const core::Analysis analysis = core::analyze(core::loadTrace(capture()));
    EXPECT_TRUE(analysis.trace.finished);
    EXPECT_GT(storageCallsOn(analysis, m_drive / "first"), 0u); // the Shell's, in no operation
    EXPECT_GE(analysis.operations.size(), 300u);                // and those that clean up after the break
    EXPECT_TRUE(std::any_of(analysis.operations.begin(), analysis.operations.end(),
                            [](const core::Operation& operation) { return operation.callCount > 0; }));
    EXPECT_EQ(analysis.trace.facts.at("storage.0"), m_drive.string());
    EXPECT_EQ(analysis.trace.facts.at("drive.0"), "DH0");
    EXPECT_EQ(analysis.trace.facts.at("loaded"), "LD_PRELOAD");
    EXPECT_EQ(analysis.trace.threadName(analysis.emulationThread), "emulation");

    EXPECT_EQ(contents(m_configuration), before);
    EXPECT_TRUE(fs::is_empty(m_scratch.path() / "base/Plugins"));
    EXPECT_EQ(std::distance(fs::directory_iterator(m_scratch.path() / "out"), fs::directory_iterator()), 1);
}

TEST_F(Attach, DriveSetAnewForThisOnceIsWatched) {
    const fs::path other = m_scratch.folder("other");
    writeTextFile(m_drive / "S/startup-sequence", "echo >Other:third hello\necho >SYS:second done\n");
    const Command started = command({"--set", "hard_drive_5=" + other.string(), "--set", "hard_drive_5_label=Other"});
    ChildProcess child(started);
    ASSERT_TRUE(guestHasMade("second", child)) << contents(started.output);
    kill(child.pid(), SIGINT);
    const auto exit = child.waitFor(std::chrono::minutes(1));
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->status, 0) << contents(started.output);

    const core::Analysis analysis = core::analyze(core::loadTrace(capture()));
    EXPECT_EQ(analysis.trace.facts.at("drive.1"), "DH5");
    EXPECT_EQ(analysis.trace.facts.at("storage.1"), other.string());
    EXPECT_GT(storageCallsOn(analysis, other / "third"), 0u);
}

} // namespace
} // namespace uaescope::lab
