// Setups that reach the guest by other ways than the three plain words do.

#include "analyzer/lab/run.h"
#include "analyzer/lab/suites.h"
#include "hardfiles/create.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>

namespace uaescope::lab {
namespace {

RunResult runOn(const Scratch& scratch, const std::string& setup) {
    RunOptions options;
    options.suite = "diskperf";
    options.out = scratch.path();
    return runSetup(parseSetup(setup), 1, options);
}

class LabSetup : public testing::TestWithParam<const char*> {};

TEST_P(LabSetup, IsMountedAndWritten) {
    const Scratch scratch;
    const RunResult result = runOn(scratch, GetParam());
    for (const std::string& fault : countFaults(result.report, "diskperf")) ADD_FAILURE() << fault;
}

INSTANTIATE_TEST_SUITE_P(Options, LabSetup,
                         testing::Values("hdf:block=2048", "rdb:fs=DOS1,block=1024,buffers=100",
                                         "hdf:fs=DOS1,size=8M"));

TEST(LabSetupExisting, SecondPartitionOfAnImageWithOurBootDevicesName) {
    const Scratch scratch;
    hardfiles::CreateOptions options;
    options.kind = hardfiles::HardfileKind::rdb;
    options.size = 40u << 20;
    options.partitions.resize(2);
    options.partitions[0].name = "DH0";
    options.partitions[0].size = 20u << 20;
    options.partitions[1].name = "DH1";
    hardfiles::createHardfile(scratch.path() / "disk.hdf", options);
    const RunResult first = runOn(scratch, scratch.path() / "disk.hdf");
    EXPECT_TRUE(countFaults(first.report, "diskperf").empty());
    EXPECT_EQ(first.report.facts.at("guest.volume"), "DH0:");
    EXPECT_EQ(first.report.facts.at("guest.device"), "uaehf.device");
    const RunResult second = runOn(scratch, (scratch.path() / "disk.hdf").string() + ":partition=DH1");
    EXPECT_EQ(second.report.facts.at("guest.volume"), "DH1:");
}

TEST(LabSetupExisting, FolderIsCopiedSoThatTheGuestCannotTouchIt) {
    const Scratch scratch;
    const auto folder = scratch.folder("mine");
    writeTextFile(folder / "letter", "dear");
    const RunResult result = runOn(scratch, folder);
    EXPECT_TRUE(countFaults(result.report, "diskperf").empty());
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()), 1);
    EXPECT_EQ(contents(folder / "letter"), "dear");
}

} // namespace
} // namespace uaescope::lab
