// What holds for every suite that writes. What only reads is in readtree_test.cpp.
#include "tests/guest/memory_storage.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

using uaescope::guest_test::MemoryStorage;
using uaescope::guest_test::RecordedOperation;

namespace {

using Row = std::tuple<int, int, bool>; // test, operation, prepares

std::map<Row, std::uint32_t> rowsOf(const std::vector<RecordedOperation>& operations) {
    std::map<Row, std::uint32_t> rows;
    for (const RecordedOperation& operation : operations) ++rows[{operation.test, operation.kind, operation.prepares}];
    return rows;
}

std::map<Row, std::uint32_t> rowsOf(const us_suite& suite) {
    std::map<Row, std::uint32_t> rows;
    for (std::size_t index = 0; index < suite.count_rows; ++index) {
        const us_count& count = suite.counts[index];
        rows[{count.test, count.operation, count.prepares != 0}] += count.count;
    }
    return rows;
}

std::vector<std::string> names() {
    std::vector<std::string> result;
    for (const us_suite* const* suite = us_suites; *suite; ++suite)
        if (!(*suite)->reads_only && (*suite)->name != std::string("truth-large")) // the same code, in minutes
            result.emplace_back((*suite)->name);
    return result;
}

class Suite : public testing::TestWithParam<std::string> {
protected:
    const char* name() const { return GetParam().c_str(); }
    const us_suite& suite() const { return *us_suite_named(name()); }

    // Others only read the device under the volume.
    bool worksOnFiles() const { return us_suite_count(&suite(), 0, US_OP_CREATE_DIR, 1) == 1; }

    void expectClean(const MemoryStorage& storage, const std::string& when) {
        EXPECT_TRUE(storage.objects.empty()) << when << " left " << storage.objects.begin()->first;
        EXPECT_EQ(storage.leaks(), 0U) << when;
        EXPECT_TRUE(storage.faults.empty()) << when << ": " << storage.faults.front();
    }
};

TEST_P(Suite, FixedFormDoesExactlyTheOperationsOfItsTable) {
    MemoryStorage storage;
    EXPECT_EQ(storage.run(name()), US_STATUS_DONE) << storage.text();
    EXPECT_EQ(rowsOf(storage.operations), rowsOf(suite()));
    expectClean(storage, "a finished run");
}

TEST_P(Suite, TableIsAnsweredRowByRow) {
    for (const auto& [row, count] : rowsOf(suite()))
        EXPECT_EQ(us_suite_count(&suite(), static_cast<std::uint16_t>(std::get<0>(row)),
                                 static_cast<std::uint8_t>(std::get<1>(row)), std::get<2>(row)),
                  count);
    EXPECT_EQ(us_suite_count(&suite(), 1, US_OP_RENAME, 0), 0U);
}

TEST_P(Suite, EveryOperationSucceeds) {
    MemoryStorage storage;
    storage.run(name());
    for (const RecordedOperation& operation : storage.operations)
        if (operation.kind != US_OP_EXNEXT) {
            EXPECT_EQ(operation.error, 0U) << int(operation.kind) << " in test " << operation.test;
        }
}

TEST_P(Suite, EachTestIsOneSpanWithItsLabelAndOneFigure) {
    MemoryStorage storage;
    storage.run(name());
    std::vector<std::string> labels;
    for (const auto& span : storage.spans)
        if (span.kind == US_OP_TEST) labels.push_back(span.name);
    std::vector<std::string> expected;
    for (const char* const* label = suite().tests; *label; ++label) expected.emplace_back(*label);
    EXPECT_EQ(labels, expected);
    ASSERT_EQ(storage.figures.size(), expected.size());
    for (std::size_t index = 0; index < expected.size(); ++index)
        EXPECT_TRUE(storage.figures[index].starts_with("test=" + std::to_string(index + 1) + " count="))
            << storage.figures[index];
}

TEST_P(Suite, SettlesForAMomentATestInTheFixedForm) {
    constexpr std::uint64_t moment = 3; // ticks
    MemoryStorage storage;
    storage.run(name());
    std::uint64_t tests = 0;
    while (suite().tests[tests]) ++tests;
    EXPECT_LE(storage.settledTicks, moment * tests);
}

// Not every one of some thousand operations: some 150 of them, in strides without a common divisor with the turns of
// the loops, so that every kind of operation is met in every test; and the first and last ones one by one.
std::uint32_t strideOf(std::uint32_t total) {
    for (const std::uint32_t prime : {11U, 37U, 67U, 101U, 151U})
        if (total / prime < 150) return prime;
    return 211;
}

TEST_P(Suite, StoppedAtAnyOperationLeavesNothing) {
    MemoryStorage whole;
    whole.run(name());
    const auto total = static_cast<std::uint32_t>(whole.operations.size());
    const std::uint32_t stride = strideOf(total);
    for (std::uint32_t after = 1; after < total; after += (after < 30 || after + 30 > total) ? 1 : stride) {
        MemoryStorage storage;
        storage.stopAfter = after;
        const auto status = storage.run(name());
        const std::string when = "stopped after operation " + std::to_string(after);
        // The last two operations clean up, when there is nothing left to stop.
        if (after + 2 < total) {
            ASSERT_EQ(status, US_STATUS_STOPPED) << when;
            ASSERT_EQ(storage.lines.back(), "*** Break") << when;
        }
        expectClean(storage, when);
        if (HasFailure()) return;
    }
}

TEST_P(Suite, FailureOfAnyCallIsReportedAndLeavesNothing) {
    MemoryStorage whole;
    whole.run(name());
    // The last two give back the lock and remove the directory; when that fails, it cannot but stay.
    const auto total = static_cast<std::uint32_t>(whole.operations.size()) - 2;
    const std::uint32_t stride = strideOf(total) + 2;
    for (std::uint32_t at = 1; at <= total; at += (at < 30 || at + 30 > total) ? 1 : stride) {
        if (whole.operations[at - 1].kind == US_OP_UNLOCK) continue; // cannot fail
        MemoryStorage storage;
        storage.failAt = at;
        const std::string when = "operation " + std::to_string(at) + " failed";
        ASSERT_EQ(storage.run(name()), US_STATUS_FAILED) << when;
        ASSERT_NE(storage.text().find("failed: object has the wrong type (212)"), std::string::npos) << storage.text();
        expectClean(storage, when);
        if (HasFailure()) return;
    }
}

TEST_P(Suite, FullDiskIsNamedAndLeavesNothing) {
    if (!worksOnFiles()) return;
    MemoryStorage whole;
    whole.run(name());
    for (const std::uint64_t capacity :
         {std::uint64_t{0}, std::uint64_t{100}, whole.largestUse / 8, whole.largestUse / 4, whole.largestUse - 1}) {
        MemoryStorage storage;
        storage.capacity = capacity;
        EXPECT_EQ(storage.run(name()), US_STATUS_FAILED) << capacity;
        EXPECT_NE(storage.text().find("Write failed: disk is full (221)"), std::string::npos) << storage.text();
        expectClean(storage, "a full disk");
    }
}

TEST_P(Suite, ExistingDirectoryIsNotTouched) {
    if (!worksOnFiles()) return;
    MemoryStorage first;
    first.run(name());
    const std::string directory = first.operations.front().name + "/";
    MemoryStorage storage;
    storage.objects = {{directory, 0}, {directory + "mine", 5}};
    const auto before = storage.objects;
    EXPECT_EQ(storage.run(name()), US_STATUS_FAILED);
    EXPECT_EQ(storage.objects, before);
    EXPECT_NE(storage.text().find("exists already"), std::string::npos) << storage.text();
    EXPECT_EQ(storage.leaks(), 0U);
}

TEST_P(Suite, WithoutMemoryNothingIsStarted) {
    if (!worksOnFiles()) return;
    MemoryStorage storage;
    storage.noMemory = true;
    EXPECT_EQ(storage.run(name()), US_STATUS_FAILED);
    EXPECT_TRUE(storage.operations.empty());
    EXPECT_NE(storage.text().find("not enough memory (103)"), std::string::npos) << storage.text();
}

TEST_P(Suite, ClockThatNeverAdvancesGivesNoRates) {
    for (us_form form : {US_FORM_FIXED, US_FORM_CLASSIC}) {
        MemoryStorage storage;
        storage.clock = [](std::uint64_t) { return 7; };
        EXPECT_EQ(storage.run(name(), form), US_STATUS_DONE);
        EXPECT_NE(storage.text().find("below resolution"), std::string::npos);
        for (const std::string& figure : storage.figures)
            EXPECT_TRUE(figure.ends_with(" guest_us=0 step_ns=0")) << figure;
        expectClean(storage, "a clock that stands still");
    }
}

TEST_P(Suite, ClockThatRunsBackwardsGivesNoRates) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return 1000000000 - call * 1000; };
    EXPECT_EQ(storage.run(name()), US_STATUS_DONE);
    for (const std::string& figure : storage.figures) EXPECT_TRUE(figure.ends_with(" guest_us=0 step_ns=0")) << figure;
}

TEST_P(Suite, TimesPastFourBillionAreExact) {
    constexpr std::uint64_t day = 86400ULL * 1000000;
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return (1ULL << 62) + call * day; };
    EXPECT_EQ(storage.run(name()), US_STATUS_DONE);
    for (const std::string& figure : storage.figures) {
        const auto time = std::stoull(figure.substr(figure.find("guest_us=") + 9));
        EXPECT_GE(time, day) << figure;
        EXPECT_EQ(time % day, 0U) << figure;
        EXPECT_TRUE(figure.ends_with(" step_ns=86400000000000")) << figure;
    }
}

TEST_P(Suite, BeginsWithMarksAroundNothing) {
    MemoryStorage storage;
    storage.run(name());
    std::vector<int> kinds;
    for (const auto& span : storage.spans) kinds.push_back(span.kind);
    ASSERT_GT(kinds.size(), 65U);
    EXPECT_EQ(kinds[0], US_OP_SUITE);
    EXPECT_EQ(std::count(kinds.begin(), kinds.begin() + 65, US_OP_EMPTY), 64);
    EXPECT_EQ(std::count(kinds.begin(), kinds.end(), US_OP_EMPTY), 64);
}

INSTANTIATE_TEST_SUITE_P(All, Suite, testing::ValuesIn(names()), [](const auto& suite) {
    std::string words = suite.param;
    std::replace(words.begin(), words.end(), '-', '_');
    return words;
});

TEST(SuiteList, FindsNamesWhateverTheirCase) {
    EXPECT_EQ(us_suite_named("DiskSpeed13"), us_suite_named("diskspeed13"));
    EXPECT_NE(us_suite_named("diskspeed13"), nullptr);
    EXPECT_EQ(us_suite_named("diskspeed"), nullptr);
    EXPECT_EQ(us_suite_named("diskspeed131"), nullptr);
    EXPECT_EQ(us_suite_named(""), nullptr);
}

TEST(SuiteList, DescriptionsFitTheGuestsScreen) {
    for (const us_suite* const* suite = us_suites; *suite; ++suite)
        EXPECT_LE(std::string((*suite)->description).size() + 19, 77U) << (*suite)->name;
}

} // namespace
