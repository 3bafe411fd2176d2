#include "analyzer/core/verdict.h"

#include "tests/core/report_maker.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {
namespace {

Verdict verdictOf(const std::vector<SetupRuns>& setups) {
    const std::vector<Verdict> verdicts = verdictsFor(setups);
    EXPECT_EQ(verdicts.size(), 1u);
    return verdicts.empty() ? Verdict() : verdicts[0];
}

} // namespace

TEST(Verdict, NamesTheFasterSetupWithItsInterval) {
    const Verdict verdict = verdictOf(
        {runsOf("dir", "Read", Work::read, {200, 202, 198}), runsOf("hdf", "Read", Work::read, {100, 101, 99})});
    EXPECT_EQ(verdict.work, Work::read);
    EXPECT_EQ(verdict.faster, "dir");
    EXPECT_EQ(verdict.slower, "hdf");
    EXPECT_NEAR(verdict.ratio->value, 2, 1e-3);
    EXPECT_EQ(verdict.text.find("reading data: dir is 2.00 times as fast as hdf (95 % interval "), 0u);
}

TEST(Verdict, ShowsNoDifferenceWhenTheIntervalCoversOne) {
    const Verdict verdict = verdictOf(
        {runsOf("dir", "Read", Work::read, {100, 120, 90}), runsOf("hdf", "Read", Work::read, {95, 110, 100})});
    EXPECT_TRUE(verdict.faster.empty());
    EXPECT_NE(verdict.text.find("no difference shown between"), std::string::npos);
}

TEST(Verdict, PrintsNoIntervalThatSaysNothing) {
    const Verdict verdict = verdictOf(
        {runsOf("dir", "Read", Work::read, {100, 5000, 90}), runsOf("hdf", "Read", Work::read, {95, 4, 100})});
    EXPECT_TRUE(verdict.faster.empty());
    EXPECT_EQ(verdict.text, "reading data: the runs vary too much to tell dir and hdf apart.");
}

TEST(Verdict, ClaimsADifferenceWithoutItsSizeWhenTheIntervalIsTooWide) {
    const Verdict verdict =
        verdictOf({runsOf("dir", "Read", Work::read, {1000, 3000}), runsOf("hdf", "Read", Work::read, {1, 1.1, 1})});
    EXPECT_EQ(verdict.faster, "dir");
    EXPECT_EQ(verdict.text, "reading data: dir is faster than hdf, but the runs vary too much to tell by how much.");
}

TEST(Verdict, ClaimsNothingFromOneRun) {
    const Verdict verdict =
        verdictOf({runsOf("dir", "Read", Work::read, {200}), runsOf("hdf", "Read", Work::read, {100})});
    EXPECT_TRUE(verdict.faster.empty());
    EXPECT_EQ(verdict.text,
              "reading data: dir was 2.00 times as fast as hdf, but one run is not enough to show a difference.");
}

TEST(Verdict, IsAgainstTheNextBestAndNamesTheRest) {
    const std::vector<SetupRuns> setups = {runsOf("slow", "Read", Work::read, {50, 51, 49}),
                                           runsOf("a", "Read", Work::read, {100, 101, 99}),
                                           runsOf("b", "Read", Work::read, {100.5, 99.5, 100})};
    const Verdict verdict = verdictOf(setups);
    EXPECT_TRUE(verdict.faster.empty());
    EXPECT_NE(verdict.text.find("is faster than slow"), std::string::npos);
}

TEST(Verdict, OfSeveralTestsOfAKindCountsThemAlike) {
    const auto twoTests = [](double small, double large) {
        return reportOf({measured("Read 512", Work::read, small), measured("Read 64K", Work::read, large)});
    };
    const Verdict verdict =
        verdictOf({{"dir", {twoTests(1, 100), twoTests(1, 100)}}, {"hdf", {twoTests(4, 100), twoTests(4, 100)}}});
    EXPECT_EQ(verdict.faster, "hdf");
    EXPECT_NEAR(verdict.ratio->value, 2, 1e-9);
}

TEST(Verdict, TestsThatOneSetupLacksDoNotCount) {
    SetupRuns both{"dir", {reportOf({measured("A", Work::read, 10), measured("B", Work::read, 1000)})}};
    const Verdict verdict = verdictOf({both, runsOf("hdf", "A", Work::read, {20})});
    EXPECT_EQ(verdict.slower, "dir");
    EXPECT_NEAR(verdict.ratio->value, 2, 1e-9);
}

TEST(Verdict, ASetupWithoutFiguresIsLeftOut) {
    SetupRuns broken = runsOf("broken", "Read", Work::read, {100});
    broken.runs[0].tests[0].state = FigureState::notMeasured;
    const Verdict verdict =
        verdictOf({broken, runsOf("a", "Read", Work::read, {100, 100}), runsOf("b", "Read", Work::read, {50, 50})});
    EXPECT_EQ(verdict.faster, "a");
    EXPECT_EQ(verdict.slower, "b");
}

TEST(Verdict, OfOneSetupIsNone) {
    const SetupRuns runs = runsOf("dir", "Read", Work::read, {100, 100});
    EXPECT_TRUE(verdictsFor({&runs, 1}).empty());
}

} // namespace uaescope::core::test
