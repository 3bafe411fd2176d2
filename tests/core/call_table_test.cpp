#include "analyzer/core/call_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <stdexcept>
#include <tuple>
#include <vector>

namespace uaescope::core::test {
namespace {

auto fieldsOf(const capture::HostCall& c) {
    return std::tuple(c.begin, c.end, c.offset, c.size, c.result, c.thread, c.path, c.descriptor, c.error, c.call,
                      c.depth, c.nesting, c.flags);
}

void expectKept(const std::vector<capture::HostCall>& calls) {
    CallTable table;
    for (const capture::HostCall& call : calls) table.push_back(call);
    ASSERT_EQ(table.size(), calls.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
        ASSERT_EQ(fieldsOf(table[i]), fieldsOf(calls[i])) << "call " << i;
        ASSERT_EQ(table.beginOf(i), calls[i].begin);
        ASSERT_EQ(table.threadOf(i), calls[i].thread);
        ASSERT_EQ(table.nestingOf(i), calls[i].nesting);
    }
}

capture::HostCall sample(std::int64_t begin = 1000) {
    return {.begin = begin,
            .end = begin + 500,
            .offset = 4096,
            .size = 512,
            .result = -1,
            .thread = 77,
            .path = 12,
            .descriptor = 9,
            .error = 28,
            .call = capture::Call::write,
            .depth = capture::Depth::system,
            .nesting = 2,
            .flags = 1};
}

} // namespace

TEST(CallTable, KeepsEveryField) { expectKept({sample(), capture::HostCall(), sample(5)}); }

TEST(CallTable, KeepsResultsThatAreTheOffset) {
    capture::HostCall seek = sample();
    seek.offset = seek.result = 123456789;
    capture::HostCall failed = sample();
    failed.offset = failed.result = -1;
    expectKept({seek, failed});
}

TEST(CallTable, KeepsWhatDoesNotFitTheShortRecord) {
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    capture::HostCall longCall = sample();
    longCall.end = longCall.begin + (std::int64_t{1} << 33);
    capture::HostCall farOffset = sample();
    farOffset.offset = std::int64_t{1} << 45;
    capture::HostCall lastShortOffset = sample();
    lastShortOffset.offset = (std::int64_t{1} << 40) - 2;
    capture::HostCall firstLongOffset = sample();
    firstLongOffset.offset = (std::int64_t{1} << 40) - 1;
    capture::HostCall oddOffset = sample();
    oddOffset.offset = -5;
    capture::HostCall backwards = sample();
    backwards.end = backwards.begin - 1;
    expectKept({sample(), longCall, farOffset, lastShortOffset, firstLongOffset, oddOffset, backwards,
                sample(std::int64_t{1} << 47), sample((std::int64_t{1} << 47) + 1000), sample(largest - 500),
                sample(-1000)});
}

TEST(CallTable, KeepsTimesBeforeTheFirst) { expectKept({sample(5'000'000'000), sample(1), sample(4'999'999'999)}); }

TEST(CallTable, KeepsMoreKindsThanItsHashTableBeginsWith) {
    std::vector<capture::HostCall> calls;
    for (std::uint32_t i = 0; i < 5000; ++i) {
        calls.push_back(sample(i));
        calls.back().path = i % 2500;
    }
    expectKept(calls);
}

TEST(CallTable, SortsWhatItHolds) {
    std::mt19937 random(7);
    std::vector<capture::HostCall> calls;
    for (int i = 0; i < 50000; ++i) {
        calls.push_back(sample(i + static_cast<std::int64_t>(random() % 40)));
        calls.back().thread = random() % 3;
        calls.back().nesting = static_cast<std::uint8_t>(random() % 3);
        calls.back().size = i;
        if (i % 100 == 0) calls.back().offset = std::int64_t{1} << 50;
    }
    CallTable table;
    for (const capture::HostCall& call : calls) table.push_back(call);
    table.sortByBegin();
    const auto byBegin = [](const capture::HostCall& a, const capture::HostCall& b) {
        return std::tie(a.begin, a.nesting) < std::tie(b.begin, b.nesting);
    };
    EXPECT_TRUE(std::is_sorted(table.begin(), table.end(), byBegin));
    std::vector<capture::HostCall> sorted(calls.size());
    for (const capture::HostCall call : table) sorted[static_cast<std::size_t>(call.size)] = call;
    for (std::size_t i = 0; i < calls.size(); ++i) ASSERT_EQ(fieldsOf(sorted[i]), fieldsOf(calls[i]));
}

TEST(CallTable, CanGrowAfterSorting) {
    CallTable table;
    table.push_back(sample(20));
    table.push_back(sample(10));
    table.sortByBegin();
    table.push_back(sample(30));
    ASSERT_EQ(table.size(), 3u);
    EXPECT_EQ(fieldsOf(table[0]), fieldsOf(sample(10)));
    EXPECT_EQ(fieldsOf(table[2]), fieldsOf(sample(30)));
}

TEST(CallTable, CopiesAreTheirOwn) {
    CallTable table;
    table.push_back(sample(1));
    CallTable copy = table;
    copy.push_back(sample(2));
    EXPECT_EQ(table.size(), 1u);
    EXPECT_EQ(fieldsOf(copy[0]), fieldsOf(table[0]));
    table = copy;
    EXPECT_EQ(table.size(), 2u);
}

TEST(CallTable, AppendsInTheOrderGiven) {
    std::vector<capture::HostCall> calls = {sample(30), sample(10), sample(20), sample(40)};
    calls[1].size = 7;
    calls[2].path = 99;
    calls[3].offset = calls[3].result = 8192;
    const std::vector<std::uint32_t> kinds = {0, 0, 1, 0};
    const std::vector<std::uint32_t> order = {1, 2, 0, 3};
    CallTable table;
    table.append(calls, kinds, order);
    ASSERT_EQ(table.size(), 4u);
    for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(fieldsOf(table[i]), fieldsOf(calls[order[i]])) << i;
}

TEST(CallTable, KeepsTimesFarFromThoseOfTheirBlock) {
    constexpr std::int64_t hour = std::int64_t{3'600'000'000'000};
    std::vector<capture::HostCall> calls;
    for (int i = 0; i < 100; ++i) calls.push_back(sample(i % 2 == 0 ? i * hour : 5000 - i));
    expectKept(calls);
    CallTable table;
    for (const capture::HostCall& call : calls) table.push_back(call);
    table.sortByBegin();
    std::sort(calls.begin(), calls.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
    for (std::size_t i = 0; i < calls.size(); ++i) ASSERT_EQ(fieldsOf(table[i]), fieldsOf(calls[i])) << i;
}

TEST(CallTable, SortsAcrossBlocks) {
    // Each thread's waits end long after they begin, so that they come too late by more than a block.
    CallTable table;
    for (int i = 0; i < 100000; ++i) {
        table.push_back(sample(1'000'000 + i * 1000));
        if (i % 30000 == 29999) table.push_back(sample(1'000'000 + (i - 29000) * 1000 + 1));
    }
    table.sortByBegin();
    for (std::size_t i = 1; i < table.size(); ++i) ASSERT_LT(table.beginOf(i - 1), table.beginOf(i)) << i;
}

TEST(CallTable, AtChecksItsIndex) {
    CallTable table;
    EXPECT_TRUE(table.empty());
    EXPECT_THROW(table.at(0), std::out_of_range);
    table.push_back(sample());
    EXPECT_EQ(table.at(0).size, 512);
    EXPECT_THROW(table.at(1), std::out_of_range);
}

} // namespace uaescope::core::test
