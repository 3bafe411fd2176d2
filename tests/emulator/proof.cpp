#include "proof.h"

#include "strace_log.h"

#include <gtest/gtest.h>

namespace uaescope {

namespace {

void expectSame(const core::TrafficByFile& counted, const core::TrafficByFile& recorded, const std::string& by) {
    for (const core::TrafficDifference& one : core::differences(counted, recorded))
        ADD_FAILURE() << by << " has " << one.counted.calls << " calls, " << one.counted.bytes << " bytes, the capture "
                      << one.recorded.calls << ", " << one.recorded.bytes << ": " << one.key.call << " "
                      << one.key.path;
}

} // namespace

std::vector<std::string> straceWrapper(const std::filesystem::path& log) {
    // With the filter in the kernel, calls that are not of interest do not stop the emulator, and a call that the
    // self-check makes in another's place is seen once.
    return {"strace", "-f", "--seccomp-bpf", "-y", "-e", "trace=desc,file", "-e", "signal=none", "-o", log};
}

std::vector<lab::KeyValue> selfCheckEnvironment() { return {{"UAESCOPE_SELF_CHECK", "1"}}; }

void expectProved(const core::Trace& trace, const std::filesystem::path& log) {
    ASSERT_TRUE(trace.finished);
    EXPECT_TRUE(trace.drops.empty());
    EXPECT_TRUE(trace.damage.empty());
    const core::TrafficByFile recorded = core::recordedTraffic(trace);
    EXPECT_GT(recorded.size(), 2u);
    expectSame(readStraceLog(log, trace), recorded, "strace");
    if (trace.facts.count("self-check") == 0) return;
    EXPECT_EQ(trace.facts.at("self-check"), "seccomp");
    EXPECT_EQ(trace.facts.count("self-check.lost"), 0u);
    expectSame(core::countedTraffic(trace), recorded, "the self-check");
}

std::uint64_t countedCallsOn(const core::Trace& trace, const std::string& storage) {
    std::uint64_t calls = 0;
    for (const auto& [key, traffic] : core::countedTraffic(trace))
        if (key.path == storage || key.path.rfind(storage + "/", 0) == 0) calls += traffic.calls;
    return calls;
}

} // namespace uaescope
