// The emulator is killed in the middle of its work: what the guest did until shortly before is in the capture.

#include "analyzer/core/report.h"
#include "analyzer/core/trace.h"
#include "analyzer/lab/emulator.h"
#include "analyzer/lab/storage.h"
#include "tests/lab/scratch.h"

#include <csignal>
#include <ctime>
#include <gtest/gtest.h>

namespace uaescope {
namespace {

std::int64_t monotonicNow() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

TEST(PluginKill, LosesNoMoreThanAFifthOfASecond) {
    constexpr std::size_t enoughMarks = 500;
    constexpr std::int64_t fifthOfASecond = 200'000'000;
    const lab::Scratch scratch;
    const auto storageFolder = scratch.folder("storage");
    const lab::GuestStorage storage = lab::prepareStorage(lab::parseSetup("hdf"), storageFolder, lab::StorageUse::copy);
    lab::EmulatorRun run;
    run.session = scratch.folder("session");
    run.settings = storage.settings;
    run.rawLines = storage.rawLines;
    run.jobs = {"diskspeed13 " + storage.volume};
    run.facts = {{"storage.0", storage.path.string()}};
    run.plugin = UAESCOPE_TEST_PLUGIN;
    run.guestTool = UAESCOPE_TEST_GUEST;
    const auto file = run.session / "capture.uascope";
    std::int64_t killed = 0;
    const lab::EmulatorEnd end = lab::runEmulator(run, {}, [&](const lab::EmulatorProgress& progress) {
        if (killed != 0 || progress.captureBytes == 0) return;
        const core::Trace soFar = core::loadTrace(file); // a growing capture is read like any other
        if (soFar.marks.size() < enoughMarks) return;
        killed = monotonicNow();
        kill(static_cast<pid_t>(std::stol(soFar.facts.at("pid"))), SIGKILL);
    });
    EXPECT_EQ(end.how, lab::Ending::crashed) << end.message();
    EXPECT_EQ(end.signal, SIGKILL);

    core::Trace trace = core::loadTrace(file);
    EXPECT_FALSE(trace.finished);
    EXPECT_TRUE(trace.damage.empty());
    ASSERT_GE(trace.marks.size(), enoughMarks);
    EXPECT_GE(trace.marks.back().time, killed - fifthOfASecond);
    EXPECT_GE(trace.end, killed - fifthOfASecond);
    const core::Report report = core::makeReport(core::analyze(std::move(trace)));
    EXPECT_FALSE(report.finished);
    EXPECT_FALSE(report.warnings.empty()) << "the report says that the run did not finish";
}

} // namespace
} // namespace uaescope
