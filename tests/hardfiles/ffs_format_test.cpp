#include "hardfiles/ffs_format.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_volume.h"
#include "tests/hardfiles/sparse_image.h"

#include <gtest/gtest.h>

#include <set>

namespace uaescope::hardfiles {
namespace {

TEST(FfsLayout, RootBlockIsInTheMiddle) {
    EXPECT_EQ(ffs::rootBlock(1760, 2), 880u); // a floppy disk
    EXPECT_EQ(ffs::rootBlock(1761, 2), 881u);
    EXPECT_EQ(ffs::rootBlock(0xffffffff, 2), 0x80000000u);
}

TEST(FfsLayout, BitmapCountsFromTheReservedBlocks) {
    EXPECT_EQ(ffs::bitmapPages(2 + 4064, 2, 512), 1u);
    EXPECT_EQ(ffs::bitmapPages(2 + 4065, 2, 512), 2u);
    EXPECT_EQ(ffs::bitmapExtensions(25, 512), 0u);
    EXPECT_EQ(ffs::bitmapExtensions(26, 512), 1u);
    EXPECT_EQ(ffs::bitmapExtensions(25 + 127, 512), 1u);
    EXPECT_EQ(ffs::bitmapExtensions(25 + 128, 512), 2u);
}

// Values worked out by hand from h = length; h = (h * 13 + upper) & 0x7ff; slot = h mod 72.
TEST(FfsLayout, HashFollowsTheRule) {
    EXPECT_EQ(ffs::hashSlot("a", dosType(1), 72), (1u * 13 + 'A') % 72);
    EXPECT_EQ(ffs::hashSlot("A", dosType(1), 72), ffs::hashSlot("a", dosType(1), 72));
    EXPECT_EQ(ffs::hashSlot("ab", dosType(1), 72), (((2 * 13 + 'A') * 13 + 'B') & 0x7ff) % 72);
}

TEST(FfsLayout, AccentsHaveUpperCaseOnInternationalVolumesOnly) {
    EXPECT_TRUE(ffs::sameName("\xe4", "\xc4", dosType(3)));
    EXPECT_FALSE(ffs::sameName("\xe4", "\xc4", dosType(1)));
    EXPECT_FALSE(ffs::sameName("\xf7", "\xd7", dosType(3))); // the signs of division and multiplication
    EXPECT_FALSE(ffs::sameName("\xff", "\xdf", dosType(3)));
    EXPECT_FALSE(ffs::sameName("a", "ab", dosType(3)));
    EXPECT_NE(ffs::hashSlot("\xe4", dosType(1), 72), ffs::hashSlot("\xc4", dosType(1), 72));
    EXPECT_EQ(ffs::hashSlot("\xe4", dosType(3), 72), ffs::hashSlot("\xc4", dosType(3), 72));
}

TEST(FfsLayout, NamesHaveRules) {
    EXPECT_TRUE(ffs::isName("W\xf6rk 2"));
    EXPECT_TRUE(ffs::isName(std::string(30, 'x')));
    for (const std::string& name : {std::string(), std::string(31, 'x'), std::string("a:b"), std::string("a/b"),
                                    std::string("a\nb"), std::string("a\x9b")})
        EXPECT_FALSE(ffs::isName(name)) << name;
}

struct Disk {
    testing::SparseImage image;
    PartitionWindow window;

    Disk(std::uint64_t blocks, std::uint32_t blockSize, std::uint8_t fill)
        : image(blocks * blockSize, fill), window(BlockDevice(image), {0, blocks * (blockSize / 512)}, blockSize) {}
};

// The blocks that the bitmap of a freshly formatted volume says are taken, read bit by bit.
std::set<std::uint64_t> takenBlocks(const PartitionWindow& window, const FreshLayout& layout) {
    std::set<std::uint64_t> taken;
    std::uint64_t block = 2;
    for (std::uint64_t page = 0; page < layout.pages; ++page) {
        const Bytes bytes = window.read(layout.firstPage + page);
        EXPECT_EQ(sumOfLongs(bytes, bytes.size() / 4), 0u);
        for (std::size_t offset = 4; offset < bytes.size(); offset += 4)
            for (unsigned bit = 0; bit < 32; ++bit, ++block)
                if ((longAt(bytes, offset) >> bit & 1) == 0) taken.insert(block);
    }
    return taken;
}

// All page numbers that root and extension blocks name, in order.
std::vector<std::uint32_t> namedPages(const PartitionWindow& window, const FreshLayout& layout) {
    std::vector<std::uint32_t> pages;
    const Bytes root = window.read(layout.root);
    for (std::size_t slot = 0; slot < 25; ++slot) pages.push_back(longAt(root, root.size() - 196 + 4 * slot));
    std::uint32_t extension = longAt(root, root.size() - 96);
    while (extension != 0) {
        const Bytes bytes = window.read(extension);
        for (std::size_t slot = 0; slot < bytes.size() / 4 - 1; ++slot) pages.push_back(longAt(bytes, 4 * slot));
        extension = longAt(bytes, bytes.size() - 4);
    }
    while (!pages.empty() && pages.back() == 0) pages.pop_back();
    return pages;
}

struct Shape {
    std::uint64_t blocks;
    std::uint32_t blockSize;
    unsigned dosType;
};

// Edges: last bit of a page, first of the next, 25 pages and one more, one extension and one more, a page that the
// used blocks straddle, odd and even sizes.
class FfsFormat : public ::testing::TestWithParam<Shape> {};

TEST_P(FfsFormat, BitmapIsExactOnDirtyMedia) {
    const auto [blocks, blockSize, number] = GetParam();
    Disk disk(blocks, blockSize, 0xa5);
    FormatOptions options;
    options.dosType = dosType(number);
    options.label = "Dirty";
    options.created = {17000, 600, 50};
    formatVolume(disk.window, options);
    const FreshLayout layout = freshLayout(blocks, blockSize, options);

    const auto pages = namedPages(disk.window, layout);
    ASSERT_EQ(pages.size(), layout.pages);
    for (std::uint64_t i = 0; i < pages.size(); ++i) ASSERT_EQ(pages[i], layout.firstPage + i);

    std::set<std::uint64_t> expected;
    for (std::uint64_t block = layout.root; block < layout.end; ++block) expected.insert(block);
    const std::uint64_t covered = 2 + layout.pages * ffs::blocksOfPage(blockSize);
    for (std::uint64_t block = blocks; block < covered; ++block) expected.insert(block);
    EXPECT_EQ(takenBlocks(disk.window, layout), expected);

    Findings findings;
    const auto volume = FfsVolume::open(disk.window, 2, findings);
    ASSERT_TRUE(volume);
    EXPECT_EQ(volume->info().label, "Dirty");
    EXPECT_EQ(volume->info().dosType, dosType(number));
    EXPECT_EQ(volume->info().created, options.created);
    EXPECT_TRUE(volume->info().bitmapValid);
    EXPECT_TRUE(volume->list(volume->info().root, findings).empty());
    EXPECT_EQ(volume->usage(findings).usedBlocks, 2 + layout.end - layout.root);
    EXPECT_TRUE(findings.empty());
}

TEST_P(FfsFormat, WritesOnlyBootBlocksAndWhatTheVolumeUses) {
    const auto [blocks, blockSize, number] = GetParam();
    Disk disk(blocks, blockSize, 0xa5);
    FormatOptions options;
    options.dosType = dosType(number);
    formatVolume(disk.window, options);
    const FreshLayout layout = freshLayout(blocks, blockSize, options);
    std::set<std::uint64_t> written;
    for (const auto& [sector, bytes] : disk.image.writtenSectors()) written.insert(sector / (blockSize / 512));
    std::set<std::uint64_t> expected{0, 1};
    for (std::uint64_t block = layout.root; block < layout.end; ++block) expected.insert(block);
    EXPECT_EQ(written, expected);
    Bytes boot(2 * std::size_t{blockSize});
    disk.window.read(0, boot);
    Bytes clean(boot.size());
    putLong(clean, 0, dosType(number).value());
    putLong(clean, 8, static_cast<std::uint32_t>(layout.root));
    EXPECT_EQ(boot, clean);
}

INSTANTIATE_TEST_SUITE_P(Shapes, FfsFormat,
                         ::testing::Values(Shape{32, 512, 3}, Shape{1760, 512, 0}, Shape{1761, 512, 1},
                                           Shape{2 + 4064, 512, 1}, Shape{2 + 4065, 512, 3}, Shape{8130, 512, 3},
                                           Shape{2 + 25 * 4064, 512, 1}, Shape{2 + 25 * 4064 + 1, 512, 1},
                                           Shape{2 + 152 * 4064, 512, 3}, Shape{2 + 152 * 4064 + 1, 512, 3},
                                           Shape{2 + 152 * 4064 + 1, 512, 5}, Shape{1760, 512, 7}, Shape{8131, 512, 6},
                                           Shape{2 + 8160, 1024, 1}, Shape{2 + 8161, 1024, 4}, Shape{40000, 2048, 3},
                                           Shape{33000, 4096, 2}, Shape{66000, 8192, 1}, Shape{500, 16384, 3},
                                           Shape{300, 32768, 3}),
                         [](const auto& test) {
                             return std::to_string(test.param.blocks) + "Blocks" +
                                    std::to_string(test.param.blockSize) + "Dos" + std::to_string(test.param.dosType);
                         });

TEST(FfsFormatOptions, DirectoryCacheHasItsFirstBlock) {
    Disk disk(1760, 512, 0xa5);
    FormatOptions options;
    options.dosType = dosType(5);
    formatVolume(disk.window, options);
    const Bytes root = disk.window.read(880);
    const std::uint32_t cache = longAt(root, 512 - 8);
    const Bytes block = disk.window.read(cache);
    EXPECT_EQ(longAt(block, 0), 33u);
    EXPECT_EQ(longAt(block, 4), cache);
    EXPECT_EQ(longAt(block, 8), 880u);
    EXPECT_EQ(longAt(block, 12), 0u);
    EXPECT_EQ(sumOfLongs(block, 128), 0u);
}

TEST(FfsFormatOptions, LongNamesHaveTheirFieldsInTheRoot) {
    Disk disk(1760, 512, 0xa5);
    FormatOptions options;
    options.dosType = dosType(7);
    formatVolume(disk.window, options);
    const Bytes root = disk.window.read(880);
    EXPECT_EQ(longAt(root, 512 - 16), dosType(7).value());
    EXPECT_EQ(longAt(root, 512 - 44), 2u); // itself and the bitmap
}

TEST(FfsFormatOptions, RefusedOptionsWriteNothing) {
    const auto refused = [](std::uint64_t blocks, std::uint32_t blockSize, const FormatOptions& options) {
        Disk disk(blocks, blockSize, 0xa5);
        EXPECT_THROW(formatVolume(disk.window, options), UsageError);
        EXPECT_TRUE(disk.image.writtenSectors().empty());
    };
    FormatOptions options;
    refused(4, 512, options);
    refused(1, 512, options);
    refused(100, 1536, options);
    options.label = "";
    refused(1760, 512, options);
    options.label = "a:b";
    refused(1760, 512, options);
    options.label = "Work";
    options.dosType = DosType(0x50465303);
    refused(1760, 512, options);
}

TEST(FfsFormatOptions, BlockNumbersHave32Bits) {
    EXPECT_NO_THROW(freshLayout(0xffffffff, 512, {}));
    EXPECT_THROW(freshLayout(std::uint64_t{1} << 32, 512, {}), UsageError);
}

// What is cut off in the middle must not look like a volume.
TEST(FfsFormatOptions, BootBlockComesLast) {
    struct Recorder : MemoryImage {
        using MemoryImage::MemoryImage;
        void write(std::uint64_t offset, ConstBytes bytes) override {
            offsets.push_back(offset);
            MemoryImage::write(offset, bytes);
        }
        std::vector<std::uint64_t> offsets;
    };
    Recorder image(1760 * 512);
    PartitionWindow window(BlockDevice(image), {0, 1760}, 512);
    formatVolume(window, {});
    ASSERT_GE(image.offsets.size(), 4u);
    EXPECT_EQ(image.offsets.front(), 0u);
    EXPECT_EQ(image.offsets.back(), 0u);
    EXPECT_EQ(image.offsets[image.offsets.size() - 2], 880u * 512);
}

} // namespace
} // namespace uaescope::hardfiles
