#include "analyzer/models/tests_model.h"

#include "analyzer/models/model_roles.h"
#include "analyzer/models/owner_shares.h"
#include "tests/gui/small_run.h"

#include <gtest/gtest.h>

namespace uaescope::models::test {
namespace {

TEST(TestsModel, HasTheWholeRunFirstAndThenTheTests) {
    const TestsModel model(smallRun());
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.index(0, TestsModel::nameColumn).data().toString(), "Whole run");
    EXPECT_EQ(model.index(1, TestsModel::nameColumn).data().toString(), "Write it");
    EXPECT_EQ(model.testAt(0), std::nullopt);
    EXPECT_EQ(model.testAt(2), 1U);
    EXPECT_EQ(model.rowOf(1), 2);
    EXPECT_EQ(model.rowOf(std::nullopt), 0);
}

TEST(TestsModel, ShowsTheFiguresOfTheReport) {
    const CapturePtr capture = smallRun();
    const TestsModel model(capture);
    EXPECT_EQ(model.index(1, TestsModel::operationsColumn).data().toString(),
              QString::number(capture->report.tests[0].operations));
    EXPECT_EQ(model.index(1, TestsModel::rateColumn).data().toString(), rateText(capture->report.tests[0]));
    EXPECT_EQ(model.index(2, TestsModel::rateColumn).data().toString(), "not measured");
    const auto shares = model.index(1, TestsModel::ownersColumn).data(sharesRole).value<OwnerShares>().shares;
    EXPECT_NEAR(shares[0] + shares[1] + shares[2] + shares[3], 1, 1e-9);
}

TEST(TestsModel, AFigureThatIsNoNumberSaysSo) {
    core::TestReport test;
    test.rate = 12;
    test.unit = "files/s";
    test.state = core::FigureState::invalid;
    EXPECT_EQ(rateText(test), "invalid");
    test.state = core::FigureState::belowResolution;
    EXPECT_EQ(rateText(test), "below resolution");
    test.state = core::FigureState::measured;
    EXPECT_EQ(rateText(test), "12.0 files/s");
    test.rate = 12'345.4;
    EXPECT_EQ(rateText(test), "12,345 files/s");
    test.unit = "bytes/s";
    EXPECT_EQ(rateText(test), "12.1 KiB/s");
}

} // namespace
} // namespace uaescope::models::test
