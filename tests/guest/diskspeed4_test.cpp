// The workload of DiskSpeed 4, operation by operation.
#include "guest/suites/diskspeed4.h"
#include "tests/guest/memory_storage.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <set>

using uaescope::guest_test::MemoryStorage;
using uaescope::guest_test::RecordedOperation;

namespace {

constexpr std::uint32_t fileSize = 262144;
constexpr int firstData = 6;

std::vector<RecordedOperation> measured(const MemoryStorage& storage, int test) {
    std::vector<RecordedOperation> result;
    std::copy_if(storage.operations.begin(), storage.operations.end(), std::back_inserter(result),
                 [&](const RecordedOperation& operation) { return operation.test == test && !operation.prepares; });
    return result;
}

std::vector<int> kinds(const std::vector<RecordedOperation>& operations) {
    std::vector<int> result;
    for (const RecordedOperation& operation : operations) result.push_back(operation.kind);
    return result;
}

const MemoryStorage& finished() {
    static MemoryStorage storage;
    if (storage.operations.empty()) storage.run("diskspeed4");
    return storage;
}

std::string name(std::uint32_t number) {
    char text[40];
    std::snprintf(text, sizeof text, "%04x DiskSpeed Test File ", number);
    return text;
}

bool hasLine(const MemoryStorage& storage, const std::string& line) {
    return std::find(storage.lines.begin(), storage.lines.end(), line) != storage.lines.end();
}

TEST(Diskspeed4, CreatesOpensAndDeletesInTheOrderOfNumbers) {
    const auto created = measured(finished(), 1);
    const auto opened = measured(finished(), 2);
    const auto deleted = measured(finished(), 4);
    ASSERT_EQ(created.size(), 2 * 200U);
    ASSERT_EQ(opened.size(), 2 * 400U);
    ASSERT_EQ(deleted.size(), 200U);
    for (std::uint32_t index = 0; index < 200; ++index) {
        EXPECT_EQ(created[2 * index].name, name(index));
        EXPECT_EQ(opened[2 * index].name, name(index));
        EXPECT_EQ(opened[2 * (index + 200)].name, name(index));
        EXPECT_EQ(deleted[index].name, name(index));
    }
    EXPECT_EQ(finished().operations.front().name, " DiskSpeed Test Directory ");
}

TEST(Diskspeed4, ScanCountsTheDirectoryItself) {
    const auto operations = measured(finished(), 3);
    ASSERT_EQ(operations.size(), 5 * 202U);
    EXPECT_EQ(operations[0].kind, US_OP_EXAMINE);
    EXPECT_EQ(operations[201].error, 232U);
    EXPECT_TRUE(finished().figures[2].starts_with("test=3 count=1005 unit=entries/s")) << finished().figures[2];
}

// The clock shows as much time at each reading, and the counter reaches as much each time: half of the base when a test
// takes twice as long as the calibration.
TEST(Diskspeed4, ClassicFormTellsWhatTheProcessorHadLeft) {
    MemoryStorage storage;
    storage.spareCounts = 4000000;
    storage.clock = [](std::uint64_t call) { return call * 1000000; }; // a second each time
    ASSERT_EQ(storage.run("diskspeed4", US_FORM_CLASSIC), US_STATUS_DONE);
    EXPECT_TRUE(hasLine(storage, "CPU Speed Rating: 4000")) << storage.text();
    EXPECT_TRUE(hasLine(storage, "File Create:          200 files/sec  |  CPU Available: 100%")) << storage.text();
    EXPECT_NE(storage.text().find(" files/sec  |  CPU Available: 1"), std::string::npos);
    EXPECT_TRUE(storage.faults.empty()) << storage.faults.front();
}

TEST(Diskspeed4, FixedFormHasNoTaskBesideIt) {
    MemoryStorage storage;
    storage.spareCounts = 4000000;
    storage.run("diskspeed4");
    EXPECT_TRUE(hasLine(storage, "No CPU Speed Rating -- CPU % not available."));
    EXPECT_EQ(storage.text().find("CPU Available"), std::string::npos);
}

TEST(Diskspeed4, StoppedAnywhereTheCounterStopsToo) {
    for (std::uint32_t after = 1; after < 1200; after += 37) {
        MemoryStorage storage;
        storage.spareCounts = 1000;
        storage.stopAfter = after;
        storage.clock = [](std::uint64_t call) { return call * 1000000; };
        storage.run("diskspeed4", US_FORM_CLASSIC);
        EXPECT_TRUE(storage.faults.empty()) << storage.faults.front();
    }
}

TEST(Diskspeed4, SeeksFromBeginningEndAndCurrentPosition) {
    const auto operations = measured(finished(), 5);
    ASSERT_EQ(operations.size(), 600U);
    std::uint32_t position = 0;
    for (std::size_t turn = 0; turn < 600; turn += 6) {
        EXPECT_EQ(operations[turn].size, position);
        EXPECT_EQ(operations[turn + 2].size, fileSize - (position + 64));
        EXPECT_EQ(operations[turn + 4].size, fileSize - position - (position + 87381));
        for (std::size_t read : {turn + 1, turn + 3, turn + 5}) {
            EXPECT_EQ(operations[read].size, 64U);
            EXPECT_EQ(operations[read].result, 64U);
        }
        position = (position + 23831) % 87381;
    }
}

TEST(Diskspeed4, CreateMakesTheFileAnewInsideItsTime) {
    const int largest = firstData + 3 * 3; // one write a file
    EXPECT_EQ(kinds(measured(finished(), largest)),
              (std::vector<int>{US_OP_OPEN, US_OP_WRITE, US_OP_CLOSE, US_OP_DELETE, US_OP_OPEN, US_OP_WRITE}));
    EXPECT_EQ(kinds(measured(finished(), largest + 1)),
              (std::vector<int>{US_OP_WRITE, US_OP_SEEK, US_OP_WRITE, US_OP_SEEK}));
    EXPECT_EQ(kinds(measured(finished(), largest + 2)),
              (std::vector<int>{US_OP_READ, US_OP_SEEK, US_OP_READ, US_OP_SEEK}));
}

TEST(Diskspeed4, EveryKindOfBufferMovesTheSame) {
    const std::uint32_t sizes[] = {512, 4096, 32768, 262144};
    for (int test = firstData; test < firstData + 72; ++test) {
        const std::uint32_t size = sizes[(test - firstData) / 3 % 4];
        std::uint64_t bytes = 0;
        for (const RecordedOperation& operation : measured(finished(), test)) {
            if (operation.kind != US_OP_READ && operation.kind != US_OP_WRITE) continue;
            EXPECT_EQ(operation.size, size) << test;
            bytes += operation.result;
        }
        EXPECT_EQ(bytes, 2 * fileSize) << test;
    }
}

TEST(Diskspeed4, LabelsTellSizeMemoryAndAlignment) {
    const us_suite& suite = *us_suite_named("diskspeed4");
    EXPECT_STREQ(suite.tests[firstData - 1], "Create 512 FAST LONG");
    EXPECT_STREQ(suite.tests[firstData - 1 + 3 * 4 + 1], "Write 512 FAST WORD");
    EXPECT_STREQ(suite.tests[firstData - 1 + 71], "Read 262144 CHIP BYTE");
    std::set<std::string> labels;
    for (const char* const* label = suite.tests; *label; ++label) labels.insert(*label);
    EXPECT_EQ(labels.size(), 77U);
}

TEST(Diskspeed4, PrintsTheLinesOfTheOriginal) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return call / 2 * 500000; }; // half a second between start and stop
    storage.run("diskspeed4");
    const std::vector<std::string> expected = {
        "------------------------------------------------------------",
        "CPU: 68040  AmigaOS Version: 40.70",
        "Device:  DH1:    Buffers: 30",
        "",
        "No CPU Speed Rating -- CPU % not available.",
        "",
        "Testing directory manipulation speed.",
        "File Create:          400 files/sec",
        "File Open:            800 files/sec",
        "Directory Scan:      2010 files/sec",
        "File Delete:          400 files/sec",
        "",
        "Seek/Read:            600 seeks/sec",
        "",
        "Testing with a 512 byte, MEMF_FAST, LONG-aligned buffer.",
        "Create file:      1048576 bytes/sec",
        "Write to file:    1048576 bytes/sec",
        "Read from file:   1048576 bytes/sec",
        "",
        "Testing with a 4096 byte, MEMF_FAST, LONG-aligned buffer.",
    };
    ASSERT_GT(storage.lines.size(), expected.size()) << storage.text();
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), storage.lines.begin() + 1)) << storage.text();
    EXPECT_TRUE(hasLine(storage, "Testing with a 262144 byte, MEMF_CHIP, BYTE-aligned buffer."));
}

TEST(Diskspeed4, RateBelowOneIsSaidSo) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return call / 2 * 500000000; }; // 500 seconds a test
    storage.run("diskspeed4");
    EXPECT_TRUE(hasLine(storage, "File Create:          < 1 files/sec")) << storage.text();
}

TEST(Diskspeed4, SkipsTheMemoryThatIsNotThere) {
    MemoryStorage storage;
    storage.lacking = {US_MEMORY_FAST};
    EXPECT_EQ(storage.run("diskspeed4"), US_STATUS_DONE);
    EXPECT_TRUE(hasLine(storage, "Skipping 512 byte MEMF_FAST test due to lack of memory."));
    EXPECT_TRUE(measured(storage, firstData).empty());
    EXPECT_EQ(measured(storage, firstData + 36).size(), measured(finished(), firstData + 36).size());
    EXPECT_TRUE(storage.objects.empty());
    EXPECT_EQ(storage.leaks(), 0U);
}

TEST(Diskspeed4, BufferThatDidNotReadCorrectlyIsAFailure) {
    MemoryStorage storage;
    storage.forgetful = true;
    EXPECT_EQ(storage.run("diskspeed4"), US_STATUS_FAILED);
    EXPECT_EQ(storage.lines.back(), "*** Data Error ***  Buffer did not read correctly.");
    EXPECT_TRUE(storage.objects.empty());
    EXPECT_EQ(storage.leaks(), 0U);
}

TEST(Diskspeed4, ClassicFormCompletesTheFileItCreates) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return call * 100000; }; // a tenth of a second a reading
    EXPECT_EQ(storage.run("diskspeed4", US_FORM_CLASSIC), US_STATUS_DONE) << storage.text();
    const auto created = measured(storage, firstData); // 512 bytes: 80 of the 512 writes before 8 s are over
    EXPECT_EQ(std::count_if(created.begin(), created.end(),
                            [](const RecordedOperation& operation) { return operation.kind == US_OP_WRITE; }),
              80);
    for (const RecordedOperation& operation : measured(storage, firstData + 2))
        if (operation.kind == US_OP_READ) {
            EXPECT_EQ(operation.result, 512U);
        }
    EXPECT_EQ(storage.settledTicks, 0U);
    EXPECT_TRUE(storage.objects.empty());
}

} // namespace
