#include "analyzer/core/time_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace uaescope::core::test {
namespace {

capture::HostCall callAt(std::int64_t begin, std::uint32_t thread, std::uint8_t nesting = 0) {
    capture::HostCall call;
    call.begin = begin;
    call.thread = thread;
    call.nesting = nesting;
    return call;
}

using Calls = std::vector<capture::HostCall>;

bool isInOrder(const Calls& calls, const std::vector<std::uint32_t>& order) {
    return std::is_sorted(order.begin(), order.end(),
                          [&](std::uint32_t a, std::uint32_t b) { return calls[a].begin < calls[b].begin; });
}

} // namespace

TEST(TimeOrder, NestedCallsComeAfterTheCallAroundThem) {
    const Calls calls = {callAt(12, 1, 1), callAt(15, 1, 1), callAt(10, 1, 0)};
    EXPECT_EQ(timeOrder(calls), (std::vector<std::uint32_t>{2, 0, 1}));
}

TEST(TimeOrder, OfCallsThatBeginTogetherTheOuterComesFirst) {
    const Calls calls = {callAt(10, 1, 2), callAt(10, 1, 1), callAt(10, 1, 0)};
    EXPECT_EQ(timeOrder(calls), (std::vector<std::uint32_t>{2, 1, 0}));
}

TEST(TimeOrder, ThreadsAreMerged) {
    const Calls calls = {callAt(10, 1), callAt(30, 1), callAt(50, 1), callAt(20, 2), callAt(40, 2), callAt(60, 2)};
    EXPECT_EQ(timeOrder(calls), (std::vector<std::uint32_t>{0, 3, 1, 4, 2, 5}));
}

TEST(TimeOrder, OfShuffledCallsIsRightToo) {
    std::mt19937 random(1);
    Calls calls;
    for (int i = 0; i < 20000; ++i)
        calls.push_back(callAt(static_cast<std::int64_t>(random() % 1000000), random() % 5));
    const std::vector<std::uint32_t> order = timeOrder(calls);
    ASSERT_EQ(order.size(), calls.size());
    EXPECT_TRUE(isInOrder(calls, order));
    std::vector<std::uint32_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t i = 0; i < sorted.size(); ++i) ASSERT_EQ(sorted[i], i);
}

TEST(TimeOrder, OfNothingIsNothing) { EXPECT_TRUE(timeOrder({}).empty()); }

} // namespace uaescope::core::test
