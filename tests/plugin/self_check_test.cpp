// The kernel's own count of the host program's calls, against the records of them.
#include "analyzer/core/kernel_traffic.h"
#include "host_run.h"
#include "uaeplugin/kernel_counts.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <thread>

namespace uaescope::plugin {
namespace {

// The sanitizers have signal handlers and system calls of their own in the way.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

core::Trace checkedRun(HostRun& run, const std::string& scenario) {
    std::ofstream(run.session / "facts") << "storage.0=" << run.folder.string() << "\n";
    run.environment["UAESCOPE_SELF_CHECK"] = "1";
    run.run(scenario);
    EXPECT_EQ(run.status, 0) << run.output;
    EXPECT_EQ(run.signal, 0);
    core::Trace trace = core::loadTrace(run.session / "capture.uascope");
    EXPECT_TRUE(trace.finished);
    return trace;
}

class SelfCheck : public testing::TestWithParam<const char*> {};

TEST_P(SelfCheck, CountsWhatTheHooksRecord) {
    if (sanitized) GTEST_SKIP() << "the emulator never loads a sanitized plugin";
    HostRun run;
    const core::Trace trace = checkedRun(run, GetParam());
    ASSERT_EQ(trace.facts.at("self-check"), "seccomp");
    const core::TrafficByFile counted = core::countedTraffic(trace);
    EXPECT_GT(counted.size(), 1u);
    for (const core::TrafficDifference& one : core::differences(counted, core::recordedTraffic(trace)))
        ADD_FAILURE() << one.key.call << " " << one.key.path << ": counted " << one.counted.calls << ", recorded "
                      << one.recorded.calls;
}

INSTANTIATE_TEST_SUITE_P(Scenarios, SelfCheck,
                         testing::Values("descriptors", "streams", "folders", "many-threads", "interrupted"),
                         [](const auto& one) {
                             std::string name = one.param;
                             std::erase(name, '-');
                             return name;
                         });

TEST(SelfCheckOf, CallsThatNoHookSees) {
    if (sanitized) GTEST_SKIP() << "the emulator never loads a sanitized plugin";
    HostRun run;
    const core::Trace trace = checkedRun(run, "unhooked");
    const std::string file = (run.folder / "u").string();
    std::set<std::string> found;
    for (const core::TrafficDifference& one :
         core::differences(core::countedTraffic(trace), core::recordedTraffic(trace)))
        found.insert(one.key.call + " " + one.key.path.substr(run.folder.string().size()) + " " +
                     std::to_string(one.counted.calls) + "/" + std::to_string(one.recorded.calls) + " " +
                     std::to_string(one.counted.bytes) + "/" + std::to_string(one.recorded.bytes));
    // The hooks do not know the copied descriptor's file: the byte that is written through it has no name with them.
    EXPECT_EQ(found, (std::set<std::string>{"writev /u 1/0 30/0", "pread /u 1/0 20/0", "dup /u 1/0 0/0",
                                            "write /u 1/0 1/0", "close /u 2/1 0/0", "open /missing 1/0 0/0"}));
}

TEST(SelfCheckOf, RunsWithoutItCountNothing) {
    HostRun run;
    run.run("descriptors");
    const core::Trace trace = core::loadTrace(run.session / "capture.uascope");
    EXPECT_TRUE(trace.kernelCounts.empty());
    EXPECT_EQ(trace.facts.count("self-check"), 0u);
}

TEST(KernelCounts, AddUpFromAllThreads) {
    KernelCounts counts;
    std::array<std::thread, 4> threads;
    for (std::thread& thread : threads)
        thread = std::thread([&] {
            for (std::uint32_t i = 0; i < 10000; ++i) counts.add(i % 3, i % 100, 2);
        });
    for (std::thread& thread : threads) thread.join();
    const std::vector<KernelCounts::Count> all = counts.all();
    EXPECT_EQ(all.size(), 300u);
    std::uint64_t calls = 0;
    std::uint64_t bytes = 0;
    for (const KernelCounts::Count& count : all) {
        calls += count.calls;
        bytes += count.bytes;
    }
    EXPECT_EQ(calls, 40000u);
    EXPECT_EQ(bytes, 80000u);
    EXPECT_EQ(counts.lost(), 0u);
}

} // namespace
} // namespace uaescope::plugin
