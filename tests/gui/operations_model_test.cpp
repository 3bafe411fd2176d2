#include "analyzer/models/operations_model.h"

#include "analyzer/models/model_roles.h"
#include "analyzer/models/owner_shares.h"
#include "tests/gui/small_run.h"

#include <gtest/gtest.h>

namespace uaescope::models::test {
namespace {

std::vector<std::uint32_t> rows(const OperationsModel& model) {
    std::vector<std::uint32_t> result;
    for (int row = 0; row < model.rowCount(); ++row) result.push_back(model.operationAt(row));
    return result;
}

TEST(OperationsModel, HasARowForEachOperationInTheOrderOfTime) {
    EXPECT_EQ(rows(OperationsModel(smallRun())), (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

TEST(OperationsModel, ShowsWhatAnOperationIs) {
    const OperationsModel model(smallRun());
    const auto text = [&](int column) { return model.index(1, column).data().toString(); };
    EXPECT_EQ(text(OperationsModel::timeColumn), "0.000003 s");
    EXPECT_EQ(text(OperationsModel::testColumn), "Write it");
    EXPECT_EQ(text(OperationsModel::operationColumn), "Write");
    EXPECT_EQ(text(OperationsModel::fileColumn), "DH1:a");
    EXPECT_EQ(text(OperationsModel::sizeColumn), "512");
    EXPECT_EQ(text(OperationsModel::resultColumn), "512");
    EXPECT_EQ(text(OperationsModel::durationColumn), QString::fromUtf8("5.00 µs"));
    EXPECT_EQ(text(OperationsModel::callsColumn), "2");
}

TEST(OperationsModel, SharesOfOwnersAddUpToOne) {
    const OperationsModel model(smallRun());
    for (int row = 0; row < model.rowCount(); ++row) {
        const auto shares =
            model.index(row, OperationsModel::ownersColumn).data(sharesRole).value<OwnerShares>().shares;
        EXPECT_NEAR(shares[0] + shares[1] + shares[2] + shares[3], 1, 1e-9);
    }
}

TEST(OperationsModel, MarksPreparationAsAside) {
    const OperationsModel model(smallRun());
    EXPECT_TRUE(model.index(2, 0).data(asideRole).toBool());
    EXPECT_FALSE(model.index(1, 0).data(asideRole).toBool());
}

TEST(OperationsModel, FiltersByTestByKindAndByText) {
    OperationsModel model(smallRun());
    model.setFilter({.test = 1, .kind = {}, .text = {}});
    EXPECT_EQ(rows(model), (std::vector<std::uint32_t>{3, 4}));
    model.setFilter({.test = {}, .kind = US_OP_CLOSE, .text = {}});
    EXPECT_EQ(rows(model), (std::vector<std::uint32_t>{2, 4}));
    model.setFilter({.test = {}, .kind = {}, .text = "dh1:B"});
    EXPECT_EQ(rows(model), (std::vector<std::uint32_t>{3, 4}));
    model.setFilter({.test = {}, .kind = {}, .text = "write"});
    EXPECT_EQ(rows(model), (std::vector<std::uint32_t>{0, 1, 2})) << "the test's name or the operation's";
    model.setFilter({.test = 0, .kind = US_OP_CLOSE, .text = "b"});
    EXPECT_TRUE(rows(model).empty());
    model.setFilter({});
    EXPECT_EQ(model.rowCount(), 5);
}

TEST(OperationsModel, SortsInBothDirectionsAndKeepsTheOrderOfTimeAmongEquals) {
    OperationsModel model(smallRun());
    model.sort(OperationsModel::durationColumn, Qt::DescendingOrder);
    EXPECT_EQ(rows(model), (std::vector<std::uint32_t>{3, 1, 0, 2, 4}));
    model.sort(OperationsModel::durationColumn, Qt::AscendingOrder);
    EXPECT_EQ(rows(model), (std::vector<std::uint32_t>{0, 2, 4, 1, 3}));
    model.sort(OperationsModel::operationColumn, Qt::AscendingOrder);
    EXPECT_EQ(rows(model), (std::vector<std::uint32_t>{2, 4, 0, 3, 1}));
    model.sort(OperationsModel::callsColumn, Qt::DescendingOrder);
    EXPECT_EQ(rows(model), (std::vector<std::uint32_t>{1, 3, 0, 2, 4}));
}

TEST(OperationsModel, KeepsItsOrderWhenTheFilterChanges) {
    OperationsModel model(smallRun());
    model.sort(OperationsModel::durationColumn, Qt::DescendingOrder);
    model.setFilter({.test = 1, .kind = {}, .text = {}});
    EXPECT_EQ(rows(model), (std::vector<std::uint32_t>{3, 4}));
    EXPECT_EQ(model.rowOf(3), 0);
    EXPECT_EQ(model.rowOf(1), std::nullopt) << "hidden by the filter";
}

TEST(OperationsModel, ListsTheKindsThatOccur) {
    EXPECT_EQ(OperationsModel(smallRun()).kinds(),
              (std::vector<std::uint8_t>{US_OP_OPEN, US_OP_CLOSE, US_OP_READ, US_OP_WRITE}));
}

} // namespace
} // namespace uaescope::models::test
