#include "uaeplugin/capture/byte_cursor.h"

#include <gtest/gtest.h>

#include <array>

using namespace uaescope::capture;

TEST(ByteCursor, ReadsBigEndianWordsAndLongs) {
    const std::array<std::uint8_t, 5> bytes = {0x12, 0x34, 0x56, 0x78, 0x9a};
    EXPECT_EQ(wordAt(bytes, 0), 0x1234);
    EXPECT_EQ(wordAt(bytes, 3), 0x789a);
    EXPECT_EQ(longAt(bytes, 1), 0x3456789au);
}

TEST(ByteCursor, RefusesOffsetsPastTheEnd) {
    const std::array<std::uint8_t, 5> bytes = {};
    EXPECT_THROW(wordAt(bytes, 4), OutOfBounds);
    EXPECT_THROW(longAt(bytes, 2), OutOfBounds);
    EXPECT_THROW(longAt(bytes, ~std::size_t{0}), OutOfBounds);
}

TEST(ByteCursor, ReadsLittleEndianNumbers) {
    const std::array<std::uint8_t, 12> bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0xff};
    ByteCursor cursor(bytes);
    EXPECT_EQ(cursor.littleLong(), 0x04030201u);
    EXPECT_EQ(cursor.littleQuad(), 0xff0b0a0908070605u);
    EXPECT_TRUE(cursor.atEnd());
}

TEST(ByteCursor, ReadsTheLongestVarint) {
    const std::array<std::uint8_t, 10> bytes = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01};
    EXPECT_EQ(ByteCursor(bytes).varint(), ~std::uint64_t{0});
    EXPECT_EQ(ByteCursor(bytes).zigzag(), std::int64_t(1ull << 63));
}

TEST(ByteCursor, RefusesAVarintOfMoreThan64Bits) {
    const std::array<std::uint8_t, 11> bytes = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02, 0x00};
    ByteCursor cursor(bytes);
    EXPECT_THROW(cursor.varint(), OutOfBounds);
    EXPECT_EQ(cursor.position(), 0u);
}

TEST(ByteCursor, StaysWhereItWasWhenAReadFails) {
    const std::array<std::uint8_t, 3> bytes = {0x80, 0x80, 0x80};
    ByteCursor cursor(bytes);
    cursor.byte();
    EXPECT_THROW(cursor.varint(), OutOfBounds);
    EXPECT_THROW(cursor.littleLong(), OutOfBounds);
    EXPECT_THROW(cursor.text(3), OutOfBounds);
    EXPECT_EQ(cursor.position(), 1u);
    EXPECT_EQ(cursor.remaining(), 2u);
}
