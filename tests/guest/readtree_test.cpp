// The workload of readtree, on a volume in memory.
#include "guest/suites/readtree.h"
#include "tests/guest/memory_storage.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using uaescope::guest_test::MemoryStorage;
using uaescope::guest_test::RecordedOperation;

namespace {

using Names = std::vector<std::string>;

constexpr std::size_t treeNames = 65536; // US_TREE_NAMES of tree.h, which is for C alone

// Sizes are all that matters here.
void fill(MemoryStorage& storage) {
    storage.forgetful = true;
    storage.objects = {{"a", 10},
                       {"empty/", 0},
                       {"sub/", 0},
                       {"sub/big", 100000},
                       {"sub/deep/", 0},
                       {"sub/deep/c", 1},
                       {"z", US_READTREE_BUFFER}};
}

Names namesOf(const MemoryStorage& storage, int kind) {
    Names names;
    for (const RecordedOperation& operation : storage.operations)
        if (operation.kind == kind) names.push_back(operation.name);
    return names;
}

std::size_t countOf(const MemoryStorage& storage, int test, int kind) {
    std::size_t count = 0;
    for (const RecordedOperation& operation : storage.operations)
        if (operation.test == test && operation.kind == kind) ++count;
    return count;
}

void expectUntouched(const MemoryStorage& storage) {
    for (const int kind : {US_OP_WRITE, US_OP_DELETE, US_OP_CREATE_DIR, US_OP_RENAME})
        EXPECT_TRUE(namesOf(storage, kind).empty()) << kind;
    EXPECT_EQ(storage.leaks(), 0U);
    EXPECT_TRUE(storage.faults.empty()) << storage.faults.front();
}

TEST(Readtree, WalksDirectoriesBreadthFirstAndReadsEveryFileToItsEnd) {
    MemoryStorage storage;
    fill(storage);
    ASSERT_EQ(storage.run("readtree"), US_STATUS_DONE) << storage.text();
    EXPECT_EQ(namesOf(storage, US_OP_LOCK), (Names{"", "empty", "sub", "sub/deep"}));
    EXPECT_EQ(namesOf(storage, US_OP_OPEN), (Names{"a", "z", "sub/big", "sub/deep/c"}));
    EXPECT_EQ(countOf(storage, 1, US_OP_EXAMINE), 4U);
    EXPECT_EQ(countOf(storage, 1, US_OP_UNLOCK), 4U);
    EXPECT_EQ(countOf(storage, 1, US_OP_EXNEXT), 7U + 4U); // each entry, and the end of each directory
    // A file of just a buffer's size needs a second call to show its end.
    EXPECT_EQ(countOf(storage, 2, US_OP_READ), 1U + 2U + 4U + 1U);
    EXPECT_EQ(countOf(storage, 2, US_OP_CLOSE), 4U);
    expectUntouched(storage);
    ASSERT_EQ(storage.figures.size(), 2U);
    EXPECT_EQ(storage.figures[0].substr(0, 30), "test=1 count=7 unit=entries/s ");
    EXPECT_EQ(storage.figures[1].substr(0, 33), "test=2 count=132779 unit=bytes/s ");
}

TEST(Readtree, DoesTheSameOnTheSameContentsInBothForms) {
    MemoryStorage one, two;
    fill(one);
    fill(two);
    one.run("readtree", US_FORM_FIXED);
    two.run("readtree", US_FORM_CLASSIC);
    EXPECT_EQ(one.operations.size(), two.operations.size());
}

TEST(Readtree, VolumeWithoutFilesFailsAndSaysSo) {
    MemoryStorage storage;
    storage.forgetful = true;
    storage.objects = {{"empty/", 0}};
    EXPECT_EQ(storage.run("readtree"), US_STATUS_FAILED);
    EXPECT_NE(storage.text().find("Looking for a file to read failed: object not found (205)"), std::string::npos)
        << storage.text();
    expectUntouched(storage);
}

TEST(Readtree, EndsAtItsLimitOfBytes) {
    MemoryStorage storage;
    storage.forgetful = true;
    storage.objects = {{"huge", std::uint64_t{3} * US_READTREE_LIMIT}, {"more", 5}};
    EXPECT_EQ(storage.run("readtree"), US_STATUS_DONE);
    EXPECT_EQ(countOf(storage, 2, US_OP_READ), std::size_t{US_READTREE_LIMIT / US_READTREE_BUFFER});
    EXPECT_EQ(namesOf(storage, US_OP_OPEN), Names{"huge"});
    EXPECT_NE(storage.text().find("limit of 32 MiB"), std::string::npos) << storage.text();
    expectUntouched(storage);
}

TEST(Readtree, LeavesOutNamesForWhichThereIsNoRoom) {
    MemoryStorage storage;
    storage.forgetful = true;
    const std::string name(100, 'x');
    for (int i = 0; i < 1000; ++i) storage.objects[name + std::to_string(1000 + i)] = 1;
    EXPECT_EQ(storage.run("readtree"), US_STATUS_DONE);
    const std::size_t fits = (treeNames - 2) / (name.size() + 4 + 3); // "/" is counted, then kind and NUL
    EXPECT_NEAR(static_cast<double>(namesOf(storage, US_OP_OPEN).size()), static_cast<double>(fits), 10);
    EXPECT_NE(storage.text().find(" entries and what is below them were left out"), std::string::npos);
    expectUntouched(storage);
}

TEST(Readtree, FailureOfAnyCallIsReportedAndLeavesNothing) {
    MemoryStorage whole;
    fill(whole);
    whole.run("readtree");
    for (std::uint32_t at = 1; at <= whole.operations.size(); ++at) {
        if (whole.operations[at - 1].kind == US_OP_UNLOCK) continue; // cannot fail
        MemoryStorage storage;
        fill(storage);
        storage.failAt = at;
        EXPECT_EQ(storage.run("readtree"), US_STATUS_FAILED) << at;
        expectUntouched(storage);
    }
}

TEST(Readtree, StoppedAtAnyOperationLeavesNothing) {
    MemoryStorage whole;
    fill(whole);
    whole.run("readtree");
    for (std::uint32_t after = 1; after < whole.operations.size(); ++after) {
        MemoryStorage storage;
        fill(storage);
        storage.stopAfter = after;
        EXPECT_EQ(storage.run("readtree"), US_STATUS_STOPPED) << after;
        expectUntouched(storage);
    }
}

TEST(Readtree, WithoutMemoryNothingIsStarted) {
    MemoryStorage storage;
    storage.noMemory = true;
    EXPECT_EQ(storage.run("readtree"), US_STATUS_FAILED);
    EXPECT_TRUE(storage.operations.empty());
    EXPECT_NE(storage.text().find("not enough memory (103)"), std::string::npos) << storage.text();
}

} // namespace
