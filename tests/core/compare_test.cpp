#include "analyzer/core/compare.h"

#include "tests/core/report_maker.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {
namespace {

Comparison compareRates(const std::vector<double>& first, const std::vector<double>& second,
                        const std::vector<double>& host = {}) {
    const SetupRuns setups[] = {runsOf("dir", "Read", Work::read, first), runsOf("hdf", "Read", Work::read, second)};
    const SetupRuns twin = runsOf("host", "Read", Work::read, host);
    return compare(setups, host.empty() ? nullptr : &twin);
}

bool hasWarning(const Comparison& comparison, const std::string& part) {
    for (const std::string& warning : comparison.warnings)
        if (warning.find(part) != std::string::npos) return true;
    return false;
}

} // namespace

TEST(Compare, PutsOneRowForEachTestWithACellForEachSetup) {
    const Comparison comparison = compareRates({100, 102, 98}, {50, 51, 49});
    ASSERT_EQ(comparison.rows.size(), 1u);
    const Row& row = comparison.rows[0];
    EXPECT_EQ(row.name, "Read");
    EXPECT_EQ(row.unit, "bytes/s");
    EXPECT_EQ(row.work, Work::read);
    ASSERT_EQ(row.cells.size(), 2u);
    EXPECT_EQ(row.cells[0].median, 100);
    EXPECT_NEAR(row.cells[0].spread, 0.04, 1e-12);
    EXPECT_EQ(row.cells[1].median, 50);
    EXPECT_FALSE(row.host);
    EXPECT_EQ(comparison.setups, (std::vector<std::string>{"dir", "hdf"}));
    EXPECT_EQ(comparison.runCounts, (std::vector<std::size_t>{3, 3}));
}

TEST(Compare, RatiosAreToTheFirstSetup) {
    const Comparison comparison = compareRates({100, 102, 98}, {50, 51, 49});
    EXPECT_FALSE(comparison.rows[0].cells[0].ratio);
    ASSERT_TRUE(comparison.rows[0].cells[1].ratio);
    EXPECT_NEAR(comparison.rows[0].cells[1].ratio->value, 0.5, 1e-9);
    EXPECT_TRUE(comparison.rows[0].cells[1].ratio->differs());
}

TEST(Compare, PassThroughIsTheShareOfTheHostsRate) {
    const Comparison comparison = compareRates({100, 100}, {50, 50}, {1000, 1000});
    EXPECT_DOUBLE_EQ(*comparison.rows[0].cells[0].passThrough, 0.1);
    EXPECT_DOUBLE_EQ(*comparison.rows[0].cells[1].passThrough, 0.05);
    ASSERT_TRUE(comparison.rows[0].host);
    EXPECT_EQ(comparison.rows[0].host->median, 1000);
}

TEST(Compare, WarnsOverTenPercentSpread) {
    const Comparison comparison = compareRates({100, 100, 111}, {50, 50, 54});
    EXPECT_TRUE(comparison.rows[0].cells[0].wideSpread);
    EXPECT_FALSE(comparison.rows[0].cells[1].wideSpread);
    EXPECT_TRUE(
        hasWarning(comparison, "dir varies by more than 10 % from run to run in 1 of 1 test, most in Read (11 %)"));
    EXPECT_FALSE(hasWarning(comparison, "hdf varies"));
}

TEST(Compare, SaysWhenCountsDoNotRepeat) {
    SetupRuns runs = runsOf("dir", "Read", Work::read, {100, 100, 100});
    runs.runs[0].tests[0].hostCalls = 10;
    runs.runs[1].tests[0].hostCalls = 12;
    runs.runs[2].tests[0].hostCalls = 11;
    const Comparison comparison = compare({&runs, 1}, nullptr);
    EXPECT_EQ(comparison.rows[0].cells[0].countsDiffer, (std::vector<std::string>{"host calls 10 to 12"}));
    EXPECT_EQ(comparison.rows[0].cells[0].counts.hostCalls, 10u);
    EXPECT_TRUE(hasWarning(comparison, "Read on dir does not repeat exactly: host calls 10 to 12."));
}

TEST(Compare, IsSilentWhenCountsRepeat) {
    const SetupRuns runs = runsOf("dir", "Read", Work::read, {100, 100});
    const Comparison comparison = compare({&runs, 1}, nullptr);
    EXPECT_TRUE(comparison.rows[0].cells[0].countsDiffer.empty());
    EXPECT_TRUE(comparison.warnings.empty());
}

TEST(Compare, DoesNotExpectTheClassicFormToRepeat) {
    SetupRuns runs = runsOf("dir", "Read", Work::read, {100, 100});
    for (Report& run : runs.runs) run.facts["guest.form"] = "classic";
    runs.runs[1].tests[0].hostCalls = 5;
    const Comparison comparison = compare({&runs, 1}, nullptr);
    EXPECT_TRUE(comparison.rows[0].cells[0].countsDiffer.empty());
    EXPECT_TRUE(hasWarning(comparison, "classic form"));
}

TEST(Compare, OneRunIsCalledOneRun) {
    const Comparison comparison = compareRates({100}, {50});
    EXPECT_TRUE(hasWarning(comparison, "dir was run once"));
    EXPECT_FALSE(comparison.rows[0].cells[1].ratio->interval);
}

TEST(Compare, WarnsOfRunsThatDidNotFinishOrLostRecords) {
    SetupRuns runs = runsOf("dir", "Read", Work::read, {100, 100});
    runs.runs[0].finished = false;
    runs.runs[1].losses = {{"hardfile", 4, 1'200'000'000, 1'250'000'000}};
    const Comparison comparison = compare({&runs, 1}, nullptr);
    EXPECT_TRUE(hasWarning(comparison, "dir run 1 did not finish"));
    EXPECT_TRUE(hasWarning(comparison, "dir run 2 lost in a full log: 4 records of thread hardfile, 1.200 s to "
                                       "1.250 s after the start."));
}

TEST(Compare, WarnsOfMoreThanOnePercentUnattributed) {
    SetupRuns runs = runsOf("dir", "Read", Work::read, {100, 100});
    runs.runs[0].unattributed = 10;
    EXPECT_FALSE(hasWarning(compare({&runs, 1}, nullptr), "could not be attributed"));
    runs.runs[0].unattributed = 11;
    EXPECT_TRUE(hasWarning(compare({&runs, 1}, nullptr), "11 of 1000 host calls could not be attributed"));
}

TEST(Compare, ACellWithoutFigureSaysWhy) {
    SetupRuns runs = runsOf("dir", "Read", Work::read, {100});
    runs.runs[0].tests[0].state = FigureState::invalid;
    runs.runs[0].tests[0].note = "no time passed";
    const Cell cell = compare({&runs, 1}, nullptr).rows[0].cells[0];
    EXPECT_EQ(cell.state, FigureState::invalid);
    EXPECT_EQ(cell.note, "no time passed");
    EXPECT_TRUE(cell.rates.empty());
}

TEST(Compare, ATestThatASetupLacksIsNotMeasured) {
    const SetupRuns setups[] = {runsOf("dir", "Read", Work::read, {100}), runsOf("hdf", "Write", Work::write, {100})};
    const Comparison comparison = compare(setups, nullptr);
    ASSERT_EQ(comparison.rows.size(), 2u);
    EXPECT_EQ(comparison.rows[0].cells[1].state, FigureState::notMeasured);
    EXPECT_FALSE(comparison.rows[0].cells[1].ratio);
    EXPECT_EQ(comparison.rows[1].cells[1].median, 100);
}

TEST(Compare, TestsOfOneNameAreToldApartByOrder) {
    SetupRuns runs{.name = "dir",
                   .runs = {reportOf({measured("Read", Work::read, 1), measured("Read", Work::read, 2)})}};
    const Comparison comparison = compare({&runs, 1}, nullptr);
    ASSERT_EQ(comparison.rows.size(), 2u);
    EXPECT_EQ(comparison.rows[0].cells[0].median, 1);
    EXPECT_EQ(comparison.rows[1].cells[0].median, 2);
}

TEST(Compare, OwnersAreThoseOfTheMiddleRun) {
    SetupRuns runs = runsOf("dir", "Read", Work::read, {100, 100, 100});
    for (std::size_t i = 0; i < 3; ++i) {
        const std::int64_t ns = i == 0 ? 300 : i == 1 ? 100 : 200;
        runs.runs[i].tests[0].owners[Owner::guest] = ns;
        runs.runs[i].owners[Owner::guest] = ns;
    }
    EXPECT_EQ(compare({&runs, 1}, nullptr).rows[0].cells[0].owners[Owner::guest], 200);
}

TEST(Compare, KnowsTheSuiteAndHowTheHostRan) {
    SetupRuns runs = runsOf("dir", "Read", Work::read, {100});
    runs.runs[0].facts["guest.suite"] = "diskspeed13";
    SetupRuns twin = runsOf("host", "Read", Work::read, {100});
    twin.runs[0].facts["host.mode"] = "cached";
    const Comparison comparison = compare({&runs, 1}, &twin);
    EXPECT_EQ(comparison.suite, "diskspeed13");
    EXPECT_EQ(comparison.hostMode, "cached");
}

TEST(Compare, OfNothingIsEmpty) {
    const Comparison comparison = compare({}, nullptr);
    EXPECT_TRUE(comparison.rows.empty());
    EXPECT_TRUE(comparison.verdicts.empty());
}

} // namespace uaescope::core::test
