// The emulator is ended in the middle of its work: what the guest did until shortly before is in the capture.
//
// UAESCOPE_CRASH_ROUNDS sets how often; UAESCOPE_CRASH_SEED sets the moments of all rounds but the first.

#include "analyzer/core/report.h"
#include "analyzer/core/trace.h"
#include "analyzer/lab/emulator.h"
#include "analyzer/lab/storage.h"
#include "tests/lab/scratch.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <gtest/gtest.h>
#include <random>
#include <unistd.h>

namespace uaescope {
namespace {

std::int64_t monotonicNow() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

unsigned long number(const char* variable, unsigned long fallback) {
    const char* text = std::getenv(variable); // NOLINT(concurrency-mt-unsafe): one thread
    return text == nullptr ? fallback : std::strtoul(text, nullptr, 10);
}

struct Kill {
    int signal = SIGKILL;
    std::size_t marks = 500; // not before the capture holds so many
    std::chrono::microseconds later{0};
};

struct Killed {
    lab::EmulatorEnd end;
    std::int64_t at = 0;
    core::Trace trace;
};

Killed runAndKill(const lab::Scratch& scratch, const Kill& kill) {
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
    Killed killed;
    killed.end = lab::runEmulator(run, {}, [&](const lab::EmulatorProgress& progress) {
        if (killed.at != 0 || progress.captureBytes == 0) return;
        const core::Trace soFar = core::loadTrace(file); // a growing capture is read like any other
        if (soFar.marks.size() < kill.marks) return;
        usleep(static_cast<useconds_t>(kill.later.count()));
        killed.at = monotonicNow();
        ::kill(static_cast<pid_t>(std::stol(soFar.facts.at("pid"))), kill.signal);
    });
    killed.trace = core::loadTrace(file);
    return killed;
}

TEST(PluginKill, LosesNoMoreThanAFifthOfASecond) {
    constexpr std::array signals = {SIGKILL, SIGSEGV, SIGTERM};
    constexpr std::int64_t fifthOfASecond = 200'000'000;
    std::mt19937 random(static_cast<unsigned>(number("UAESCOPE_CRASH_SEED", 1)));
    const unsigned long rounds = number("UAESCOPE_CRASH_ROUNDS", 1);
    for (unsigned long i = 0; i < rounds; ++i) {
        Kill kill;
        if (i > 0)
            kill = {signals[i % signals.size()], std::uniform_int_distribution<std::size_t>(0, 2000)(random),
                    std::chrono::microseconds(std::uniform_int_distribution(0, 200'000)(random))};
        SCOPED_TRACE("round " + std::to_string(i) + ", signal " + std::to_string(kill.signal));
        const lab::Scratch scratch;
        Killed killed = runAndKill(scratch, kill);
        EXPECT_TRUE(killed.trace.damage.empty());
        ASSERT_GE(killed.trace.marks.size(), kill.marks);
        EXPECT_GE(killed.trace.end, killed.at - fifthOfASecond);
        // FS-UAE takes SIGTERM for the user's wish to quit.
        EXPECT_EQ(killed.trace.finished, kill.signal == SIGTERM);
        EXPECT_EQ(killed.end.signal, kill.signal == SIGTERM ? 0 : kill.signal) << killed.end.message();
        if (i == 0) {
            EXPECT_GE(killed.trace.marks.back().time, killed.at - fifthOfASecond);
        }
        const core::Report report = core::makeReport(core::analyze(std::move(killed.trace)));
        EXPECT_TRUE(report.finished || !report.warnings.empty()) << "the report says that the run did not finish";
    }
}

} // namespace
} // namespace uaescope
