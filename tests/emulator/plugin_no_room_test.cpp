// The plugin finds no room for its capture, or may not make one: the emulator goes on, and the user learns why.
//
// The session folder lies on a file system of its own, mounted where nobody but the emulator sees it.

#include "analyzer/lab/error.h"
#include "analyzer/lab/run.h"
#include "tests/lab/scratch.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace uaescope {
namespace {

class PluginNoRoom : public testing::Test {
protected:
    void SetUp() override {
        // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread
        if (std::system("unshare --user --map-root-user --mount mount -t tmpfs none /mnt 2>/dev/null") != 0)
            GTEST_SKIP() << "this system lets no user namespace mount a file system";
    }

    // What runSetup says when the plugin's session folder is on a file system with these mount options.
    std::string failureOn(const std::string& mountOptions) {
        lab::RunOptions options;
        options.out = m_scratch.folder("out");
        options.plugin = UAESCOPE_TEST_PLUGIN;
        options.guestTool = UAESCOPE_TEST_GUEST;
        const std::string script = "mkdir \"$UAESCOPE_SESSION/disk\" && cd \"$UAESCOPE_SESSION/disk\" &&"
                                   "mount -t tmpfs none . && cd . && cp ../jobs ../facts . &&"
                                   "mount -o remount," +
                                   mountOptions + " . && UAESCOPE_SESSION=$PWD \"$@\"; echo $? >'" +
                                   statusFile().string() + "'; cp capture.uascope .. 2>/dev/null; exit 0";
        options.wrapper = {"unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"};
        return lab::messageOf<lab::EnvironmentError>([&] { lab::runSetup(lab::parseSetup("dir"), 1, options); });
    }

    std::filesystem::path statusFile() const { return m_scratch.path() / "status"; }
    std::string emulatorStatus() const { return lab::firstLine(statusFile()); }

private:
    lab::Scratch m_scratch;
};

TEST_F(PluginNoRoom, AFullDiskStopsTheRecordingAndNotTheEmulator) {
    const std::string failure = failureOn("size=64k");
    EXPECT_NE(failure.find("had to stop recording in the middle of the run (No space left on device)"),
              std::string::npos)
        << failure;
    EXPECT_EQ(emulatorStatus(), "0") << "the guest finished its work and left";
}

TEST_F(PluginNoRoom, AReadOnlySessionIsSaidAtOnce) {
    const std::string failure = failureOn("ro");
    EXPECT_NE(failure.find("nothing could be recorded: "), std::string::npos) << failure;
    EXPECT_NE(failure.find("capture.uascope: cannot be made: Read-only file system"), std::string::npos) << failure;
    EXPECT_EQ(emulatorStatus(), "0") << "the guest left";
}

} // namespace
} // namespace uaescope
