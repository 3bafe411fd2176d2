#include "hardfiles/create.h"

#include "hardfiles/error.h"
#include "hardfiles/inspect.h"
#include "hardfiles/uaehdf/partition_spec.h"
#include "tests/hardfiles/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sys/stat.h>

namespace uaescope::hardfiles {
namespace {

using testing::TemporaryFolder;

constexpr std::uint64_t mib = std::uint64_t{1} << 20, gib = 1024 * mib;

CreateOptions sized(std::uint64_t size) {
    CreateOptions options;
    options.size = size;
    return options;
}

std::uint64_t bytesOnDisk(const std::filesystem::path& file) {
    struct stat status {};
    EXPECT_EQ(stat(file.c_str(), &status), 0);
    return static_cast<std::uint64_t>(status.st_blocks) * 512;
}

TEST(Create, SaysWhatItMade) {
    const TemporaryFolder folder;
    const CreatedHardfile created = createHardfile(folder / "a.hdf", sized(64 * mib + 7));
    EXPECT_EQ(created.size, 64 * mib);
    EXPECT_EQ(std::filesystem::file_size(folder / "a.hdf"), 64 * mib);
    ASSERT_EQ(created.partitions.size(), 1u);
    EXPECT_EQ(created.partitions[0].label, "Work");
    EXPECT_EQ(created.partitions[0].size, 64 * mib);
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(Create, ImagesOf128GiBAreSparseAndWhole) {
    const TemporaryFolder folder;
    CreateOptions options = sized(128 * gib);
    createHardfile(folder / "partition.hdf", options);
    options.kind = HardfileKind::rdb;
    createHardfile(folder / "rdb.hdf", options);
    for (const char* name : {"partition.hdf", "rdb.hdf"}) {
        const Inspection found = inspect(folder / name);
        EXPECT_EQ(found.size, 128 * gib);
        EXPECT_TRUE(found.findings.empty());
        ASSERT_TRUE(found.partitions[0].usage) << name;
        // One bitmap page for 4064 blocks, one extension for 127 pages; nothing else is written.
        const std::uint64_t blocks = found.partitions[0].volume->blocks;
        const std::uint64_t pages = (blocks - 2 + 4063) / 4064;
        EXPECT_EQ(found.partitions[0].usage->usedBlocks, 2 + 1 + pages + (pages - 25 + 126) / 127);
        EXPECT_LT(bytesOnDisk(folder / name), (pages + pages / 127) * 512 + mib);
    }
}

TEST(Create, LargestImageIsBelow2TiB) {
    const TemporaryFolder folder;
    CreateOptions options = sized(2048 * gib - 1);
    options.partitions[0].blockSize = 8192;
    createHardfile(folder / "a.hdf", options);
    EXPECT_TRUE(inspect(folder / "a.hdf").findings.empty());
    options.kind = HardfileKind::rdb;
    createHardfile(folder / "b.hdf", options);
    EXPECT_TRUE(inspect(folder / "b.hdf").findings.empty());
    EXPECT_THROW(createHardfile(folder / "c.hdf", sized(2048 * gib)), UsageError);
    EXPECT_EQ(folder.entries(), 2u);
}

TEST(Create, SmallestImagesAreWhole) {
    const TemporaryFolder folder;
    for (std::uint32_t blockSize = 512; blockSize <= 32768; blockSize *= 2) {
        CreateOptions options = sized(std::uint64_t{32} * blockSize);
        options.partitions[0].blockSize = blockSize;
        options.existing = Existing::replace;
        createHardfile(folder / "a.hdf", options);
        EXPECT_TRUE(inspect(folder / "a.hdf").hasFileSystem) << blockSize;
        options.size -= 1;
        EXPECT_THROW(createHardfile(folder / "a.hdf", options), UsageError);
    }
}

TEST(Create, RefusedOptionsDoNotTouchTheHost) {
    const TemporaryFolder folder;
    const auto refused = [&](const CreateOptions& options) {
        EXPECT_THROW(createHardfile(folder / "none/a.hdf", options), UsageError);
    };
    refused(sized(0));
    refused(sized(1));
    CreateOptions options = sized(mib);
    options.partitions[0].blockSize = 0;
    refused(options);
    options.partitions[0].blockSize = 1000;
    refused(options);
    options.partitions[0].blockSize = 65536;
    refused(options);
    options = sized(mib);
    options.partitions[0].label = std::string(31, 'x');
    refused(options);
    options = sized(mib);
    options.partitions[0].dosType = DosType(0);
    refused(options);
    options = sized(mib);
    options.partitions.resize(2);
    refused(options);
    options.partitions.clear();
    refused(options);
    options.kind = HardfileKind::rdb;
    refused(options);
    // A partition of one small cylinder is too small for blocks of 32 KiB.
    options.partitions = {{.name = "DH0", .size = 64 << 10, .blockSize = 32768}};
    refused(options);
}

TEST(Create, FormattingADirtyImageLeavesNoOldDisk) {
    CreateOptions rdb = sized(16 * mib);
    rdb.kind = HardfileKind::rdb;
    auto image = std::make_unique<MemoryImage>(16 * mib, 0xff);
    formatImage(*image, rdb);
    // The disk block once more, behind the boot blocks, where UAE would find it.
    Bytes first(512);
    image->read(0, first);
    image->write(30 * 512, first);
    formatImage(*image, sized(16 * mib));
    const Hardfile hardfile(std::move(image));
    EXPECT_FALSE(hardfile.rdb());
    EXPECT_TRUE(hardfile.hasFileSystem());
    EXPECT_TRUE(hardfile.findings().empty());
}

TEST(Create, LabelsAreNumberedUnlessGiven) {
    const TemporaryFolder folder;
    CreateOptions options = sized(64 * mib);
    options.kind = HardfileKind::rdb;
    options.partitions = {{.name = "A", .size = mib}, {.name = "B", .size = mib, .label = "Own"}, {.name = "C"}};
    const CreatedHardfile created = createHardfile(folder / "a.hdf", options);
    EXPECT_EQ(created.partitions[0].label, "Work");
    EXPECT_EQ(created.partitions[1].label, "Own");
    EXPECT_EQ(created.partitions[2].label, "Work3");
}

TEST(Create, RawPartitionsStayAsTheyAre) {
    CreateOptions options;
    options.size = 8 * mib;
    options.kind = HardfileKind::rdb;
    options.partitions[0].dosType = DosType(0x50465303);
    MemoryImage image(8 * mib, 0xa5);
    EXPECT_THROW(formatImage(image, options), UsageError); // nobody here can make such a volume
    options.partitions[0].state = PartitionState::raw;
    const CreatedHardfile created = formatImage(image, options);
    Bytes first(512), expected(512, 0xa5);
    image.read(created.partitions[0].offset, first);
    EXPECT_EQ(first, expected);
    options.kind = HardfileKind::partition;
    EXPECT_THROW(hardfileSize(options), UsageError);
}

TEST(PartitionSpec, TakesWhatIsSaidAndTheDefaultsForTheRest) {
    PartitionOptions defaults;
    defaults.dosType = dosType(1);
    defaults.blockSize = 1024;
    const PartitionOptions plain = parsePartitionSpec("DH0:500M", defaults);
    EXPECT_EQ(plain.name, "DH0");
    EXPECT_EQ(plain.size, 500 * mib);
    EXPECT_EQ(plain.dosType, dosType(1));
    EXPECT_EQ(plain.blockSize, 1024u);
    EXPECT_FALSE(plain.bootPriority);
    const PartitionOptions full =
        parsePartitionSpec("WORK:rest:DOS3:block=2048:label=W\u00f6rk:bootpri=-5:buffers=100", defaults);
    EXPECT_EQ(full.size, 0u);
    EXPECT_EQ(full.dosType, dosType(3));
    EXPECT_EQ(full.blockSize, 2048u);
    EXPECT_EQ(full.label, "W\xf6rk");
    EXPECT_EQ(full.bootPriority, -5);
    EXPECT_EQ(full.buffers, 100u);
}

TEST(PartitionSpec, RefusesNonsense) {
    for (const char* spec :
         {"", "DH0", "DH0:", ":5M", "DH0:5X", "DH0:0", "DH0:5M:FFS", "DH0:5M:DOS3:block=", "DH0:5M:DOS3:block=1k",
          "DH0:5M:DOS3:color=red", "DH0:5M:DOS3:buffers=-1", "DH0:5M:DOS3:block=99999999999", "DH0:5M::", "DH0:5M:DOS9",
          "DH0:5M:DOS3:bootpri=128", "DH0:5M:DOS3:bootpri=-129", "DH0:5M:DOS3:buffers=0"})
        EXPECT_THROW(parsePartitionSpec(spec, {}), UsageError) << spec;
}

} // namespace
} // namespace uaescope::hardfiles
