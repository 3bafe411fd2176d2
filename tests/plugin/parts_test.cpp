// The recorder's parts, each by itself.
#include "uaeplugin/clock.h"
#include "uaeplugin/collector.h"
#include "uaeplugin/descriptors.h"
#include "uaeplugin/guest_memory.h"
#include "uaeplugin/host_calls.h"
#include "uaeplugin/linux/open_files.h"
#include "uaeplugin/names.h"

#include "host_run.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <thread>

using namespace uaescope::plugin;
using uaescope::capture::Call;
using uaescope::capture::Depth;

TEST(TickScale, RisesAndGoesThroughItsAnchors) {
    Clock::choose(ClockKind::counter);
    if (Clock::kind() != ClockKind::counter) GTEST_SKIP() << "the processor has no invariant counter";
    TickScale scale;
    // A clock that the kernel slows down and speeds up.
    const std::array<TickScale::Anchor, 4> anchors = {{{1000, 500}, {2000, 1000}, {3000, 1400}, {4000, 2000}}};
    for (const TickScale::Anchor& anchor : anchors) scale.add(anchor);
    for (const TickScale::Anchor& anchor : anchors)
        EXPECT_EQ(scale.nanoseconds(anchor.ticks), static_cast<std::int64_t>(anchor.nanoseconds));
    EXPECT_EQ(scale.nanoseconds(1500), 750);
    std::int64_t last = 0;
    for (std::uint64_t ticks = 500; ticks < 5000; ++ticks) {
        const std::int64_t now = scale.nanoseconds(ticks);
        EXPECT_GE(now, last);
        last = now;
    }
}

TEST(TickScale, AgreesWithTheKernel) {
    Clock::choose(ClockKind::counter);
    TickScale scale;
    scale.add(TickScale::now());
    const std::uint64_t before = Clock::kernelNanoseconds();
    const std::uint64_t ticks = Clock::ticks();
    const std::uint64_t after = Clock::kernelNanoseconds();
    while (Clock::kernelNanoseconds() < after + 10'000'000) {
    }
    scale.add(TickScale::now());
    constexpr std::int64_t reading = 2000; // what reading both clocks at one moment may be off
    EXPECT_GE(scale.nanoseconds(ticks), static_cast<std::int64_t>(before) - reading);
    EXPECT_LE(scale.nanoseconds(ticks), static_cast<std::int64_t>(after) + reading);
}

TEST(Names, GiveEachNameOneNumber) {
    Names names;
    EXPECT_EQ(names.number(""), 0u);
    EXPECT_EQ(names.name(0), "");
    std::set<std::uint32_t> numbers;
    for (int i = 0; i < 10000; ++i) numbers.insert(names.number(std::string(1 + i % 90, 'x') + std::to_string(i)));
    EXPECT_EQ(numbers.size(), 10000u);
    const std::string again = std::string(1 + 77, 'x') + "77";
    EXPECT_EQ(names.name(names.number(again)), again);
    EXPECT_EQ(numbers.count(names.number(again)), 1u);
}

TEST(Names, AreTheSameForAllThreads) {
    Names names;
    constexpr std::size_t threadCount = 4;
    constexpr std::size_t nameCount = 5000;
    std::array<std::vector<std::uint32_t>, threadCount> numbers;
    std::vector<std::thread> threads;
    for (auto& mine : numbers)
        threads.emplace_back([&] {
            for (std::size_t i = 0; i < nameCount; ++i) mine.push_back(names.number("/file/" + std::to_string(i)));
        });
    for (std::thread& thread : threads) thread.join();
    for (const auto& mine : numbers) EXPECT_EQ(mine, numbers[0]);
    EXPECT_EQ(names.name(numbers[0][4999]), "/file/4999");
}

TEST(Descriptors, ForgetWhatWasClosedButNotWhatFollowed) {
    Descriptors descriptors;
    descriptors.opened(5, 100, 0);
    const std::uint64_t held = descriptors.held(5);
    descriptors.closed(5, held);
    EXPECT_EQ(descriptors.path(5), 0u);
    descriptors.opened(5, 100, 0);
    const std::uint64_t again = descriptors.held(5);
    descriptors.opened(5, 200, 0); // another thread's open, before we got to say that ours is closed
    descriptors.closed(5, again);
    EXPECT_EQ(descriptors.path(5), 200u);
}

TEST(Descriptors, KnowNothingOutsideTheirTable) {
    Descriptors descriptors;
    for (const int descriptor : {-1, 1'000'000}) {
        descriptors.opened(descriptor, 100, 0);
        descriptors.setPosition(descriptor, Depth::system, 7);
        EXPECT_EQ(descriptors.path(descriptor), 0u);
        EXPECT_EQ(descriptors.position(descriptor, Depth::system), Descriptors::unknown);
    }
}

TEST(OpenFiles, ModesAndFlagsSayTheSame) {
    EXPECT_EQ(flagsOfOpen(flagsOfMode("rb")), 0);
    EXPECT_NE(flagsOfOpen(flagsOfMode("r+b")), 0);
    EXPECT_NE(flagsOfOpen(flagsOfMode("wb")), 0);
    EXPECT_EQ(flagsOfOpen(flagsOfMode("r,ccs=a+b")), 0);
    EXPECT_EQ(positionAfterOpen(flagsOfMode("w")), 0);
    EXPECT_EQ(positionAfterOpen(flagsOfMode("ab")), Descriptors::unknown);
    EXPECT_TRUE(takesMode(O_CREAT | O_WRONLY));
    EXPECT_TRUE(takesMode(O_TMPFILE | O_RDWR));
    EXPECT_FALSE(takesMode(O_DIRECTORY));
}

namespace {

// Records calls on this thread, collects them, and reads the capture.
Captured collected(const std::vector<std::pair<Outcome, int>>& outcomes, int times = 1) {
    HostRun folders;
    Clock::choose(ClockKind::counter);
    Recorder::start();
    std::thread([&] {
        Collector collector(folders.session / "capture.uascope");
        for (int i = 0; i < times; ++i)
            for (const auto& [outcome, nesting] : outcomes) {
                ThreadLog* log = Recorder::log();
                log->nesting = static_cast<std::uint8_t>(nesting);
                HostCallSpan span(Depth::library);
                span.stop();
                span.record(outcome);
                log->nesting = 0;
            }
        collector.collect({});
        collector.finish(0);
    }).join();
    Recorder::stop();
    return folders.captured();
}

} // namespace

TEST(Collector, CountsWhatAFullLogCouldNotTake) {
    const Captured captured = collected({{{.call = Call::access}, 0}}, 100000);
    EXPECT_EQ(captured.calls.size(), ThreadLog::capacity);
    ASSERT_EQ(captured.drops.size(), 1u);
    EXPECT_EQ(captured.drops[0].count, 100000 - ThreadLog::capacity);
    EXPECT_EQ(captured.drops[0].thread, captured.calls[0].thread);
    EXPECT_GE(captured.drops[0].begin, captured.calls.back().end);
    EXPECT_GE(captured.drops[0].end, captured.drops[0].begin);
}

TEST(Collector, MergesFolderReadsAcrossWhatTheyCallThemselves) {
    const Outcome read{.call = Call::readdir, .descriptor = 3, .size = 1, .result = 1};
    const Outcome end{.call = Call::readdir, .descriptor = 3, .size = 1, .result = 0};
    const Outcome other{.call = Call::readdir, .descriptor = 4, .size = 1, .result = 1};
    const Outcome entries{.call = Call::getdents, .descriptor = 3};
    const Outcome stat{.call = Call::stat};
    const Captured captured =
        collected({{entries, 1}, {read, 0}, {read, 0}, {entries, 1}, {end, 0}, {other, 0}, {stat, 0}, {read, 0}});
    std::vector<std::pair<Call, std::int64_t>> found;
    for (const auto& call : captured.calls) found.emplace_back(call.call, call.size);
    EXPECT_EQ(found, (std::vector<std::pair<Call, std::int64_t>>{{Call::getdents, 0},
                                                                 {Call::getdents, 0},
                                                                 {Call::readdir, 3},
                                                                 {Call::readdir, 1},
                                                                 {Call::stat, 0},
                                                                 {Call::readdir, 1}}));
    EXPECT_EQ(captured.calls[2].result, 2);
}

TEST(Collector, LeavesOutWaitsThatDidNotWait) {
    const Captured captured = collected({{{.call = Call::semaphoreWait}, 0}, {{.call = Call::access}, 0}});
    ASSERT_EQ(captured.calls.size(), 1u);
    EXPECT_EQ(captured.calls[0].call, Call::access);
}
