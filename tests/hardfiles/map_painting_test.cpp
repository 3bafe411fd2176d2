#include "hardfiles/map_painting.h"

#include "hardfiles/ffs_survey.h"
#include "tests/hardfiles/made_hardfile.h"
#include "tests/hardfiles/volume_builder.h"

#include <gtest/gtest.h>

#include <map>
#include <zlib.h>

namespace uaescope::hardfiles {
namespace {

using testing::Made;
using testing::mib;
using testing::pattern;
using testing::rdbOptions;
using testing::VolumeBuilder;

constexpr Colour white{255, 255, 255}, red{255, 0, 0}, blue{0, 0, 255};

bool same(Colour left, Colour right) {
    return left.red == right.red && left.green == right.green && left.blue == right.blue;
}

std::uint32_t number(Colour colour) {
    return static_cast<std::uint32_t>(colour.red << 16 | colour.green << 8 | colour.blue);
}

TEST(PixelPicture, PaintsInsideOfItselfOnly) {
    PixelPicture picture(40, 30, white);
    picture.fill({35, 25, 100, 100}, red);
    picture.fill({0xfffffff0, 0xfffffff0, 0xffffffff, 0xffffffff}, blue);
    EXPECT_TRUE(same(picture.at(39, 29), red));
    EXPECT_TRUE(same(picture.at(34, 29), white));
    picture.text(30, 20, "W\xe4\x01", red); // two of them leave it
}

TEST(PixelPicture, LettersDifferAndBoxesStandForOthers) {
    const auto painted = [](char letter) {
        PixelPicture picture(PixelPicture::letterWidth, PixelPicture::letterHeight, white);
        picture.text(0, 0, std::string(1, letter), red);
        std::string pixels;
        for (std::uint32_t y = 0; y < picture.height(); ++y)
            for (std::uint32_t x = 0; x < picture.width(); ++x) pixels += same(picture.at(x, y), red) ? '#' : '.';
        return pixels;
    };
    std::map<std::string, char> seen;
    for (char letter = 0x20; letter < 0x7f; ++letter)
        EXPECT_TRUE(seen.emplace(painted(letter), letter).second) << letter << seen[painted(letter)];
    EXPECT_EQ(painted('\xe9'), painted('e'));
    EXPECT_EQ(painted('\x01'), painted('\x7f'));
}

// The chunks of the file: lengths, checksums, and lines of the right length.
TEST(PixelPicture, ThePngHoldsThePixels) {
    PixelPicture picture(7, 5, white);
    picture.fill({2, 3, 1, 1}, blue);
    const Bytes file = picture.png();
    const Bytes signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    ASSERT_TRUE(std::equal(signature.begin(), signature.end(), file.begin()));
    std::map<std::string, Bytes> chunks;
    std::size_t at = 8;
    while (at < file.size()) {
        const std::size_t length = longAt(file, at);
        const std::string kind(file.begin() + static_cast<std::ptrdiff_t>(at + 4),
                               file.begin() + static_cast<std::ptrdiff_t>(at + 8));
        chunks[kind] = Bytes(file.begin() + static_cast<std::ptrdiff_t>(at + 8),
                             file.begin() + static_cast<std::ptrdiff_t>(at + 8 + length));
        EXPECT_EQ(longAt(file, at + 8 + length), crc32(0, file.data() + at + 4, static_cast<uInt>(4 + length)));
        at += 12 + length;
    }
    EXPECT_EQ(at, file.size());
    EXPECT_EQ(chunks["IHDR"], (Bytes{0, 0, 0, 7, 0, 0, 0, 5, 8, 2, 0, 0, 0}));
    EXPECT_TRUE(chunks.contains("IEND"));
    Bytes lines(5 * (1 + 3 * 7));
    uLongf size = lines.size();
    ASSERT_EQ(uncompress(lines.data(), &size, chunks["IDAT"].data(), chunks["IDAT"].size()), Z_OK);
    ASSERT_EQ(size, lines.size());
    for (std::uint32_t y = 0; y < 5; ++y) {
        EXPECT_EQ(lines[22 * y], 0);
        for (std::uint32_t x = 0; x < 7; ++x) EXPECT_EQ(lines[22 * y + 1 + 3 * x] == 0, x == 2 && y == 3);
    }
}

// How many pixels each colour has, without those of the letters and the legend.
std::map<std::uint32_t, int> squares(const PixelPicture& picture) {
    std::map<std::uint32_t, int> count;
    for (std::uint32_t y = 100; y + 150 < picture.height(); ++y)
        for (std::uint32_t x = 0; x < picture.width(); ++x) ++count[number(picture.at(x, y))];
    return count;
}

TEST(MapPainting, EveryBlockOfASmallVolumeIsASquare) {
    CreateOptions options;
    options.size = mib;
    Made made(options);
    VolumeBuilder builder(PartitionWindow(BlockDevice(made.image), {0, mib / 512}, 512), {dosType(3), "Work", 2, {}});
    builder.addFile(builder.addDirectory(builder.root(), "dir"), "file", pattern(100 * 512));
    const auto found = squares(paintMap(ImageMap(made.open()), "a.hdf", {.columns = 64, .rows = 48}));
    constexpr int square = 7 * 7;
    EXPECT_EQ(found.at(0x2f6fb7), 100 * square); // data
    EXPECT_EQ(found.at(0xf09a20), square);       // header
    EXPECT_EQ(found.at(0xd63b2f), square);       // directory
    EXPECT_EQ(found.at(0x6fc3d8), square);       // extension
    EXPECT_EQ(found.at(0x8a2ba8), square);       // root
    EXPECT_EQ(found.at(0x555555), 2 * square);   // boot blocks
    EXPECT_FALSE(found.contains(0xf22ec4));      // nothing is lost
}

TEST(MapPainting, ADiskIsABarWithItsPartitions) {
    const PixelPicture picture = paintMap(ImageMap(Made(rdbOptions()).open()), "a.hdf", {});
    const std::uint32_t y = 20 + 24 + 14;            // in the middle of the bar
    EXPECT_EQ(number(picture.at(21, y)), 0x111111u); // the RDB
    EXPECT_EQ(number(picture.at(500, y)), 0xe4e4e4u);
}

TEST(MapPainting, BlankAndHugeDisksHaveAPicture) {
    EXPECT_GT(paintMap(ImageMap(testing::opened(Bytes(mib))), "blank", {}).height(), 100u);
    CreateOptions options;
    options.size = std::uint64_t{100} << 30;
    const PixelPicture picture = paintMap(ImageMap(Made(options).open()), "large", {});
    EXPECT_LT(picture.height(), 1000u);
}

} // namespace
} // namespace uaescope::hardfiles
