#include "analyzer/core/kernel_traffic.h"

#include "trace_builder.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {
namespace {

using capture::Call;

// Counted as the plugin does: numbers of strings.
void count(Trace& trace, const char* call, const char* path, std::uint64_t calls, std::uint64_t bytes = 0) {
    const auto number = [&](const char* text) {
        trace.strings.emplace_back(text);
        return static_cast<std::uint32_t>(trace.strings.size() - 1);
    };
    trace.kernelCounts.push_back({calls, bytes, number(call), number(path)});
}

TEST(KernelTraffic, RecordsAtSystemDepthAreSystemCalls) {
    const Trace trace = TraceBuilder()
                            .library(Call::fwrite, 100, 200, {.size = 512, .result = 512})
                            .system(Call::write, 120, 150, {.size = 512, .result = 512, .nesting = 1})
                            .system(Call::read, 300, 310, {.size = 4096, .result = -1})
                            .build();
    const TrafficByFile recorded = recordedTraffic(trace);
    EXPECT_EQ(recorded, (TrafficByFile{{{image, "write"}, {1, 512}}, {{image, "read"}, {1, 0}}}));
}

TEST(KernelTraffic, ThreeFunctionsStandForTheCallsThatTheyHide) {
    const Trace trace = TraceBuilder()
                            .library(Call::opendir, 10, 20, {.path = "/vol"})
                            .library(Call::readdir, 21, 22, {.path = "/vol"})
                            .library(Call::closedir, 30, 40, {.path = "/vol"})
                            .library(Call::fclose, 50, 60, {.path = "/vol/a"})
                            .build();
    EXPECT_EQ(recordedTraffic(trace),
              (TrafficByFile{{{"/vol", "open"}, {1, 0}}, {{"/vol", "close"}, {1, 0}}, {{"/vol/a", "close"}, {1, 0}}}));
}

TEST(KernelTraffic, IsOfStorageAloneAndFromTheMomentCountingBegan) {
    Trace trace = TraceBuilder()
                      .fact("counting.start", "1000")
                      .system(Call::read, 999, 1001, {.result = 5})
                      .system(Call::read, 1000, 1001, {.result = 7})
                      .system(Call::read, 1100, 1101, {.path = "/vol.hdf.other", .result = 9})
                      .system(Call::stat, 1200, 1201, {.path = "/volume"})
                      .build();
    count(trace, "read", image, 1, 7);
    count(trace, "read", "/elsewhere", 4, 100);
    EXPECT_EQ(recordedTraffic(trace), (TrafficByFile{{{image, "read"}, {1, 7}}}));
    EXPECT_EQ(countedTraffic(trace), recordedTraffic(trace));
}

TEST(KernelTraffic, DifferencesAreNamedFromBothSides) {
    Trace trace = TraceBuilder().system(Call::read, 10, 11, {.result = 5}).system(Call::lseek, 12, 13).build();
    count(trace, "read", image, 1, 4);
    count(trace, "mmap", image, 2);
    const auto found = differences(countedTraffic(trace), recordedTraffic(trace));
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].key, (TrafficKey{image, "lseek"}));
    EXPECT_EQ(found[0].counted, Traffic());
    EXPECT_EQ(found[0].recorded, (Traffic{1, 0}));
    EXPECT_EQ(found[1].key, (TrafficKey{image, "mmap"}));
    EXPECT_EQ(found[1].counted, (Traffic{2, 0}));
    EXPECT_EQ(found[2].counted.bytes, 4u);
    EXPECT_EQ(found[2].recorded.bytes, 5u);
    EXPECT_TRUE(differences(recordedTraffic(trace), recordedTraffic(trace)).empty());
}

} // namespace
} // namespace uaescope::core::test
