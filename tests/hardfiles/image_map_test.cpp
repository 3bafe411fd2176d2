#include "hardfiles/image_map.h"

#include "hardfiles/create.h"
#include "tests/hardfiles/volume_builder.h"

#include <gtest/gtest.h>

namespace uaescope::hardfiles {
namespace {

using testing::pattern;
using testing::VolumeBuilder;

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

// Two partitions, a file in the second.
struct Disk {
    std::unique_ptr<MemoryImage> image;
    CreatedHardfile created;
    std::uint32_t header = 0;

    explicit Disk(DosType type, std::uint32_t blockSize) {
        CreateOptions options;
        options.kind = HardfileKind::rdb;
        options.size = 16 * mib;
        options.partitions = {{.name = "DH0", .size = 4 * mib},
                              {.name = "DH1", .dosType = type, .blockSize = blockSize}};
        image = std::make_unique<MemoryImage>(hardfileSize(options));
        created = formatImage(*image, options);
        const CreatedPartition& second = created.partitions[1];
        VolumeBuilder builder(
            PartitionWindow(BlockDevice(*image), {second.offset / 512, second.size / 512}, blockSize, "DH1"),
            {type, "Second", 2, {}});
        header = builder.addFile(builder.addDirectory(builder.root(), "dir"), "file", pattern(5000));
    }
    ImageMap map() { return ImageMap(Hardfile(std::move(image))); }
    std::uint64_t offsetOf(std::uint32_t block) const {
        return created.partitions[1].offset + std::uint64_t{block} * created.partitions[1].blockSize;
    }
};

TEST(ImageMap, NamesTheFileOfAByte) {
    Disk disk(dosType(3), 1024);
    const ImageMap map = disk.map();
    const ImagePlace place = map.at(disk.offsetOf(disk.header + 2) + 7);
    EXPECT_EQ(map.partitionName(place), "DH1");
    EXPECT_EQ(place.block, disk.header + 2);
    EXPECT_EQ(place.use.role, BlockRole::data);
    EXPECT_EQ(map.file(place), "dir/file");
    EXPECT_EQ(place.fileOffset, 1024u + 7);
    const ImagePlace header = map.at(disk.offsetOf(disk.header));
    EXPECT_EQ(header.use.role, BlockRole::header);
    EXPECT_EQ(map.file(header), "dir/file");
    EXPECT_FALSE(header.fileOffset);
    // The last block holds 904 bytes; what follows them is nobody's.
    EXPECT_EQ(map.at(disk.offsetOf(disk.header + 5) + 903).fileOffset, 4999u);
    EXPECT_FALSE(map.at(disk.offsetOf(disk.header + 5) + 904).fileOffset);
}

TEST(ImageMap, OfsContentsBeginBehindTheHeaderOfTheBlock) {
    Disk disk(dosType(0), 512);
    const ImageMap map = disk.map();
    EXPECT_FALSE(map.at(disk.offsetOf(disk.header + 2) + 23).fileOffset);
    EXPECT_EQ(map.at(disk.offsetOf(disk.header + 2) + 24).fileOffset, 488u);
    EXPECT_EQ(map.at(disk.offsetOf(disk.header + 2) + 511).fileOffset, 975u);
}

TEST(ImageMap, KnowsWhatIsInNoPartition) {
    Disk disk(dosType(1), 512);
    const std::uint64_t start = disk.created.partitions[0].offset;
    const std::uint64_t second = disk.created.partitions[1].offset;
    const ImageMap map = disk.map();
    EXPECT_EQ(map.at(0).use.role, BlockRole::rdb);
    EXPECT_EQ(map.at(513).block, 1u);
    EXPECT_EQ(map.at(start - 1).use.role, BlockRole::rdb);
    EXPECT_EQ(map.at(start).use.role, BlockRole::reserved);
    EXPECT_EQ(map.partitionName(map.at(start)), "DH0");
    EXPECT_EQ(map.partitionName(map.at(second - 1)), "DH0");
    EXPECT_EQ(map.partitionName(map.at(second)), "DH1");
    EXPECT_EQ(map.at(map.size()).use.role, BlockRole::outside);
    EXPECT_EQ(map.file(map.at(map.size())), "");
}

TEST(ImageMap, VolumesThatCannotBeReadAreUnknown) {
    auto image = std::make_unique<MemoryImage>(mib, 0x11);
    const ImageMap map{Hardfile(std::move(image))};
    EXPECT_EQ(map.at(1000).use.role, BlockRole::unknown);
    EXPECT_EQ(map.file(map.at(1000)), "");
}

} // namespace
} // namespace uaescope::hardfiles
