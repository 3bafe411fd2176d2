// The suites that read the device under the volume.
#include "tests/guest/memory_storage.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

using uaescope::guest_test::MemoryStorage;
using uaescope::guest_test::RecordedOperation;

namespace {

class DeviceSuite : public testing::TestWithParam<const char*> {};

TEST_P(DeviceSuite, WithoutADeviceNothingIsStarted) {
    MemoryStorage storage;
    storage.deviceBytes = 0;
    EXPECT_EQ(storage.run(GetParam()), US_STATUS_REFUSED);
    EXPECT_TRUE(storage.operations.empty());
    EXPECT_EQ(storage.lines,
              std::vector<std::string>{std::string(GetParam()) +
                                       ": there is no device under DH1: to read from (a host directory has none); "
                                       "name a volume on an image or a disk."});
}

TEST_P(DeviceSuite, DeviceThatDoesNotOpenIsAFailure) {
    MemoryStorage storage;
    storage.deviceOpens = false;
    EXPECT_EQ(storage.run(GetParam()), US_STATUS_FAILED);
    EXPECT_EQ(storage.text(), std::string(GetParam()) + ": OpenDevice test.device failed: error (45)\n");
}

TEST_P(DeviceSuite, FailedReadTellsWhereAndGivesTheDeviceBack) {
    MemoryStorage storage;
    storage.failAt = 2;
    storage.failWith = 45;
    EXPECT_EQ(storage.run(GetParam()), US_STATUS_FAILED);
    EXPECT_NE(storage.lines.back().find(": CMD_READ at byte "), std::string::npos) << storage.lines.back();
    EXPECT_TRUE(storage.lines.back().ends_with(" of the volume failed: error (45)")) << storage.lines.back();
    EXPECT_EQ(storage.leaks(), 0U);
    EXPECT_EQ(storage.operations.size(), 2U);
}

TEST_P(DeviceSuite, NeverLeavesASmallVolume) {
    MemoryStorage storage;
    storage.deviceBytes = 100 * 512;
    EXPECT_EQ(storage.run(GetParam()), US_STATUS_DONE) << storage.text();
    EXPECT_TRUE(storage.faults.empty()) << storage.faults.front();
    EXPECT_NE(storage.text().find("kip"), std::string::npos); // skipped, Skipping
    EXPECT_EQ(storage.leaks(), 0U);
}

TEST_P(DeviceSuite, OnlyReads) {
    MemoryStorage storage;
    storage.run(GetParam());
    for (const RecordedOperation& operation : storage.operations) EXPECT_EQ(operation.kind, US_OP_DEVICE_READ);
}

INSTANTIATE_TEST_SUITE_P(Suites, DeviceSuite, testing::Values("devspeed", "scsispeed", "truth-device"),
                         [](const auto& suite) {
                             std::string words = suite.param;
                             std::replace(words.begin(), words.end(), '-', '_');
                             return words;
                         });

TEST(TruthDevice, EveryDepthReadsTheSamePlacesInTheSameOrder) {
    MemoryStorage storage;
    ASSERT_EQ(storage.run("truth-device"), US_STATUS_DONE) << storage.text();
    std::map<int, std::vector<std::uint64_t>> places;
    for (std::size_t index = 0; index < storage.operations.size(); ++index) {
        const RecordedOperation& operation = storage.operations[index];
        const auto& batch = storage.batches[index];
        EXPECT_EQ(batch.size(), 1U << (operation.test - 1) % 4);
        EXPECT_EQ(operation.size, batch.size() * (operation.test <= 4 ? 4096 : 65536));
        places[operation.test].insert(places[operation.test].end(), batch.begin(), batch.end());
    }
    for (const int first : {1, 5}) {
        EXPECT_EQ(places[first].size(), first == 1 ? 256U : 64U);
        for (int test = first + 1; test < first + 4; ++test) EXPECT_EQ(places[test], places[first]) << test;
    }
}

TEST(TruthDevice, OtherBytesAtADepthAreAFailure) {
    MemoryStorage storage;
    storage.deviceLies = 1;
    EXPECT_EQ(storage.run("truth-device"), US_STATUS_FAILED);
    EXPECT_NE(storage.text().find("*** Data error: the same places gave other bytes"), std::string::npos);
    EXPECT_EQ(storage.leaks(), 0U);
}

TEST(Devspeed, ReadsTheSameBlocksFourTimes) {
    const std::uint32_t blocks[] = {13, 30, 100, 300, 600, 1000, 1500, 2000, 2400, 2800};
    MemoryStorage storage;
    storage.run("devspeed");
    ASSERT_EQ(storage.operations.size(), 40U);
    for (std::size_t index = 0; index < 40; ++index) {
        EXPECT_EQ(storage.operations[index].size, blocks[index / 4] * 512);
        EXPECT_EQ(storage.operations[index].position, 0U);
    }
}

TEST(Devspeed, PrintsTheLinesOfTheOriginalWithoutItsWrites) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return call / 2 * 500000; }; // half a second between start and stop
    storage.run("devspeed");
    ASSERT_EQ(storage.lines.size(), 11U);
    EXPECT_EQ(storage.lines[0], "devspeed test.device 3 0");
    EXPECT_EQ(storage.lines[1], "6 K Reads 53248 Writes - b/sec");
    EXPECT_EQ(storage.lines[10], "1433 K Reads 11468800 Writes - b/sec");
}

TEST(Scsispeed, ReadsOnAndStartsAgainAtTheEnd) {
    MemoryStorage storage;
    storage.deviceBytes = 200 * 512; // the 256 reads of a block come round
    storage.run("scsispeed");
    ASSERT_GT(storage.operations.size(), 256U);
    for (std::size_t index = 0; index < 256; ++index)
        ASSERT_EQ(storage.operations[index].position, index % 200 * 512) << index;
}

TEST(Scsispeed, PrintsTheLinesOfTheOriginal) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return call / 2 * 500000; };
    storage.run("scsispeed");
    const std::vector<std::string> expected = {
        "------------------------------------------------------------",
        "CPU: 68040  AmigaOS Version: 40.70",
        "Device: test.device:3",
        "",
        "No CPU Speed Rating -- CPU % not available.",
        "",
        "Testing with a 512 byte, MEMF_FAST, LONG-aligned buffer.",
        "Read from SCSI:    262144 bytes/sec",
    };
    ASSERT_GT(storage.lines.size(), expected.size()) << storage.text();
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), storage.lines.begin() + 1)) << storage.text();
}

TEST(Scsispeed, ClassicFormReadsForTwentySeconds) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return call * 100000; }; // a tenth of a second a reading
    storage.run("scsispeed", US_FORM_CLASSIC);
    EXPECT_EQ(storage.operations.size(), 8 * 200U);
}

} // namespace
