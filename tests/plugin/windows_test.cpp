// The plugin for Windows, through Wine: a program of Windows loads it as WinUAE does, and the captures are read here.
#include "describe.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace uaescope::plugin;
using uaescope::capture::Call;
using uaescope::capture::HostCall;
namespace call_flag = uaescope::capture::call_flag;

namespace {

using Lines = std::vector<std::string>;

class Windows : public testing::Test {
protected:
    void SetUp() override {
        const char* const wines[] = {"/usr/lib/wine/wine64", "/usr/bin/wine64"};
        const auto wine = std::find_if(std::begin(wines), std::end(wines),
                                       [](const char* program) { return std::filesystem::exists(program); });
        if (!std::filesystem::exists(TEST_WINDOWS_HOST))
            GTEST_SKIP() << "no compiler for Windows (packages g++-mingw-w64-x86-64-posix and libz-mingw-w64-dev) when "
                            "the tests were built; './run test --all' installs it";
        if (wine == std::end(wines)) GTEST_SKIP() << "no Wine (package wine64); './run test --all' installs it";
        m_run.drive = "Z:";
        m_run.command = {*wine, TEST_WINDOWS_HOST, m_run.drive + TEST_WINDOWS_PLUGIN};
        m_run.environment["UAESCOPE_SESSION"] = m_run.drive + m_run.session.string();
        m_run.environment["WINEPREFIX"] = TEST_WINE_PREFIX; // Wine makes it the first time
        m_run.environment["WINEDEBUG"] = "-all";
        m_run.environment["WINEDLLOVERRIDES"] = "mscoree,mshtml="; // nothing that Wine would offer to download
    }

    const Captured& run(const std::string& scenario) {
        m_run.run(scenario);
        m_captured = m_run.captured();
        EXPECT_TRUE(m_captured.damage.empty());
        EXPECT_TRUE(m_captured.drops.empty());
        return m_captured;
    }

    // The calls in the folder to work in, in the order in which they ended.
    Lines linesInFolder() const {
        const std::string place = "Z:" + m_run.folder.string();
        std::vector<HostCall> calls;
        for (const HostCall& call : m_captured.calls)
            if (m_captured.path(call).rfind(place, 0) == 0) calls.push_back(call);
        return describe(m_captured, calls);
    }

    HostRun m_run;
    Captured m_captured;
};

const Lines fileCalls = {"open =fd täst.hdf",          "write 0+1024=1024 täst.hdf", "lseek 512=512 täst.hdf",
                         "write 512+512=512 täst.hdf", "lseek 1000=1000 täst.hdf",   "read 1000+100=24 täst.hdf",
                         "fstat =0 täst.hdf",          "lseek 100=100 täst.hdf",     "ftruncate +100=0 täst.hdf",
                         "fsync =0 täst.hdf",          "close =0 täst.hdf",          "open =ENOENT missing",
                         "stat =0 täst.hdf",           "stat =ENOENT missing"};

const Lines folderCalls = {"mkdir =0 inner",    "mkdir =EEXIST inner", "opendir =0 inner", "readdir +2=1 inner",
                           "closedir =0 inner", "rename =0 inner",     "rmdir =0 moved",   "unlink =0 täst.hdf"};

} // namespace

TEST_F(Windows, RecordsEachCallAndTheExitStatus) {
    const Captured& captured = run("calls");
    ASSERT_EQ(m_run.status, 3) << m_run.output;
    EXPECT_TRUE(captured.end);
    EXPECT_EQ(captured.endStatus, 3);
    Lines expected = fileCalls;
    expected.insert(expected.end(), folderCalls.begin(), folderCalls.end());
    EXPECT_EQ(linesInFolder(), expected);
    ASSERT_EQ(captured.marks.size(), 2u);
    EXPECT_EQ(captured.marks[0].phase, US_PHASE_BEGIN);
    EXPECT_EQ(std::to_string(captured.marks[0].thread), captured.fact("emulation.thread"));
    EXPECT_EQ(captured.fact("uae.version"), "Host 1.0");
    EXPECT_EQ(captured.fact("depths"), "library");
    EXPECT_EQ(captured.fact("job.status"), "5");
}

TEST_F(Windows, TimesLieBetweenTheMarksAroundThem) {
    const Captured& captured = run("calls");
    ASSERT_EQ(captured.marks.size(), 2u);
    std::int64_t last = captured.marks[0].time;
    for (const HostCall& call : captured.calls) {
        EXPECT_LE(call.begin, call.end);
        EXPECT_LE(last, call.end) << "calls of one thread end in the order in which they are recorded";
        last = call.end;
        EXPECT_TRUE(call.call != Call::fsync || call.end <= captured.marks[1].time);
    }
    EXPECT_LE(last, captured.endTime);
}

TEST_F(Windows, TiesItsClockToTheTimeOfDayAtBothEnds) {
    const Captured& captured = run("calls");
    const auto number = [&](const std::string& fact, const std::string& key) {
        const std::string text = captured.fact(fact);
        const std::size_t at = text.find(key + "=");
        EXPECT_NE(at, std::string::npos) << fact << ": " << text;
        return at == std::string::npos ? 0 : std::stoull(text.substr(at + key.size() + 1));
    };
    const auto frequency = number("clock.start", "frequency");
    ASSERT_GT(frequency, 0u);
    EXPECT_GT(number("clock.end", "qpc"), number("clock.start", "qpc"));
    EXPECT_GE(number("clock.end", "filetime"), number("clock.start", "filetime"));
    for (const HostCall& call : captured.calls) { // the recording's nanoseconds are the counter's
        const auto counted = static_cast<double>(call.begin) * static_cast<double>(frequency) / 1e9;
        EXPECT_GE(counted, static_cast<double>(number("clock.start", "qpc")) - 0.01 * static_cast<double>(frequency));
        EXPECT_LE(counted, static_cast<double>(number("clock.end", "qpc")) + 0.01 * static_cast<double>(frequency));
    }
}

TEST_F(Windows, ItsHooksOutliveTheGuestsClose) {
    const Captured& captured = run("closed");
    ASSERT_EQ(m_run.status, 0) << m_run.output;
    EXPECT_EQ(linesInFolder(), fileCalls);
    EXPECT_TRUE(captured.end) << "the C library's way out is seen as well";
}

TEST_F(Windows, NamesAFileThatWasOpenBefore) {
    const Captured& captured = run("opened-before");
    ASSERT_EQ(m_run.status, 0) << m_run.output;
    EXPECT_EQ(linesInFolder(),
              (Lines{"open =fd work.hdf", "write 10+3=3 work.hdf", "write 13+4=4 work.hdf", "close =0 work.hdf"}));
    const auto open = std::find_if(captured.calls.begin(), captured.calls.end(),
                                   [](const HostCall& call) { return call.call == Call::open; });
    ASSERT_NE(open, captured.calls.end());
    EXPECT_NE(open->flags & call_flag::openBefore, 0);
}

TEST_F(Windows, AKillLeavesWhatWasRecordedUntilShortlyBefore) {
    const Captured& captured = run("killed");
    EXPECT_EQ(m_run.status, 7) << m_run.output;
    EXPECT_FALSE(captured.end);
    EXPECT_FALSE(linesInFolder().empty());
}

TEST_F(Windows, RecordsAllThreads) {
    const Captured& captured = run("threads");
    ASSERT_EQ(m_run.status, 0) << m_run.output;
    EXPECT_EQ(std::count_if(captured.calls.begin(), captured.calls.end(),
                            [](const HostCall& call) { return call.call == Call::stat; }),
              8000);
    EXPECT_GE(captured.threads.size(), 8u);
}

TEST_F(Windows, ACaptureThatCannotBeMadeDisturbsNothing) {
    m_run.environment["UAESCOPE_SESSION"] += "/missing";
    m_run.run("no-capture");
    ASSERT_EQ(m_run.status, 0) << m_run.output;
    EXPECT_NE(m_run.output.find("capture.uascope: cannot be made: "), std::string::npos) << m_run.output;
    EXPECT_NE(m_run.output.find("recording is off"), std::string::npos) << m_run.output;
}
