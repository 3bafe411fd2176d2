// The workload of truth, operation by operation.
#include "guest/suites/truth.h"
#include "tests/guest/memory_storage.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using uaescope::guest_test::MemoryStorage;
using uaescope::guest_test::RecordedOperation;

namespace {

constexpr int testsALevel = 9;
constexpr int deletes = 28;
constexpr int append = 29;
constexpr int firstOfSizes = 30;
constexpr int testsASize = 7;

const MemoryStorage& finished() {
    static MemoryStorage storage;
    if (storage.operations.empty()) storage.run("truth");
    return storage;
}

std::vector<RecordedOperation> measured(int test, int kind) {
    std::vector<RecordedOperation> result;
    for (const RecordedOperation& operation : finished().operations)
        if (operation.test == test && operation.kind == kind && !operation.prepares) result.push_back(operation);
    return result;
}

TEST(Truth, DirectoryGrowsOverADecade) {
    const std::uint32_t files[] = {100, 300, 1000};
    std::uint32_t before = 0;
    for (int level = 0; level < 3; ++level) {
        const int first = testsALevel * level;
        const auto created = measured(first + 1, US_OP_OPEN);
        ASSERT_EQ(created.size(), files[level] - before);
        EXPECT_EQ(created.front().name,
                  "f" + std::string(5 - std::to_string(before).size(), '0') + std::to_string(before));
        const auto entries = measured(first + 5, US_OP_EXNEXT);
        EXPECT_EQ(entries.size(), files[level] + 1);
        EXPECT_EQ(entries.back().error, 232U);
        const auto all = measured(first + 8, US_OP_EXALL);
        ASSERT_EQ(all.size(), 1U);
        EXPECT_EQ(all[0].result, files[level]);
        before = files[level];
    }
    EXPECT_EQ(measured(deletes, US_OP_DELETE).size(), 1000U);
}

TEST(Truth, LooksUpNamesFromTheWholeDirectory) {
    const auto locks = measured(2 * testsALevel + 2, US_OP_LOCK);
    ASSERT_EQ(locks.size(), 100U);
    std::set<std::string> names;
    for (const auto& lock : locks) names.insert(lock.name);
    EXPECT_GT(names.size(), 80U);
    EXPECT_LT(*names.begin(), "f00100");
    EXPECT_GT(*names.rbegin(), "f00900");
}

TEST(Truth, RenamesThereAndBack) {
    const auto renames = measured(testsALevel, US_OP_RENAME);
    ASSERT_EQ(renames.size(), 50U);
    for (std::size_t index = 0; index < renames.size(); index += 2) {
        EXPECT_EQ(renames[index].name[0], 'f');
        EXPECT_EQ(renames[index + 1].name, "g" + renames[index].name.substr(1));
    }
}

TEST(Truth, AppendsAtTheEndEachTime) {
    const auto seeks = measured(append, US_OP_SEEK);
    ASSERT_EQ(seeks.size(), 64U);
    for (std::size_t index = 0; index < seeks.size(); ++index) EXPECT_EQ(seeks[index].size, 100 * index);
    EXPECT_EQ(measured(append, US_OP_OPEN).size(), 64U);
}

TEST(Truth, EachSizeCoversItsFileAndJumpsInIt) {
    const std::uint32_t sizes[] = {512, 4096, 32768, 131072}, pieces[] = {256, 128, 32, 16};
    const std::uint32_t jumps[] = {64, 64, 32, 16};
    for (int index = 0; index < 4; ++index) {
        const int first = firstOfSizes + testsASize * index;
        for (const int test : {first, first + 4}) {
            const auto writes = measured(test, US_OP_WRITE);
            EXPECT_EQ(writes.size(), pieces[index]);
            for (const auto& write : writes) EXPECT_EQ(write.size, sizes[index]);
        }
        for (const int test : {first + 1, first + 2, first + 3})
            EXPECT_EQ(measured(test, US_OP_READ).size(), pieces[index]);
        for (const int test : {first + 5, first + 6}) {
            std::set<std::uint32_t> places;
            for (const auto& seek : measured(test, US_OP_SEEK)) {
                EXPECT_EQ(seek.size % sizes[index], 0U);
                EXPECT_LT(seek.size, sizes[index] * pieces[index]);
                places.insert(seek.size);
            }
            EXPECT_EQ(measured(test, US_OP_SEEK).size(), jumps[index]);
            EXPECT_GT(places.size(), std::min(jumps[index], pieces[index]) / 2) << test;
        }
    }
}

TEST(Truth, ReadThatMovesNothingIsNoticed) {
    MemoryStorage storage;
    storage.forgetful = true;
    EXPECT_EQ(storage.run("truth-small"), US_STATUS_FAILED);
    EXPECT_NE(
        storage.text().find("Append to a file: *** Data error: the bytes at 0 are not those that were written there"),
        std::string::npos)
        << storage.text();
    EXPECT_TRUE(storage.objects.empty());
    EXPECT_EQ(storage.leaks(), 0U);
}

TEST(Truth, EveryKindOfDamageToTheFileIsNoticed) {
    // Bytes that a write leaves as they were, in each of the tests that write.
    MemoryStorage whole;
    whole.run("truth-small");
    std::map<int, std::uint32_t> last; // of each test: its last write, which no other hides
    for (std::uint32_t at = 1; at <= whole.operations.size(); ++at)
        if (whole.operations[at - 1].kind == US_OP_WRITE) last[whole.operations[at - 1].test] = at;
    for (const auto& [test, at] : last) {
        MemoryStorage storage;
        storage.loseWrite = at;
        EXPECT_EQ(storage.run("truth-small"), US_STATUS_FAILED) << test;
        EXPECT_NE(storage.text().find("*** Data error"), std::string::npos) << test;
        EXPECT_TRUE(storage.objects.empty());
    }
    EXPECT_EQ(last.size(), 13U);
}

TEST(Truth, DirectoryThatHidesAnEntryIsNoticed) {
    for (const bool byExall : {false, true}) {
        MemoryStorage storage;
        (byExall ? storage.exallHides : storage.exnextHides) = 1;
        EXPECT_EQ(storage.run("truth-small"), US_STATUS_FAILED);
        EXPECT_NE(storage.text().find("*** Directory error: it showed 15 entries and has 16"), std::string::npos)
            << storage.text();
        EXPECT_TRUE(storage.objects.empty());
    }
}

TEST(Truth, WithoutExallTheOthersRun) {
    MemoryStorage storage;
    storage.hasExall = false;
    EXPECT_EQ(storage.run("truth-small"), US_STATUS_DONE) << storage.text();
    EXPECT_NE(storage.text().find("ExAll is skipped: it needs AmigaOS 2.0."), std::string::npos);
    for (const RecordedOperation& operation : storage.operations) EXPECT_NE(operation.kind, US_OP_EXALL);
}

TEST(Truth, PrintsOneLineATest) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return call / 2 * 500000; };
    storage.run("truth-small");
    ASSERT_EQ(storage.lines.size(), 57U) << storage.text();
    EXPECT_EQ(storage.lines[0], "Create up to 16                  32 files/s");
    EXPECT_TRUE(storage.lines[2].starts_with("Look up among 16, cold guest    ")) << storage.lines[2];
    EXPECT_TRUE(storage.lines[3].starts_with("Look up among 16, cold host     ")) << storage.lines[3];
}

TEST(Truth, ColdTestsBeginWithDroppedCachesAndNothingBetween) {
    MemoryStorage storage;
    storage.run("truth-small");
    std::vector<std::uint32_t> cold, coldHost; // operations before each such test
    for (std::uint32_t at = 1; at < storage.operations.size(); ++at) {
        const int test = storage.operations[at].test;
        if (test == 0 || test == storage.operations[at - 1].test) continue;
        const std::string label = us_suite_named("truth-small")->tests[test - 1];
        if (label.find(", cold ") != std::string::npos) cold.push_back(at);
        if (label.ends_with(", cold host")) coldHost.push_back(at);
    }
    EXPECT_EQ(cold.size(), 20U);
    EXPECT_EQ(coldHost.size(), 10U);
    EXPECT_EQ(storage.droppedAfter, cold);
    EXPECT_EQ(storage.hostDroppedAfter, coldHost);
}

// The tests of that ending which were not measured, and why.
std::map<std::string, std::string> leftOut(const MemoryStorage& storage) {
    std::map<std::string, std::string> found;
    constexpr std::string_view between = " not measured: ";
    for (const std::string& line : storage.lines)
        if (const std::size_t at = line.find(between); at != std::string::npos)
            found[line.substr(0, at)] = line.substr(at + between.size());
    return found;
}

TEST(Truth, OnAHostDirectoryOnlyContentsCanBeCold) {
    MemoryStorage storage;
    storage.deviceBytes = 0;
    storage.keepsCaches = true;
    EXPECT_EQ(storage.run("truth-small"), US_STATUS_DONE) << storage.text();
    const auto left = leftOut(storage);
    EXPECT_EQ(left.size(), 16U); // 10 of the guest's, and look-ups and listings in three sizes of the directory
    EXPECT_EQ(left.at("Read 512, cold guest"), "they are glued");
    EXPECT_EQ(left.at("ExNext of 64, cold host"), "what the host keeps of its directories no program can drop");
    EXPECT_FALSE(left.contains("Read 512, cold host"));
    EXPECT_EQ(storage.hostDroppedAfter.size(), 4U);
}

TEST(Truth, HostThatKeepsItsCacheLeavesTheOthersMeasured) {
    MemoryStorage storage;
    storage.hostKeepsCache = true;
    EXPECT_EQ(storage.run("truth-small"), US_STATUS_DONE) << storage.text();
    const auto left = leftOut(storage);
    EXPECT_EQ(left.size(), 10U);
    EXPECT_EQ(left.at("Look up among 16, cold host"), "the host is greedy");
    EXPECT_EQ(left.at("Read 131072, cold host"), "the host is greedy");
}

TEST(Truth, BuffersOfTheFilesystemThatStayLeaveTheHostAlone) {
    MemoryStorage storage;
    storage.keepsCaches = true;
    EXPECT_EQ(storage.run("truth-small"), US_STATUS_DONE) << storage.text();
    EXPECT_EQ(leftOut(storage).at("Read 512, cold host"), "they are glued");
    EXPECT_TRUE(storage.hostDroppedAfter.empty());
}

TEST(Truth, ColdTestsSayWhyTheyWereNotMeasured) {
    MemoryStorage storage;
    storage.keepsCaches = true;
    EXPECT_EQ(storage.run("truth-small"), US_STATUS_DONE) << storage.text();
    ASSERT_EQ(storage.lines.size(), 57U) << storage.text();
    EXPECT_EQ(storage.lines[2], "Look up among 16, cold guest not measured: they are glued");
    ASSERT_EQ(storage.figures.size(), 57U);
    EXPECT_EQ(storage.figures[2], "test=3 why=they are glued");
    for (const RecordedOperation& operation : storage.operations) EXPECT_NE(operation.test, 3);
}

TEST(Truth, LargeOneDoesItsTableUpToSixteenThousandFiles) {
    MemoryStorage storage;
    ASSERT_EQ(storage.run("truth-large"), US_STATUS_DONE) << storage.text();
    std::uint64_t expected = 0;
    for (std::size_t row = 0; row < us_truth_large.count_rows; ++row) expected += us_truth_large.counts[row].count;
    EXPECT_EQ(storage.operations.size(), expected);
    EXPECT_EQ(us_suite_count(&us_truth_large, deletes, US_OP_DELETE, 0), 16000U);
    EXPECT_LT(storage.largestUse, 60U << 20);
    EXPECT_TRUE(storage.objects.empty());
    EXPECT_EQ(storage.lent, (std::vector<std::int32_t>{300, -300}));
    EXPECT_EQ(storage.lines[0], "The filesystem is lent 300 buffers for this suite.");
}

TEST(Truth, LargeOneTakesItsBuffersBackWhenItIsStoppedOrFails) {
    MemoryStorage stopped;
    stopped.stopAfter = 5;
    EXPECT_EQ(stopped.run("truth-large"), US_STATUS_STOPPED);
    EXPECT_EQ(stopped.lent, (std::vector<std::int32_t>{300, -300}));
    MemoryStorage failing;
    failing.noMemory = true;
    EXPECT_EQ(failing.run("truth-large"), US_STATUS_FAILED);
    EXPECT_EQ(failing.lent, (std::vector<std::int32_t>{300, -300}));
}

TEST(Truth, LargeOneTakesBackWhatItCouldLend) {
    MemoryStorage storage;
    storage.stopAfter = 5;
    storage.lendsAtMost = 100;
    storage.run("truth-large");
    EXPECT_EQ(storage.lent, (std::vector<std::int32_t>{100, -100}));
    MemoryStorage without;
    without.stopAfter = 5;
    without.lendsAtMost = 0;
    without.run("truth-large");
    EXPECT_EQ(without.lent, std::vector<std::int32_t>{0});
    EXPECT_EQ(without.text().find("lent"), std::string::npos);
}

} // namespace
