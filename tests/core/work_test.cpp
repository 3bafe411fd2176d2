#include "analyzer/core/work.h"

#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {
namespace {

struct Ops {
    const char* name = "";
    const char* unit = "files/s";
    std::map<std::uint8_t, std::uint64_t> kinds;
    std::uint64_t read = 0;
    std::uint64_t written = 0;
};

Work workFrom(const Ops& ops) {
    TestReport test;
    test.name = ops.name;
    test.unit = ops.unit;
    test.operationsByKind = ops.kinds;
    test.guestBytesRead = ops.read;
    test.guestBytesWritten = ops.written;
    return workOf(test);
}

} // namespace

TEST(Work, FilesOpenedAndWrittenAreCreated) {
    EXPECT_EQ(workFrom({.kinds = {{US_OP_OPEN, 10}, {US_OP_WRITE, 10}, {US_OP_SEEK, 10}, {US_OP_CLOSE, 10}}}),
              Work::create);
}

TEST(Work, EmptyFilesAreCreatedWhereTheNameSaysSo) {
    EXPECT_EQ(workFrom({.name = "Create files", .kinds = {{US_OP_OPEN, 10}, {US_OP_CLOSE, 10}}}), Work::create);
    EXPECT_EQ(workFrom({.name = "Open files", .kinds = {{US_OP_OPEN, 10}, {US_OP_CLOSE, 10}}}), Work::open);
}

TEST(Work, AppendingIsNoCreating) {
    EXPECT_EQ(workFrom({.name = "Append to a file",
                        .kinds = {{US_OP_OPEN, 10}, {US_OP_SEEK, 10}, {US_OP_WRITE, 10}, {US_OP_CLOSE, 10}}}),
              Work::other);
}

TEST(Work, FilesOpenedAndReadAreLoaded) {
    EXPECT_EQ(workFrom({.kinds = {{US_OP_OPEN, 10}, {US_OP_READ, 10}, {US_OP_CLOSE, 10}}}), Work::load);
}

TEST(Work, TheMostFrequentOperationTells) {
    EXPECT_EQ(workFrom({.kinds = {{US_OP_LOCK, 10}, {US_OP_EXAMINE, 10}, {US_OP_UNLOCK, 10}}}), Work::lock);
    EXPECT_EQ(workFrom({.kinds = {{US_OP_EXNEXT, 100}, {US_OP_EXAMINE, 1}}}), Work::list);
    EXPECT_EQ(workFrom({.kinds = {{US_OP_EXALL, 1}}}), Work::list);
    EXPECT_EQ(workFrom({.kinds = {{US_OP_DELETE, 10}}}), Work::remove);
    EXPECT_EQ(workFrom({.kinds = {{US_OP_RENAME, 10}}}), Work::rename);
    EXPECT_EQ(workFrom({.kinds = {{US_OP_SEEK, 10}, {US_OP_READ, 10}}}), Work::seek);
    EXPECT_EQ(workFrom({}), Work::other);
}

TEST(Work, DataRatesAreReadsOrWrites) {
    EXPECT_EQ(workFrom({.unit = "bytes/s", .kinds = {{US_OP_READ, 10}, {US_OP_SEEK, 20}}, .read = 5120}), Work::read);
    EXPECT_EQ(workFrom({.unit = "bytes/s", .kinds = {{US_OP_WRITE, 10}}, .written = 5120}), Work::write);
}

TEST(Work, UnitsOfDataRates) {
    EXPECT_TRUE(isDataRate("bytes/s"));
    EXPECT_TRUE(isDataRate("kB/second"));
    EXPECT_FALSE(isDataRate("files/s"));
    EXPECT_FALSE(isDataRate(""));
}

} // namespace uaescope::core::test
