#include "analyzer/core/twin.h"

#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

extern "C" {
#include "guest/suites/suite.h"
}

namespace uaescope::core::test {
namespace {

namespace fs = std::filesystem;

class Twin : public ::testing::Test {
protected:
    void SetUp() override {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        m_folder = fs::path(::testing::TempDir()) / (std::string("uaescope-twin-") + test->name());
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }

    TwinOptions options() const {
        TwinOptions options;
        options.folder = m_folder;
        return options;
    }

private:
    fs::path m_folder;
};

} // namespace

TEST_F(Twin, DoesTheOperationsOfTheSuiteAndMeasuresEveryTest) {
    const Report report = twinReport(options());
    const us_suite* suite = us_suite_named("diskspeed13");
    ASSERT_EQ(report.tests.size(), 9u);
    for (std::size_t i = 0; i < report.tests.size(); ++i) {
        const TestReport& test = report.tests[i];
        EXPECT_EQ(test.name, suite->tests[i]);
        EXPECT_EQ(test.state, FigureState::measured) << test.name << ": " << test.note;
        EXPECT_GT(test.rate, 0) << test.name;
        std::uint64_t expected = 0;
        for (std::size_t row = 0; row < suite->count_rows; ++row)
            if (suite->counts[row].test == i + 1 && !suite->counts[row].prepares) expected += suite->counts[row].count;
        EXPECT_EQ(test.operations, expected) << test.name;
    }
    EXPECT_EQ(report.unpaired, 0u);
    EXPECT_EQ(report.failedOperations, 0u);
    EXPECT_TRUE(report.finished);
    EXPECT_TRUE(report.warnings.empty());
    EXPECT_FALSE(report.console.empty());
}

TEST_F(Twin, TimeIsAllHostIo) {
    const Report report = twinReport(options());
    EXPECT_GT(report.owners[Owner::hostIo], 0);
    EXPECT_EQ(report.owners[Owner::hostIo], report.owners.total());
}

TEST_F(Twin, TellsTheKindsOfWorkApart) {
    const Report report = twinReport(options());
    const Work expected[] = {Work::create, Work::list, Work::lock, Work::open, Work::load,
                             Work::remove, Work::seek, Work::read, Work::write};
    ASSERT_EQ(report.tests.size(), std::size(expected));
    for (std::size_t i = 0; i < report.tests.size(); ++i) EXPECT_EQ(report.tests[i].work, expected[i]) << i;
}

// By the first word of a test's label; suites agree on these.
Work workOfLabel(const std::string& label) {
    static const std::map<std::string, Work> works = {
        {"Create", Work::create}, {"Scan", Work::list},   {"Lock", Work::lock},       {"Stat", Work::lock},
        {"Open", Work::open},     {"Load", Work::load},   {"Delete", Work::remove},   {"Seek", Work::seek},
        {"Read", Work::read},     {"Write", Work::write}, {"Overwrite", Work::write}, {"Copy", Work::read},
        {"Look", Work::lock},     {"ExNext", Work::list}, {"ExAll", Work::list},      {"Rename", Work::rename},
        {"Append", Work::other},  {"Random", Work::seek}, {"4096", Work::read},       {"65536", Work::read},
    };
    return works.at(label.substr(0, label.find(' ')));
}

TEST_F(Twin, MeasuresAndClassifiesEveryTestOfEverySuite) {
    for (const us_suite* const* suite = us_suites; *suite; ++suite) {
        if (!(*suite)->counts || (*suite)->name == std::string("truth-large")) continue; // the same code, in minutes
        TwinOptions one = options();
        one.suite = (*suite)->name;
        for (const TestReport& test : twinReport(one).tests) {
            if (test.name.find(", cold ") != std::string::npos) { // a program cannot empty the host's caches
                EXPECT_EQ(test.state, FigureState::notMeasured) << test.name;
                EXPECT_EQ(test.note, "an ordinary program cannot empty the caches of this system");
                continue;
            }
            const bool transfers = test.unit == "bytes/s";
            EXPECT_EQ(test.state, FigureState::measured) << one.suite << ", " << test.name << ": " << test.note;
            EXPECT_EQ(test.work, transfers && test.name.starts_with("Create") ? Work::write : workOfLabel(test.name))
                << one.suite << ", " << test.name;
            EXPECT_EQ(transfers, test.work == Work::read || test.work == Work::write) << one.suite << ", " << test.name;
        }
    }
}

TEST_F(Twin, SaysWhetherTheHostCachedOrSynced) {
    EXPECT_EQ(twinReport(options()).facts.at("host.mode"), "cached");
    TwinOptions synced = options();
    synced.suite = "diskperf";
    synced.mode = TwinMode::synced;
    EXPECT_EQ(twinReport(synced).facts.at("host.mode"), "synced");
}

TEST_F(Twin, LeavesTheFolderEmpty) {
    twinReport(options());
    EXPECT_TRUE(fs::is_empty(options().folder));
}

TEST_F(Twin, RefusesUnknownSuitesAndMissingFoldersByName) {
    TwinOptions unknown = options();
    unknown.suite = "nosuch";
    try {
        runTwin(unknown);
        FAIL();
    } catch (const TwinError& error) {
        EXPECT_NE(std::string(error.what()).find("nosuch"), std::string::npos);
    }
    TwinOptions missing = options();
    missing.folder /= "missing";
    EXPECT_THROW(runTwin(missing), TwinError);
}

TEST_F(Twin, StopsWhenAsked) {
    volatile int stop = 1;
    TwinOptions stopped = options();
    stopped.stop = &stop;
    EXPECT_THROW(runTwin(stopped), TwinError);
    EXPECT_TRUE(fs::is_empty(stopped.folder));
}

} // namespace uaescope::core::test
