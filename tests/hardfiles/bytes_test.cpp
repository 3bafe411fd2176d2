#include "hardfiles/bytes.h"

#include <gtest/gtest.h>

namespace uaescope::hardfiles {
namespace {

TEST(Bytes, LongsAreBigEndian) {
    Bytes bytes(6);
    putLong(bytes, 1, 0x01020304);
    EXPECT_EQ(bytes, (Bytes{0, 1, 2, 3, 4, 0}));
    EXPECT_EQ(longAt(bytes, 1), 0x01020304u);
}

TEST(Bytes, NothingIsWrittenPastTheEnd) {
    Bytes bytes(6);
    EXPECT_THROW(putLong(bytes, 3, 1), capture::OutOfBounds);
    EXPECT_THROW(putText(bytes, 5, "ab"), capture::OutOfBounds);
    EXPECT_THROW(putBstr(bytes, 4, "ab"), capture::OutOfBounds);
    EXPECT_THROW(putLong(bytes, ~std::size_t{0}, 1), capture::OutOfBounds);
    EXPECT_EQ(bytes, Bytes(6));
}

TEST(Bytes, BstrComesBackAndIsCutToItsField) {
    Bytes bytes(32);
    putBstr(bytes, 2, "Work");
    EXPECT_EQ(bstrAt(bytes, 2, 30), "Work");
    bytes[2] = 200;
    EXPECT_EQ(bstrAt(bytes, 2, 30).size(), 29u);
    EXPECT_THROW(bstrAt(bytes, 32, 30), capture::OutOfBounds);
    bytes[31] = 1;
    EXPECT_THROW(bstrAt(bytes, 31, 30), capture::OutOfBounds);
}

TEST(Bytes, ChecksumMakesTheSumZeroWhateverStoodThere) {
    Bytes bytes(64, 0xa7);
    putChecksum(bytes, 20, 16);
    EXPECT_EQ(sumOfLongs(bytes, 16), 0u);
    bytes[63] ^= 1;
    EXPECT_NE(sumOfLongs(bytes, 16), 0u);
    EXPECT_EQ(sumOfLongs(bytes, 15), 0u - longAt(Bytes{0xa7, 0xa7, 0xa7, 0xa7}, 0));
}

TEST(Bytes, SumStopsAtTheEndOfTheBlock) { EXPECT_THROW(sumOfLongs(Bytes(64), 17), capture::OutOfBounds); }

} // namespace
} // namespace uaescope::hardfiles
