// How the other programs of the DiskPerf family differ from the first.
#include "tests/guest/memory_storage.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

using uaescope::guest_test::MemoryStorage;
using uaescope::guest_test::RecordedOperation;

namespace {

struct Program {
    const char* suite;
    std::uint32_t fileSize;
    std::vector<std::uint32_t> buffers;
    bool openingCounts;
};

void PrintTo(const Program& program, std::ostream* out) { *out << program.suite; }

class DiskperfFamily : public testing::TestWithParam<Program> {};

constexpr int firstTransfer = 5; // the tests before it are the same in all programs

TEST_P(DiskperfFamily, SmallFilesAndSeeksAreThoseOfDiskperf) {
    const auto before = [](const char* suite) {
        MemoryStorage storage;
        storage.run(suite);
        std::vector<std::pair<int, std::string>> calls;
        for (const RecordedOperation& operation : storage.operations)
            if (operation.test > 0 && operation.test < firstTransfer)
                calls.emplace_back(operation.kind, operation.name);
        return calls;
    };
    EXPECT_EQ(before(GetParam().suite), before("diskperf"));
}

TEST_P(DiskperfFamily, EachTransferMovesThreeFilesWhole) {
    MemoryStorage storage;
    ASSERT_EQ(storage.run(GetParam().suite), US_STATUS_DONE);
    std::map<int, std::map<std::string, std::uint64_t>> moved;
    for (const RecordedOperation& operation : storage.operations) {
        if (operation.test < firstTransfer) continue;
        const int index = (operation.test - firstTransfer) / 2;
        const bool writes = (operation.test - firstTransfer) % 2 == 0;
        if (operation.kind == US_OP_OPEN || operation.kind == US_OP_CLOSE) {
            EXPECT_NE(operation.prepares, GetParam().openingCounts) << operation.test;
        }
        if (operation.kind != US_OP_READ && operation.kind != US_OP_WRITE) continue;
        ASSERT_EQ(operation.kind, writes ? US_OP_WRITE : US_OP_READ) << operation.test;
        ASSERT_EQ(operation.size, GetParam().buffers[static_cast<std::size_t>(index)]) << operation.test;
        ASSERT_EQ(operation.result, operation.size);
        moved[operation.test][operation.name] += operation.result;
    }
    EXPECT_EQ(moved.size(), 2 * GetParam().buffers.size());
    for (const auto& [test, files] : moved) {
        EXPECT_EQ(files.size(), 3U) << test;
        for (const auto& [name, bytes] : files) EXPECT_EQ(bytes, GetParam().fileSize) << test << " " << name;
    }
}

TEST_P(DiskperfFamily, LabelsNameTheBufferSizes) {
    const us_suite* suite = us_suite_named(GetParam().suite);
    for (std::size_t index = 0; index < GetParam().buffers.size(); ++index) {
        const std::string size = std::to_string(GetParam().buffers[index]);
        EXPECT_EQ(suite->tests[4 + 2 * index], "Write " + size);
        EXPECT_EQ(suite->tests[5 + 2 * index], "Read " + size);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Programs, DiskperfFamily,
    testing::Values(Program{"diskperf-jdow", 1048576, {512, 4096, 8192, 32768, 131072, 524288}, false},
                    Program{"diskperf2", 262144, {512, 4096, 8192, 32768, 65536, 262144}, true},
                    Program{"diskperf3", 3145728, {1024, 8192, 32768}, false},
                    Program{"diskperf3-floppy", 131072, {1024, 8192, 32768}, false}));

// Half a second between start and stop of each measured stretch.
std::vector<std::string> printedBy(const char* suite) {
    MemoryStorage storage;
    storage.clock = [](std::uint64_t call) { return call / 2 * 500000; };
    EXPECT_EQ(storage.run(suite), US_STATUS_DONE);
    return storage.lines;
}

TEST(DiskperfJdow, PrintsTheLinesOfTheOriginal) {
    const auto lines = printedBy("diskperf-jdow");
    ASSERT_EQ(lines.size(), 9U);
    EXPECT_EQ(lines[0], "File create/delete:\tcreate 200 files/sec, delete 200 files/sec");
    EXPECT_EQ(lines[8], "r/w speed:\t\tbuf 524288 bytes, rd 2097152 byte/sec, wr 2097152 byte/sec");
}

TEST(Diskperf2, PrintsTheLinesOfTheOriginal) {
    const std::vector<std::string> expected = {
        "DiskPerf2. Testing DH1:",
        "Create Files: 200 files/sec. Directory Scan: 1000 entries/sec.",
        "Delete Files: 200 files/sec. Seek/Read Test: 2728 seek/sec.",
        "Read/Write Speed Test: (bytes/sec.)",
        "Buffer: 512 Read: 524,288 Write: 524,288",
        "Buffer: 4k Read: 524,288 Write: 524,288",
        "Buffer: 8k Read: 524,288 Write: 524,288",
        "Buffer: 32k Read: 524,288 Write: 524,288",
        "Buffer: 64k Read: 524,288 Write: 524,288",
        "Buffer: 256k Read: 524,288 Write: 524,288",
    };
    EXPECT_EQ(printedBy("diskperf2"), expected);
}

TEST(Diskperf3, PrintsTheLinesOfTheOriginalInBothModes) {
    const auto big = printedBy("diskperf3");
    const auto small = printedBy("diskperf3-floppy");
    ASSERT_EQ(big.size(), 8U);
    ASSERT_EQ(small.size(), 8U);
    EXPECT_EQ(big[0], "DiskPerformance - V3.0 - 03/21/89");
    EXPECT_EQ(big[1], "Testing drive DH1: with big files (harddisk mode)");
    EXPECT_EQ(big[5], "r/w speed:\t\tbuf 1024 bytes, rd 6291456 byte/sec, wr 6291456 byte/sec");
    EXPECT_EQ(small[1], "Testing drive DH1: with small files (floppy mode)");
    EXPECT_EQ(small[5], "r/w speed:\t\tbuf 1024 bytes, rd 262144 byte/sec, wr 262144 byte/sec");
}

} // namespace
