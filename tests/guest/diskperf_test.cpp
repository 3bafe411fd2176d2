// The workload of DiskPerf, operation by operation.
#include "tests/guest/memory_storage.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

using uaescope::guest_test::MemoryStorage;
using uaescope::guest_test::RecordedOperation;

namespace {

const MemoryStorage& finished() {
    static MemoryStorage storage;
    if (storage.operations.empty()) storage.run("diskperf");
    return storage;
}

std::vector<std::string> openedIn(int test) {
    std::vector<std::string> names;
    for (const RecordedOperation& operation : finished().operations)
        if (operation.test == test && operation.kind == US_OP_OPEN) names.push_back(operation.name);
    return names;
}

TEST(Diskperf, NamesAreCountedInLetters) {
    EXPECT_EQ(finished().operations.front().name, "diskperfAAA");
    const auto names = openedIn(1);
    ASSERT_EQ(names.size(), 100U);
    EXPECT_EQ(names[0], "diskperfAAB");
    EXPECT_EQ(names[15], "diskperfABA");
    EXPECT_EQ(names[99], "diskperfAGE");
    EXPECT_EQ(openedIn(4), std::vector<std::string>{"diskperfAGF"});
}

TEST(Diskperf, ScanLooksAtEachFileFiveTimes) {
    std::map<std::string, int> locks;
    for (const RecordedOperation& operation : finished().operations)
        if (operation.test == 2 && operation.kind == US_OP_LOCK) ++locks[operation.name];
    EXPECT_EQ(locks.size(), 100U);
    for (const auto& [name, count] : locks) EXPECT_EQ(count, 5) << name;
}

TEST(Diskperf, SeeksAscendInFiveDistances) {
    std::vector<std::uint32_t> expected;
    for (std::uint32_t distance : {256, 1024, 4096, 16384, 65536})
        for (std::uint32_t position = 0; position < 262144; position += distance) expected.push_back(position);
    ASSERT_EQ(expected.size(), 1364U);
    std::vector<std::uint32_t> positions;
    for (const RecordedOperation& operation : finished().operations) {
        if (operation.test != 4) continue;
        if (operation.kind == US_OP_SEEK) positions.push_back(operation.size);
        if (operation.kind == US_OP_READ) {
            EXPECT_EQ(operation.size, 1U);
        }
    }
    EXPECT_EQ(positions, expected);
}

TEST(Diskperf, EachTransferMovesThreeFilesWhole) {
    const std::uint32_t sizes[] = {512, 4096, 8192, 32768};
    for (int index = 0; index < 4; ++index)
        for (int writes : {1, 0}) {
            const int test = 5 + 2 * index + (writes ? 0 : 1);
            std::map<std::string, std::uint64_t> moved;
            for (const RecordedOperation& operation : finished().operations) {
                if (operation.test != test || operation.kind != (writes ? US_OP_WRITE : US_OP_READ)) continue;
                EXPECT_EQ(operation.size, sizes[index]);
                EXPECT_EQ(operation.result, sizes[index]);
                moved[operation.name] += operation.result;
            }
            EXPECT_EQ(moved.size(), 3U) << test;
            for (const auto& [name, bytes] : moved) EXPECT_EQ(bytes, 262144U) << name;
        }
}

TEST(Diskperf, PrintsTheLinesOfTheOriginal) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return call / 2 * 500000; }; // half a second between start and stop
    storage.run("diskperf");
    const std::vector<std::string> expected = {
        "File create/delete:\tcreate 200 files/sec, delete 200 files/sec",
        "Directory scan:\t\t1000 entries/sec",
        "Seek/read test:\t\t2728 seek/reads per second",
        "r/w speed:\t\tbuf 512 bytes, rd 524288 byte/sec, wr 524288 byte/sec",
        "r/w speed:\t\tbuf 4096 bytes, rd 524288 byte/sec, wr 524288 byte/sec",
        "r/w speed:\t\tbuf 8192 bytes, rd 524288 byte/sec, wr 524288 byte/sec",
        "r/w speed:\t\tbuf 32768 bytes, rd 524288 byte/sec, wr 524288 byte/sec",
    };
    EXPECT_EQ(storage.lines, expected) << storage.text();
}

TEST(Diskperf, ClassicFormDoesTheSameWithoutSettling) {
    MemoryStorage storage;
    storage.run("diskperf", US_FORM_CLASSIC);
    EXPECT_EQ(storage.settledTicks, 0U);
    EXPECT_GT(finished().settledTicks, 0U);
    EXPECT_EQ(storage.operations.size(), finished().operations.size());
}

} // namespace
