#include "analyzer/core/operations.h"

#include "tests/core/trace_builder.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {

TEST(Operations, PairBeginAndEndOfATask) {
    const Trace trace =
        TraceBuilder().operation(US_OP_READ, 10, 25, {.size = 512, .object = 7, .result = 100, .test = 3}).build();
    const PairedMarks paired = pairMarks(trace);
    ASSERT_EQ(paired.operations.size(), 1u);
    const Operation& read = paired.operations[0];
    EXPECT_EQ(read.begin, 10);
    EXPECT_EQ(read.end, 25);
    EXPECT_EQ(read.size, 512u);
    EXPECT_EQ(read.object, 7u);
    EXPECT_EQ(read.result, 100u);
    EXPECT_EQ(read.test, 3);
    EXPECT_EQ(read.kind, US_OP_READ);
    EXPECT_EQ(paired.unpaired, 0u);
}

TEST(Operations, EmptyPairsAreNeitherOperationsNorSpans) {
    TraceBuilder builder;
    builder.mark(US_OP_SUITE, US_PHASE_BEGIN, 0)
        .span(US_OP_EMPTY, 10, 13)
        .span(US_OP_EMPTY, 20, 24)
        .mark(US_OP_SUITE, US_PHASE_END, 100);
    const PairedMarks paired = pairMarks(builder.build());
    EXPECT_TRUE(paired.operations.empty());
    ASSERT_EQ(paired.spans.size(), 1u);
    ASSERT_EQ(paired.empty.size(), 2u);
    EXPECT_EQ(paired.empty[1].begin, 20);
    EXPECT_EQ(paired.empty[1].end, 24);
    EXPECT_EQ(paired.unpaired, 0u);
}

TEST(Operations, OpenGivesItsNameToWorkOnItsHandleUntilClose) {
    TraceBuilder builder;
    builder.operation(US_OP_OPEN, 10, 20, {.result = 7, .name = "DH1:a"})
        .operation(US_OP_OPEN, 30, 40, {.result = 8, .name = "DH1:b"})
        .operation(US_OP_WRITE, 50, 60, {.object = 7})
        .operation(US_OP_CLOSE, 70, 80, {.object = 7})
        .operation(US_OP_READ, 90, 100, {.object = 8})
        .operation(US_OP_READ, 110, 120, {.object = 7});
    const Trace trace = builder.build();
    const std::vector<Operation> operations = pairMarks(trace).operations;
    ASSERT_EQ(operations.size(), 6u);
    EXPECT_EQ(operations[0].object, 7u);
    EXPECT_EQ(trace.string(operations[2].name), "DH1:a");
    EXPECT_EQ(trace.string(operations[3].name), "DH1:a");
    EXPECT_EQ(trace.string(operations[4].name), "DH1:b");
    EXPECT_EQ(operations[5].name, 0u);
}

TEST(Operations, AHandleUsedAgainHasTheNewName) {
    TraceBuilder builder;
    builder.operation(US_OP_LOCK, 10, 20, {.result = 7, .name = "old"})
        .operation(US_OP_UNLOCK, 30, 40, {.object = 7})
        .operation(US_OP_LOCK, 50, 60, {.result = 7, .name = "new"})
        .operation(US_OP_EXAMINE, 70, 80, {.object = 7});
    const Trace trace = builder.build();
    EXPECT_EQ(trace.string(pairMarks(trace).operations[3].name), "new");
}

TEST(Operations, AFailedOpenNamesNothing) {
    TraceBuilder builder;
    builder.operation(US_OP_OPEN, 10, 20, {.result = 0, .error = 205, .name = "missing"})
        .operation(US_OP_READ, 30, 40, {.object = 0});
    EXPECT_EQ(pairMarks(builder.build()).operations[1].name, 0u);
}

TEST(Operations, OfTwoTasksOverlap) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 10, 40, {.task = 1}).operation(US_OP_WRITE, 20, 30, {.task = 2});
    const PairedMarks paired = pairMarks(builder.build());
    ASSERT_EQ(paired.operations.size(), 2u);
    EXPECT_EQ(paired.operations[0].kind, US_OP_READ);
    EXPECT_EQ(paired.operations[1].kind, US_OP_WRITE);
    EXPECT_EQ(paired.unpaired, 0u);
}

TEST(Operations, ASecondBeginMeansThatTheFirstOnesEndIsMissing) {
    TraceBuilder builder;
    builder.mark(US_OP_READ, US_PHASE_BEGIN, 10).operation(US_OP_READ, 20, 30);
    const PairedMarks paired = pairMarks(builder.build());
    ASSERT_EQ(paired.operations.size(), 1u);
    EXPECT_EQ(paired.operations[0].begin, 20);
    EXPECT_EQ(paired.unpaired, 1u);
}

TEST(Operations, AnEndOfAnotherKindLeavesBothOut) {
    TraceBuilder builder;
    builder.mark(US_OP_READ, US_PHASE_BEGIN, 10).mark(US_OP_WRITE, US_PHASE_END, 20).mark(US_OP_READ, US_PHASE_END, 30);
    const PairedMarks paired = pairMarks(builder.build());
    EXPECT_TRUE(paired.operations.empty());
    EXPECT_EQ(paired.unpaired, 3u);
}

TEST(Operations, AnOperationThatNeverEndsIsCounted) {
    const PairedMarks paired = pairMarks(TraceBuilder().mark(US_OP_READ, US_PHASE_BEGIN, 10).build());
    EXPECT_TRUE(paired.operations.empty());
    EXPECT_EQ(paired.unpaired, 1u);
}

TEST(Operations, MarksInAnyOrderOfTheFileAreSortedByTime) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 50, 60).operation(US_OP_READ, 10, 20);
    const PairedMarks paired = pairMarks(builder.build());
    EXPECT_EQ(paired.operations[0].kind, US_OP_READ);
    EXPECT_EQ(paired.unpaired, 0u);
}

TEST(Operations, InAPrepareSpanDoNotBelongToTheFigure) {
    TraceBuilder builder;
    builder.span(US_OP_PREPARE, 10, 40)
        .operation(US_OP_WRITE, 20, 30)
        .operation(US_OP_WRITE, 20, 30, {.task = 2})
        .operation(US_OP_READ, 50, 60);
    const std::vector<Operation> operations = pairMarks(builder.build()).operations;
    EXPECT_TRUE(operations[0].prepares);
    EXPECT_FALSE(operations[1].prepares) << "the span is of another task";
    EXPECT_FALSE(operations[2].prepares);
}

TEST(Operations, TestsKnowTheirOperations) {
    TraceBuilder builder;
    builder.span(US_OP_SUITE, 0, 100, {.name = "suite"})
        .span(US_OP_TEST, 10, 40, {.name = "Create", .test = 1})
        .operation(US_OP_OPEN, 20, 25, {.test = 1})
        .operation(US_OP_CLOSE, 30, 35, {.test = 1})
        .span(US_OP_TEST, 50, 80, {.name = "Read", .test = 2})
        .operation(US_OP_READ, 60, 70, {.test = 2})
        .operation(US_OP_DELETE, 85, 90);
    const PairedMarks paired = pairMarks(builder.build());
    ASSERT_EQ(paired.tests.size(), 2u);
    EXPECT_EQ(paired.tests[0].name, "Create");
    EXPECT_EQ(paired.tests[0].firstOperation, 0u);
    EXPECT_EQ(paired.tests[0].operationCount, 2u);
    EXPECT_EQ(paired.tests[1].name, "Read");
    EXPECT_EQ(paired.tests[1].number, 2);
    EXPECT_EQ(paired.tests[1].firstOperation, 2u);
    EXPECT_EQ(paired.tests[1].operationCount, 1u);
    EXPECT_EQ(paired.spans.size(), 3u);
    EXPECT_EQ(paired.spans[0].kind, US_OP_SUITE);
}

TEST(Operations, ATestWithoutEndLastsToTheNextTest) {
    TraceBuilder builder;
    builder.mark(US_OP_TEST, US_PHASE_BEGIN, 10, {.name = "first", .test = 1})
        .operation(US_OP_READ, 20, 30, {.test = 1})
        .span(US_OP_TEST, 50, 90, {.name = "second", .test = 2});
    const PairedMarks paired = pairMarks(builder.build());
    ASSERT_EQ(paired.tests.size(), 2u);
    EXPECT_EQ(paired.tests[0].end, 50);
    EXPECT_EQ(paired.tests[0].operationCount, 1u);
    EXPECT_EQ(paired.unpaired, 1u);
}

TEST(Operations, SpansOpenAtTheEndOfACutTraceEndWithIt) {
    TraceBuilder builder;
    builder.mark(US_OP_SUITE, US_PHASE_BEGIN, 5)
        .mark(US_OP_TEST, US_PHASE_BEGIN, 10, {.name = "cut", .test = 1})
        .operation(US_OP_READ, 20, 30, {.test = 1})
        .mark(US_OP_READ, US_PHASE_BEGIN, 40, {.test = 1})
        .unfinished();
    const PairedMarks paired = pairMarks(builder.build());
    ASSERT_EQ(paired.tests.size(), 1u);
    EXPECT_EQ(paired.tests[0].end, 40);
    EXPECT_EQ(paired.tests[0].operationCount, 1u);
    EXPECT_EQ(paired.unpaired, 3u);
}

TEST(Operations, AnEndOfTheSuiteEndsWhatIsOpenInIt) {
    TraceBuilder builder;
    builder.mark(US_OP_SUITE, US_PHASE_BEGIN, 5)
        .mark(US_OP_SETTLE, US_PHASE_BEGIN, 10)
        .mark(US_OP_SUITE, US_PHASE_END, 30)
        .operation(US_OP_READ, 40, 50);
    const PairedMarks paired = pairMarks(builder.build());
    ASSERT_EQ(paired.spans.size(), 2u);
    EXPECT_EQ(paired.spans[0].kind, US_OP_SUITE);
    EXPECT_EQ(paired.spans[1].kind, US_OP_SETTLE);
    EXPECT_EQ(paired.spans[1].end, 30);
    EXPECT_EQ(paired.unpaired, 1u);
}

TEST(Operations, ResetEndsWhatIsOpen) {
    TraceBuilder builder;
    builder.mark(US_OP_TEST, US_PHASE_BEGIN, 10, {.name = "Write", .test = 1})
        .operation(US_OP_OPEN, 20, 30, {.result = 7, .name = "a", .test = 1})
        .mark(US_OP_WRITE, US_PHASE_BEGIN, 40, {.object = 7, .test = 1})
        .text(US_TEXT_RESET, "", 100)
        .operation(US_OP_READ, 110, 120, {.object = 7}); // the address of another file, whose opening is not known
    const PairedMarks paired = pairMarks(builder.build());
    EXPECT_EQ(paired.resets, 1u);
    EXPECT_EQ(paired.cutByReset, 1u);
    EXPECT_EQ(paired.unpaired, 0u);
    ASSERT_EQ(paired.operations.size(), 2u);
    EXPECT_EQ(paired.operations[1].kind, US_OP_READ);
    EXPECT_EQ(paired.operations[1].name, 0u);
    ASSERT_EQ(paired.tests.size(), 1u);
    EXPECT_EQ(paired.tests[0].end, 100);
    EXPECT_EQ(paired.tests[0].operationCount, 1u);
}

TEST(Operations, ResetWithNothingOpenCutsNothing) {
    TraceBuilder builder;
    builder.operation(US_OP_READ, 10, 20).text(US_TEXT_RESET, "", 100).text(US_TEXT_RESET, "", 200);
    const PairedMarks paired = pairMarks(builder.build());
    EXPECT_EQ(paired.resets, 2u);
    EXPECT_EQ(paired.cutByReset, 0u);
    EXPECT_EQ(paired.operations.size(), 1u);
}

} // namespace uaescope::core::test
