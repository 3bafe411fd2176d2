#include "analyzer/models/call_tree.h"

#include "analyzer/models/model_roles.h"
#include "tests/gui/small_run.h"

#include <gtest/gtest.h>

namespace uaescope::models::test {
namespace {

TEST(CallTree, SystemCallsStandUnderTheCallThatMadeThem) {
    CallTree tree;
    tree.setInspection(inspect(*smallRun(), 1));
    const QModelIndex own = tree.index(0, 0);
    EXPECT_EQ(own.data().toString(), "Host calls of this operation: 2, with 1 system call inside");
    ASSERT_EQ(tree.rowCount(own), 2);
    const QModelIndex seek = tree.index(0, CallTree::callColumn, own);
    EXPECT_EQ(seek.data().toString(), "fseek");
    ASSERT_EQ(tree.rowCount(tree.index(0, 0, own)), 1);
    const QModelIndex read = tree.index(0, CallTree::callColumn, tree.index(0, 0, own));
    EXPECT_EQ(read.data().toString(), "read");
    EXPECT_EQ(read.data(callRole).toUInt(), nestedRead);
    EXPECT_EQ(tree.index(1, CallTree::callColumn, own).data().toString(), "fwrite");
}

TEST(CallTree, LateCallsHaveASectionOfTheirOwn) {
    CallTree tree;
    tree.setInspection(inspect(*smallRun(), 1));
    ASSERT_EQ(tree.rowCount(), 2);
    const QModelIndex later = tree.index(1, 0);
    EXPECT_EQ(later.data().toString(), "Its bytes, moved after it had ended: 1");
    EXPECT_EQ(tree.index(0, 0, later).data(callRole).toUInt(), lateWrite);
}

TEST(CallTree, FindsACallAnywhere) {
    CallTree tree;
    tree.setInspection(inspect(*smallRun(), 1));
    for (const std::uint32_t call : {firstSeek, nestedRead, bufferedWrite, lateWrite}) {
        EXPECT_EQ(tree.indexOfCall(call).data(callRole).toUInt(), call);
    }
    EXPECT_FALSE(tree.indexOfCall(sleepCall).isValid());
}

TEST(CallTree, ParentsLeadBackToTheRoot) {
    CallTree tree;
    tree.setInspection(inspect(*smallRun(), 1));
    const QModelIndex read = tree.indexOfCall(nestedRead);
    EXPECT_EQ(read.parent().data(callRole).toUInt(), firstSeek);
    EXPECT_EQ(read.parent().parent(), tree.index(0, 0));
    EXPECT_FALSE(read.parent().parent().parent().isValid());
}

TEST(CallTree, IsEmptyForAnEmptyInspection) {
    CallTree tree;
    tree.setInspection(inspect(*smallRun(), 1));
    tree.setInspection({});
    EXPECT_EQ(tree.rowCount(), 0);
}

} // namespace
} // namespace uaescope::models::test
