// The workload of Diskspeed 1.3, operation by operation.
#include "guest/suites/diskspeed13.h"
#include "tests/guest/memory_storage.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <regex>

using uaescope::guest_test::MemoryStorage;
using uaescope::guest_test::RecordedOperation;

namespace {

std::vector<RecordedOperation> measured(const MemoryStorage& storage, int test) {
    std::vector<RecordedOperation> result;
    std::copy_if(storage.operations.begin(), storage.operations.end(), std::back_inserter(result),
                 [&](const RecordedOperation& operation) { return operation.test == test && !operation.prepares; });
    return result;
}

std::string path(std::uint32_t number) {
    char text[40];
    std::snprintf(text, sizeof text, "_test_directory_/tf%06u.tst", number);
    return text;
}

std::string name(std::uint32_t number) { return path(number).substr(std::string("_test_directory_/").size()); }

// The documented sequence, calculated the long way.
class Sequence {
public:
    std::uint32_t next(std::uint32_t range) {
        m_seed = (m_seed + 7) * 257 % ((std::uint64_t{1} << 31) - 1);
        return static_cast<std::uint32_t>(m_seed % range);
    }

private:
    std::uint64_t m_seed = 1;
};

const MemoryStorage& finished() {
    static MemoryStorage storage;
    if (storage.operations.empty()) storage.run("diskspeed13");
    return storage;
}

TEST(Diskspeed13, CreatesFromTheHighestNumberDown) {
    const auto operations = measured(finished(), 1);
    ASSERT_EQ(operations.size(), 4000U);
    for (std::uint32_t index = 0; index < 1000; ++index) {
        const RecordedOperation* create = &operations[4 * index];
        ASSERT_EQ(create[0].kind, US_OP_OPEN);
        EXPECT_EQ(create[0].name, name(1000 - index));
        ASSERT_EQ(create[1].kind, US_OP_WRITE);
        EXPECT_EQ(create[1].size, 128U);
        EXPECT_EQ(create[1].name, path(1000 - index));
        ASSERT_EQ(create[2].kind, US_OP_SEEK);
        EXPECT_EQ(create[2].size, 0U);
        ASSERT_EQ(create[3].kind, US_OP_CLOSE);
    }
}

TEST(Diskspeed13, ScanCountsTheRestartOfEachPass) {
    const auto operations = measured(finished(), 2);
    const std::size_t pass = 1000 + 1 + 1; // entries, the call that finds no more, Examine
    ASSERT_EQ(operations.size(), pass * US_DISKSPEED13_SCANS);
    for (std::size_t index = 0; index < operations.size(); ++index) {
        const bool restart = index % pass == pass - 1;
        ASSERT_EQ(operations[index].kind, restart ? US_OP_EXAMINE : US_OP_EXNEXT) << index;
        ASSERT_EQ(operations[index].error, index % pass == pass - 2 ? 232U : 0U) << index;
    }
    EXPECT_TRUE(finished().figures[1].starts_with("test=2 count=" + std::to_string(1001 * US_DISKSPEED13_SCANS) +
                                                  " unit=entries/s guest_us="));
}

TEST(Diskspeed13, RandomTestsUseTheDocumentedSequenceFromItsStart) {
    struct Expected {
        int test;
        std::size_t operations; // a turn
    };
    for (const Expected expected : {Expected{3, 2}, Expected{4, 2}, Expected{5, 3}}) {
        const auto operations = measured(finished(), expected.test);
        Sequence sequence;
        for (std::size_t index = 0; index < operations.size(); index += expected.operations)
            ASSERT_EQ(operations[index].name, name(sequence.next(1000) + 1)) << expected.test << " " << index;
    }
}

TEST(Diskspeed13, LoadReadsUntilAReadIsShort) {
    const auto operations = measured(finished(), 5);
    ASSERT_EQ(operations[1].kind, US_OP_READ);
    EXPECT_EQ(operations[1].size, 131072U);
    EXPECT_EQ(operations[1].result, 128U);
}

TEST(Diskspeed13, DeletesFromTheHighestNumberDown) {
    const auto operations = measured(finished(), 6);
    ASSERT_EQ(operations.size(), 1000U);
    for (std::uint32_t index = 0; index < 1000; ++index) EXPECT_EQ(operations[index].name, name(1000 - index));
}

TEST(Diskspeed13, SeeksAnywhereInTheFileAndReadsWhole) {
    const auto operations = measured(finished(), 7);
    Sequence sequence;
    for (std::size_t index = 0; index < operations.size(); index += 2) {
        ASSERT_EQ(operations[index].kind, US_OP_SEEK);
        EXPECT_EQ(operations[index].size, sequence.next(2097152 - 2048));
        ASSERT_EQ(operations[index + 1].kind, US_OP_READ);
        EXPECT_EQ(operations[index + 1].size, 2048U);
        EXPECT_EQ(operations[index + 1].result, 2048U);
    }
}

TEST(Diskspeed13, ReadsAndWritesWholeBuffers) {
    for (int test : {8, 9})
        for (const RecordedOperation& operation : measured(finished(), test)) {
            if (operation.kind == US_OP_SEEK) continue;
            EXPECT_EQ(operation.kind, test == 8 ? US_OP_READ : US_OP_WRITE);
            EXPECT_EQ(operation.size, 65536U);
            EXPECT_EQ(operation.result, 65536U);
        }
}

TEST(Diskspeed13, PrintsTheLinesOfTheOriginal) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return call / 2 * 500000; }; // half a second between start and stop
    storage.run("diskspeed13");
    const std::vector<std::string> expected = {
        "Volume DH1: 131072 blocks (64 MB), 512 bytes per block.",
        "The volume has 30 buffers and the DosType is 0x444f5303.",
        "",
        "Creates  1000 files of     128 bytes :  2000 files/second",
        "Scan all files in a directory        :  4004 files/second",
        "Lock and unlock a random file        :  1000 files/second",
        "Open and close a random file         :  1000 files/second",
        "Load a random file                   :  1000 files/second",
        "Deletes  1000 files                  :  2000 files/second",
        "Random seek/reads of  2048 bytes in",
        "                   2097152 byte file :   500 times/second",
        "Read data using   65536 byte buffer  :  8192 kB/second",
        "Write data using   65536 byte buffer :  4096 kB/second",
    };
    ASSERT_EQ(storage.lines.size(), expected.size() + 2) << storage.text();
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), storage.lines.begin() + 2)) << storage.text();
}

TEST(Diskspeed13, ClassicFormRunsEachRepeatedTestForEightSeconds) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return call * 100000; }; // a tenth of a second a reading
    EXPECT_EQ(storage.run("diskspeed13", US_FORM_CLASSIC), US_STATUS_DONE);
    for (int test : {3, 4})
        EXPECT_EQ(measured(storage, test).size(), 2U * 80) << test; // the 80th reading after the start says 8 s
    EXPECT_EQ(storage.settledTicks, 9U * 250);
    EXPECT_TRUE(storage.objects.empty());
}

TEST(Diskspeed13, ClassicFormDoesNotFillTheVolume) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return call * 1000; }; // a fast machine: a thousand buffers a second
    EXPECT_EQ(storage.run("diskspeed13", US_FORM_CLASSIC), US_STATUS_DONE);
    std::uint64_t written = 0;
    for (const RecordedOperation& operation : measured(storage, 9)) written += operation.size;
    EXPECT_EQ(written, 33554432U);
}

} // namespace
