#include "hardfiles/ffs_volume.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "tests/hardfiles/sparse_image.h"
#include "tests/hardfiles/volume_builder.h"

#include <gtest/gtest.h>

namespace uaescope::hardfiles {
namespace {

using testing::pattern;
using testing::VolumeBuilder;

constexpr std::uint64_t blocks = 1760;

struct Disk {
    testing::SparseImage image;
    VolumeBuilder builder;

    explicit Disk(unsigned number = 3, std::uint32_t blockSize = 512, std::uint64_t count = blocks)
        : image(count * blockSize, 0xa5),
          builder(PartitionWindow(BlockDevice(image), {0, count * (blockSize / 512)}, blockSize, "DH0"),
                  {dosType(number), "Work", 2, {}}) {}

    FfsVolume volume() {
        Findings findings;
        auto volume = FfsVolume::open(builder.window(), 2, findings);
        EXPECT_TRUE(findings.empty());
        return std::move(volume.value());
    }
    // What opening says when it fails.
    std::string whyNot() {
        Findings findings;
        EXPECT_FALSE(FfsVolume::open(builder.window(), 2, findings));
        return findings.empty() ? "" : findings[0].code;
    }
    std::string listFinding(std::uint32_t directory, std::size_t entries) {
        Findings findings;
        EXPECT_EQ(volume().list(directory, findings).size(), entries);
        return findings.size() == 1 ? findings[0].code + "@" + std::to_string(findings[0].block)
                                    : std::to_string(findings.size()) + " findings";
    }
};

std::string at(const char* code, std::uint32_t block) { return std::string(code) + "@" + std::to_string(block); }

class FfsFile : public ::testing::TestWithParam<std::tuple<unsigned, std::uint32_t>> {};

// Sizes around the edges of a block, a table of pointers, and two extensions.
TEST_P(FfsFile, ContentsComeBackWhateverTheSize) {
    const auto [number, blockSize] = GetParam();
    const std::size_t payload = ffs::dataBytes(dosType(number), blockSize);
    const std::size_t table = payload * ffs::tableSlots(blockSize);
    std::vector<std::size_t> sizes{0, 1, payload - 1, payload, payload + 1, table, table + 1};
    if (blockSize <= 1024) sizes.insert(sizes.end(), {2 * table, 2 * table + 1});
    std::uint64_t needed = 64;
    for (const std::size_t size : sizes) needed += 8 + size / payload;
    Disk disk(number, blockSize, 2 * needed); // the builder fills the upper half
    const std::uint32_t directory = disk.builder.addDirectory(disk.builder.root(), "files");
    for (const std::size_t size : sizes) disk.builder.addFile(directory, std::to_string(size), pattern(size));
    const FfsVolume volume = disk.volume();
    for (const std::size_t size : sizes) {
        const auto file = volume.find("FILES/" + std::to_string(size));
        ASSERT_TRUE(file) << size;
        EXPECT_EQ(file->size, size);
        EXPECT_TRUE(volume.readFile(*file) == pattern(size)) << size;
    }
}

INSTANTIATE_TEST_SUITE_P(TypesAndBlocks, FfsFile,
                         ::testing::Combine(::testing::Values(0u, 1u, 3u), ::testing::Values(512u, 1024u, 4096u)),
                         [](const auto& test) {
                             return "Dos" + std::to_string(std::get<0>(test.param)) + "Block" +
                                    std::to_string(std::get<1>(test.param));
                         });

TEST(FfsVolume, ListsWhatIsThere) {
    Disk disk;
    const std::uint32_t directory = disk.builder.addDirectory(disk.builder.root(), "dir");
    const std::uint32_t file = disk.builder.addFile(directory, "f\xfc", pattern(10));
    disk.builder.addSoftLink(disk.builder.root(), "link", "Other:place");
    disk.builder.setLong(file, -48, 0x85);
    disk.builder.setLong(file, -23, 10000);
    const FfsVolume volume = disk.volume();
    Findings findings;
    std::vector<std::string> paths;
    volume.walk(volume.info().root, findings, [&](const std::string& path, const Entry& entry) {
        paths.push_back(path);
        if (entry.kind == EntryKind::softLink) {
            EXPECT_EQ(entry.linkText, "Other:place");
        }
        if (entry.kind != EntryKind::file) return;
        EXPECT_EQ(entry.block, file);
        EXPECT_EQ(entry.directory, directory);
        EXPECT_EQ(entry.protection, 0x85u);
        EXPECT_EQ(entry.changed.days, 10000u);
    });
    std::sort(paths.begin(), paths.end());
    EXPECT_EQ(paths, (std::vector<std::string>{"dir", "dir/f\xfc", "link"}));
    EXPECT_TRUE(findings.empty());
    EXPECT_TRUE(volume.find("DIR/F\xdc"));
    EXPECT_FALSE(volume.find("dir/g"));
    EXPECT_FALSE(volume.find("link/f"));
    EXPECT_EQ(volume.find("")->block, volume.info().root);
}

TEST(FfsVolume, NamesWithOneHashShareAChain) {
    Disk disk;
    std::vector<std::string> names;
    for (int i = 0; i < 300; ++i) names.push_back("file" + std::to_string(i));
    for (const std::string& name : names) disk.builder.addFile(disk.builder.root(), name, {});
    const FfsVolume volume = disk.volume();
    Findings findings;
    EXPECT_EQ(volume.list(volume.info().root, findings).size(), names.size());
    EXPECT_TRUE(findings.empty());
    for (const std::string& name : names) EXPECT_TRUE(volume.find(name)) << name;
}

TEST(FfsVolume, BadMagicInTheBootBlockIsSaid) {
    Disk disk;
    Bytes boot = disk.builder.window().read(0);
    putLong(boot, 0, 0x4e444f53);
    disk.builder.window().write(0, boot);
    EXPECT_EQ(disk.whyNot(), "boot-block");
    disk.builder.damage(880, 30);
    EXPECT_EQ(disk.whyNot(), "");
}

// Name and comment share a field; a comment that has no room in it has a block of its own.
TEST(FfsVolume, LongNamesAndTheirComments) {
    for (const unsigned number : {6u, 7u}) {
        Disk disk(number);
        const std::string name(107, 'n');
        const std::uint32_t file = disk.builder.addFile(disk.builder.root(), name, pattern(1000));
        const std::uint32_t noted = disk.builder.addFile(disk.builder.root(), "noted", {});
        Bytes header = disk.builder.window().read(noted);
        putBstr(header, header.size() - 184 + 6, "near");
        disk.builder.window().write(noted, header);
        disk.builder.setLong(noted, -15, 10000);
        const std::uint32_t comment = disk.builder.addCommentBlock(file, std::string(79, 'c'));
        const FfsVolume volume = disk.volume();
        const auto found = volume.find(std::string(107, 'N'));
        ASSERT_TRUE(found);
        EXPECT_EQ(found->name, name);
        EXPECT_EQ(found->comment, std::string(79, 'c'));
        EXPECT_EQ(found->commentBlock, comment);
        EXPECT_TRUE(volume.readFile(*found) == pattern(1000));
        EXPECT_EQ(volume.find("noted")->comment, "near");
        EXPECT_EQ(volume.find("noted")->changed.days, 10000u);
        disk.builder.setLong(comment, 2, noted);
        EXPECT_EQ(volume.find(name)->comment, "");
    }
}

TEST(FfsVolume, DamagedRootIsSaid) {
    for (const auto& [index, value] : {std::pair{0, 3u}, {3, 71u}, {-1, 2u}}) {
        Disk disk;
        disk.builder.setLong(880, index, value);
        EXPECT_EQ(disk.whyNot(), "root-block") << index;
    }
    Disk disk;
    disk.builder.damage(880, 100);
    EXPECT_EQ(disk.whyNot(), "root-block");
}

TEST(FfsVolume, TooShortAWindowHoldsNone) {
    MemoryImage image(16 * 512);
    for (const std::uint64_t count : {0, 1, 2, 3, 4}) {
        Findings findings;
        EXPECT_FALSE(FfsVolume::open(PartitionWindow(BlockDevice(image), {0, count}, 512), 2, findings)) << count;
    }
    Findings findings;
    EXPECT_FALSE(FfsVolume::open(PartitionWindow(BlockDevice(image), {0, 16}, 512), 0xffffffff, findings));
}

struct Damaged : Disk {
    std::uint32_t file = builder.addFile(builder.root(), "file", pattern(144 * 512));
    int slot = 6 + static_cast<int>(ffs::hashSlot("file", dosType(3), 72));
};

TEST(FfsDamage, BadChecksumOfAHeader) {
    Damaged disk;
    disk.builder.damage(disk.file, 200);
    EXPECT_EQ(disk.listFinding(disk.builder.root(), 0), at("bad-checksum", disk.file));
    EXPECT_THROW(disk.volume().find("file"), FormatError);
}

TEST(FfsDamage, BadTypeKindKeyAndParent) {
    struct Case {
        int index;
        std::uint32_t value;
        const char* code;
    };
    for (const Case& c : {Case{0, 8, "bad-id"}, {-1, 77, "bad-kind"}, {1, 5, "bad-key"}, {-3, 881, "bad-parent"}}) {
        Damaged disk;
        disk.builder.setLong(disk.file, c.index, c.value);
        EXPECT_EQ(disk.listFinding(disk.builder.root(), 0), at(c.code, disk.file));
    }
}

TEST(FfsDamage, PointersOutsideTheVolume) {
    for (const std::uint32_t pointer : {1u, static_cast<std::uint32_t>(blocks), 0xffffffffu}) {
        Damaged disk;
        disk.builder.setLong(disk.builder.root(), disk.slot, pointer);
        EXPECT_EQ(disk.listFinding(disk.builder.root(), 0), at("out-of-range", pointer));
    }
}

TEST(FfsDamage, LoopInAHashChain) {
    Damaged disk;
    disk.builder.setLong(disk.file, -4, disk.file);
    EXPECT_EQ(disk.listFinding(disk.builder.root(), 1), at("loop", disk.file));
}

TEST(FfsDamage, NameInTheWrongChain) {
    Damaged disk;
    disk.builder.setLong(disk.builder.root(), disk.slot, 0);
    disk.builder.setLong(disk.builder.root(), disk.slot == 6 ? 7 : 6, disk.file);
    EXPECT_EQ(disk.listFinding(disk.builder.root(), 1), at("bad-hash", disk.file));
}

TEST(FfsDamage, DirectoryInsideItselfIsNotEnteredTwice) {
    Disk disk;
    const std::uint32_t outer = disk.builder.addDirectory(disk.builder.root(), "a");
    // "a" once more, as an entry of itself: its parent decides which of the two is believed.
    disk.builder.setLong(outer, 6 + static_cast<int>(ffs::hashSlot("a", dosType(3), 72)), outer);
    disk.builder.setLong(outer, -3, outer);
    Findings findings;
    int visits = 0;
    disk.volume().walk(outer, findings, [&](const std::string&, const Entry&) { ++visits; });
    EXPECT_EQ(visits, 1);
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings.back().code, "loop");
}

TEST(FfsDamage, ListingAFileIsAnEmptyDirectoryWithFindings) {
    Damaged disk;
    Findings findings;
    EXPECT_TRUE(disk.volume().list(0, findings).empty());
    EXPECT_EQ(findings.at(0).code, "out-of-range");
}

// Reads the file and returns the message.
std::string readError(Damaged& disk) {
    const FfsVolume volume = disk.volume();
    try {
        volume.readFile(volume.find("file").value());
    } catch (const FormatError& error) {
        return error.what();
    }
    return "";
}

TEST(FfsDamage, FileLargerThanItsVolume) {
    Damaged disk;
    disk.builder.setLong(disk.file, -47, 0xffffffff);
    EXPECT_NE(readError(disk).find("expected at most 1760 data blocks"), std::string::npos);
}

TEST(FfsDamage, DataBlockOutsideTheVolume) {
    Damaged disk;
    disk.builder.setLong(disk.file, 6 + 71, 0);
    EXPECT_NE(readError(disk).find("data block 1 of the file would be block 0, outside"), std::string::npos);
}

TEST(FfsDamage, ExtensionsThatLeadAstray) {
    Damaged disk;
    const std::uint32_t extension = disk.builder.getLong(disk.file, -2);
    disk.builder.setLong(disk.file, -2, 5000);
    EXPECT_NE(readError(disk).find("block 5000: a pointer leads here"), std::string::npos);
    disk.builder.setLong(disk.file, -2, disk.file);
    EXPECT_NE(readError(disk).find("expected a block of type 16, found 2"), std::string::npos);
    disk.builder.setLong(disk.file, -2, extension);
    disk.builder.setLong(extension, -3, 5);
    EXPECT_NE(readError(disk).find("found one of block 5"), std::string::npos);
    disk.builder.setLong(extension, -3, disk.file);
    disk.builder.setLong(extension, -2, extension);
    disk.builder.setLong(disk.file, -47, 200 * 512);
    EXPECT_NE(readError(disk).find("the chain of extensions comes back here"), std::string::npos);
}

TEST(FfsDamage, OfsDataBlocksNameTheirFile) {
    Disk disk(0);
    const std::uint32_t file = disk.builder.addFile(disk.builder.root(), "file", pattern(2000));
    const std::uint32_t data = disk.builder.getLong(file, 4);
    const FfsVolume volume = disk.volume();
    const Entry entry = volume.find("file").value();
    EXPECT_EQ(volume.readFile(entry), pattern(2000));
    disk.builder.setLong(data, 2, 2);
    EXPECT_THROW(volume.readFile(entry), FormatError);
    disk.builder.setLong(data, 2, 1);
    disk.builder.setLong(data, 1, 99);
    EXPECT_THROW(volume.readFile(entry), FormatError);
    disk.builder.setLong(data, 1, file);
    disk.builder.damage(data, 100);
    EXPECT_THROW(volume.readFile(entry), FormatError);
}

TEST(FfsDamage, OnlyFilesAreRead) {
    Disk disk;
    disk.builder.addDirectory(disk.builder.root(), "dir");
    const FfsVolume volume = disk.volume();
    EXPECT_THROW(volume.readFile(volume.find("dir").value()), UsageError);
}

struct LargeBitmap : Disk {
    LargeBitmap() : Disk(1, 512, 2 + 160 * 4064) {}
    std::uint32_t extension = builder.getLong(builder.root(), -24);
    std::string finding() {
        Findings findings;
        volume().usage(findings);
        return findings.size() == 1 ? findings[0].code + "@" + std::to_string(findings[0].block)
                                    : std::to_string(findings.size()) + " findings";
    }
    void setExtensionLong(std::size_t slot, std::uint32_t value) {
        Bytes bytes = builder.window().read(extension);
        putLong(bytes, 4 * slot, value);
        builder.window().write(extension, bytes);
    }
};

TEST(FfsDamage, BitmapPages) {
    LargeBitmap disk;
    EXPECT_EQ(disk.finding(), "0 findings");
    disk.builder.damage(disk.builder.root() + 1, 50);
    EXPECT_EQ(disk.finding(), at("bad-checksum", disk.builder.root() + 1));
    disk.builder.damage(disk.builder.root() + 1, 50);
    disk.builder.setLong(disk.builder.root(), -49, 0);
    EXPECT_EQ(disk.finding(), "out-of-range@0");
}

TEST(FfsDamage, BitmapExtensions) {
    LargeBitmap disk;
    const std::uint32_t second = disk.extension + 1;
    disk.setExtensionLong(127, disk.extension);
    EXPECT_EQ(disk.finding(), at("loop", disk.extension));
    disk.setExtensionLong(127, 0xffffffff);
    EXPECT_EQ(disk.finding(), at("out-of-range", 0xffffffff));
    disk.setExtensionLong(127, 0);
    EXPECT_EQ(disk.finding(), "out-of-range@0");
    disk.setExtensionLong(127, second);
    EXPECT_EQ(disk.finding(), "0 findings");
}

} // namespace
} // namespace uaescope::hardfiles
