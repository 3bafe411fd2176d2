// Filesystems that come with their handler: one of our own that knows nothing but what suites need, and real ones where
// UAESCOPE_TEST_HANDLERS names a folder that has them.
#include "analyzer/core/environment.h"
#include "analyzer/lab/batch.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/suites.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

std::string withTestFilesystem(const std::string& options = "") {
    return "rdb:fs=UST0,handler=" + std::string(UAESCOPE_TEST_FILESYSTEM) + options;
}

constexpr const char* suite = "treecopy-small"; // short, and all that files and directories need

Batch runsOf(const std::string& setup, int repeats, const fs::path& out) {
    BatchOptions options;
    options.run.suite = suite;
    options.run.out = out;
    options.repeats = repeats;
    options.hostTwin = false;
    const Batch batch = runBatch({parseSetup(setup)}, options);
    for (const std::string& note : batch.notes) std::cout << note << "\n";
    return batch;
}

void expectMeasured(const core::Report& report, std::uint32_t dosType) {
    for (const std::string& fault : countFaults(report, suite)) ADD_FAILURE() << fault;
    EXPECT_EQ(report.failedOperations, 0u);
    EXPECT_EQ(report.unpaired, 0u);
    EXPECT_GT(report.hostCalls, 0u);
    EXPECT_LE(report.unattributed * 100, report.hostCalls);
    EXPECT_EQ(core::environmentOf(report.facts).dosType, dosType);
}

// Nobody here can read the filesystem: all that its partition holds is one thing.
void expectPartitionData(const core::Report& report) {
    const auto data = std::find_if(report.contents.begin(), report.contents.end(),
                                   [](const core::ContentReport& one) { return one.role == "partition data"; });
    ASSERT_NE(data, report.contents.end());
    EXPECT_EQ(data->file, "DH1:");
    EXPECT_GT(data->bytesWritten, 0u);
}

TEST(ForeignFilesystem, IsFormattedByTheGuestAndRepeatsItsCounts) {
    const Scratch scratch;
    const fs::path out = scratch.folder("out");
    const Batch batch = runsOf(withTestFilesystem(), 2, out);
    ASSERT_EQ(batch.setups.at(0).runs.size(), 2u);
    for (const core::Report& report : batch.setups[0].runs) expectMeasured(report, 0x55535400);
    const core::Report& first = batch.setups[0].runs[0];
    EXPECT_EQ(batch.setups[0].name, "rdb:fs=UST0,handler=test_filesystem");
    EXPECT_EQ(first.hostCalls, batch.setups[0].runs[1].hostCalls);
    const core::Comparison comparison = batch.comparison();
    for (const core::Row& row : comparison.rows)
        for (const std::string& difference : row.cells.front().countsDiffer)
            ADD_FAILURE() << row.name << ": " << difference;
    EXPECT_FALSE(comparison.rows.empty());
    expectPartitionData(first);
    EXPECT_NE(core::environmentText(core::environmentOf(first.facts)).back().find("filesystem 1.7 (test_filesystem)"),
              std::string::npos);
    EXPECT_EQ(std::distance(fs::directory_iterator(out), fs::directory_iterator()), 2);
}

TEST(ForeignFilesystem, RefusalOfTheHandlerIsPassedOn) {
    const Scratch scratch;
    const std::string message =
        messageOf<WorkError>([&] { runsOf(withTestFilesystem(",block=1024"), 1, scratch.path()); });
    EXPECT_NE(message.find("DH1: could not be formatted: error 115, bad number"), std::string::npos) << message;
}

struct RealHandler {
    const char* name; // of its file, in any case
    const char* dosType;
    std::uint32_t value;
};

void PrintTo(const RealHandler& handler, std::ostream* out) { *out << handler.name; }

class RealFilesystem : public testing::TestWithParam<RealHandler> {};

std::string lowerCase(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

fs::path fileNamed(const fs::path& folder, const std::string& name) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (lowerCase(entry.path().filename()) == lowerCase(name)) return entry.path();
    return {};
}

TEST_P(RealFilesystem, IsFormattedAndMeasured) {
    const char* folder = std::getenv("UAESCOPE_TEST_HANDLERS");
    if (!folder) GTEST_SKIP() << "UAESCOPE_TEST_HANDLERS names no folder with filesystem handlers";
    const fs::path handler = fileNamed(folder, GetParam().name);
    if (handler.empty()) GTEST_SKIP() << folder << " has no " << GetParam().name;
    const Scratch scratch;
    const Batch batch =
        runsOf(std::string("rdb:fs=") + GetParam().dosType + ",handler=" + handler.string(), 1, scratch.path());
    ASSERT_EQ(batch.setups.size(), 1u);
    expectMeasured(batch.setups[0].runs.at(0), GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(Handlers, RealFilesystem,
                         testing::Values(RealHandler{"pfs3aio", "PFS3", 0x50465303},
                                         RealHandler{"SmartFilesystem", "SFS0", 0x53465300}),
                         [](const auto& one) { return std::string(one.param.name); });

} // namespace
} // namespace uaescope::lab
