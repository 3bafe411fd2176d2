// In one and the same run, the capture and strace must agree on every call and byte of the storage.
//
// The capture's side are its records at system depth. Three calls of the C library make system calls that pass no stub,
// and stand for them: opendir for its open, fclose and closedir for their close. Nothing else may differ.

#include "analyzer/core/trace.h"
#include "analyzer/lab/run.h"
#include "strace_log.h"
#include "tests/lab/scratch.h"
#include "tests/plugin/describe.h"

#include <gtest/gtest.h>
#include <iostream>

namespace uaescope {
namespace {

using capture::Call;
using capture::Depth;
using capture::HostCall;

// The system call that a record stands for; none when strace sees no call of its own for it.
Call systemCallOf(const HostCall& call) {
    if (call.depth == Depth::system) return call.call;
    if (call.call == Call::opendir) return Call::open;
    if (call.call == Call::fclose || call.call == Call::closedir) return Call::close;
    return Call::none;
}

TrafficByFile capturedTraffic(const core::Trace& trace, const std::string& prefix) {
    TrafficByFile traffic;
    for (const HostCall& call : trace.calls) {
        const Call made = systemCallOf(call);
        const std::string path(trace.string(call.path));
        if (made == Call::none || path.rfind(prefix, 0) != 0) continue;
        Traffic& found = traffic[{plugin::callName(made), path}];
        ++found.calls;
        if ((made == Call::read || made == Call::write) && call.result > 0)
            found.bytes += static_cast<std::uint64_t>(call.result);
    }
    return traffic;
}

class PluginStrace : public testing::TestWithParam<const char*> {};

TEST_P(PluginStrace, CountsTheSameCallsAndBytesOfEveryStorageFile) {
    const lab::Scratch scratch;
    const std::filesystem::path log = scratch.path() / "strace.txt";
    lab::RunOptions options;
    options.suite = "diskperf";
    options.out = scratch.path();
    // With the filter in the kernel, calls that are not of interest do not stop the emulator.
    options.wrapper = {"strace", "-f", "--seccomp-bpf", "-y", "-e", "trace=desc,file", "-o", log};
    options.watchdog = std::chrono::seconds(120);
    const lab::RunResult result = lab::runSetup(lab::parseSetup(GetParam()), 1, options);
    if (!result.retried.empty()) std::cout << "tried twice: " << result.retried << "\n";

    const core::Trace trace = core::loadTrace(result.capture);
    ASSERT_TRUE(trace.finished);
    EXPECT_TRUE(trace.drops.empty());
    EXPECT_TRUE(trace.damage.empty());
    const std::string storage = trace.facts.at("storage.0");
    const TrafficByFile seen = readStraceLog(log, storage);
    const TrafficByFile captured = capturedTraffic(trace, storage);
    EXPECT_GT(seen.size(), 3u);

    std::uint64_t calls = 0;
    for (const auto& [key, traffic] : seen) {
        calls += traffic.calls;
        const auto found = captured.find(key);
        const Traffic ours = found == captured.end() ? Traffic() : found->second;
        EXPECT_EQ(ours.calls, traffic.calls) << key.first << " " << key.second;
        EXPECT_EQ(ours.bytes, traffic.bytes) << key.first << " " << key.second;
    }
    for (const auto& [key, traffic] : captured)
        EXPECT_EQ(seen.count(key), 1u) << "strace has not seen: " << key.first << " " << key.second;
    std::cout << GetParam() << ": " << calls << " system calls on " << storage << "\n";
}

INSTANTIATE_TEST_SUITE_P(Setups, PluginStrace, testing::Values("dir", "hdf", "rdb"),
                         [](const auto& one) { return std::string(one.param); });

} // namespace
} // namespace uaescope
