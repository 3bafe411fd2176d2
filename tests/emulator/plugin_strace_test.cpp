// In one and the same run, the capture and strace must agree on every call and byte of the storage.

#include "analyzer/lab/run.h"
#include "proof.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>
#include <iostream>

namespace uaescope {
namespace {

class PluginStrace : public testing::TestWithParam<const char*> {};

TEST_P(PluginStrace, CountsTheSameCallsAndBytesOfEveryStorageFile) {
    const lab::Scratch scratch;
    const std::filesystem::path log = scratch.path() / "strace.txt";
    lab::RunOptions options;
    options.suite = "diskperf";
    options.out = scratch.path();
    options.wrapper = straceWrapper(log);
    options.watchdog = std::chrono::seconds(120);
    const lab::RunResult result = lab::runSetup(lab::parseSetup(GetParam()), 1, options);
    if (!result.retried.empty()) std::cout << "tried twice: " << result.retried << "\n";
    const core::Trace trace = core::loadTrace(result.capture);
    expectProved(trace, log);
}

INSTANTIATE_TEST_SUITE_P(Setups, PluginStrace, testing::Values("dir", "hdf", "rdb"),
                         [](const auto& one) { return std::string(one.param); });

} // namespace
} // namespace uaescope
