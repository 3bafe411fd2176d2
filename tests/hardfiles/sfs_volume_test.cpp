#include "hardfiles/sfs_volume.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_writer.h"
#include "hardfiles/image_map.h"
#include "hardfiles/survey.h"
#include "tests/hardfiles/command.h"
#include "tests/hardfiles/made_hardfile.h"
#include "tests/hardfiles/sfs_builder.h"

namespace uaescope::hardfiles {
namespace {

using testing::opened;
using testing::SfsBuilder;

// Directories, a file in many pieces, links, and more entries than one block of objects or nodes holds.
struct Filled {
    SfsBuilder builder;
    std::uint32_t directory, pieces, small, link;
    Bytes image;

    explicit Filled(std::uint32_t blockSize = 512) : builder(3000, blockSize) {
        directory = builder.addDirectory(1, "Dir");
        pieces = builder.addFile(directory, "pieces", pattern(100 * blockSize - 7), 2);
        small = builder.addFile(1, "noted", pattern(300));
        link = builder.addSoftLink(1, "soft", "Dir/pieces");
        builder.addFile(1, "empty", {});
        for (int i = 0; i < 60; ++i) builder.addFile(directory, "f" + std::to_string(i), pattern(i));
        image = builder.bytes();
    }
    Findings findings() const {
        const Hardfile hardfile = opened(image);
        Findings all = hardfile.findings();
        const Partition& partition = hardfile.partitions().at(0);
        if (!partition.volume) return all;
        const Findings found = surveyVolume(*partition.volume, Depth::contents).findings;
        all.insert(all.end(), found.begin(), found.end());
        return all;
    }
    bool finds(const std::string& code) const {
        return testing::codes(findings()).find(":" + code + " ") != std::string::npos;
    }
    MutableBytes block(std::uint32_t number, std::uint32_t size = 512) {
        return MutableBytes(image).subspan(std::size_t{number} * size, size);
    }
    void change(std::uint32_t number, std::size_t offset, std::uint32_t value) {
        putLong(block(number), offset, value);
        SfsBuilder::seal(block(number));
    }
};

TEST(SfsVolume, ReadsWhatIsThere) {
    for (const std::uint32_t blockSize : {512u, 1024u, 4096u}) {
        SCOPED_TRACE(blockSize);
        const Filled disk(blockSize);
        const Hardfile hardfile = opened(disk.image);
        ASSERT_TRUE(hardfile.partitions().at(0).volume) << testing::codes(hardfile.findings());
        const Volume& volume = *hardfile.partitions()[0].volume;
        EXPECT_EQ(volume.info().label, "Smart");
        EXPECT_EQ(volume.info().dosType.text(), "SFS\\0");
        EXPECT_EQ(volume.info().blockSize, blockSize);
        EXPECT_EQ(volume.info().blocks, 3000u);
        EXPECT_EQ(volume.info().created.text(), "2009-09-09 01:46:40");
        Findings findings;
        EXPECT_EQ(volume.list(volume.info().rootNode, findings).size(), 4u);
        EXPECT_EQ(volume.list(disk.directory, findings).size(), 61u);
        EXPECT_TRUE(findings.empty()) << testing::codes(findings);
        const Entry file = volume.find("dir/PIECES").value();
        EXPECT_TRUE(volume.readFile(file) == pattern(100 * blockSize - 7));
        EXPECT_EQ(file.protection, 0u);
        EXPECT_EQ(volume.find("noted")->comment, "a note");
        EXPECT_TRUE(volume.readFile(volume.find("empty").value()).empty());
        EXPECT_EQ(volume.find("soft")->linkText, "Dir/pieces");
        EXPECT_EQ(volume.find("soft")->kind, EntryKind::softLink);
        EXPECT_FALSE(volume.find("Dir/none"));
        EXPECT_TRUE(disk.findings().empty()) << testing::codes(disk.findings());
        const Usage usage = volume.usage(findings);
        EXPECT_EQ(usage.usedBlocks + usage.freeBlocks, 3000u);
    }
}

TEST(SfsVolume, KnowsTheUseOfEveryBlock) {
    Filled disk;
    const ImageMap map(opened(disk.image));
    const auto roleOf = [&](std::uint32_t block) { return std::string(roleName(map.at(block * 512).use.role)); };
    EXPECT_EQ(roleOf(0), "root");
    EXPECT_EQ(roleOf(1), "reserved");
    EXPECT_EQ(roleOf(2), "admin");
    EXPECT_EQ(roleOf(3), "directory");
    EXPECT_EQ(roleOf(34), "bitmap");
    EXPECT_EQ(roleOf(2999), "root");
    EXPECT_EQ(roleOf(2900), "free");
    const std::uint32_t first = disk.builder.firstDataOf(disk.pieces);
    const ImagePlace place = map.at((first + 3) * 512 + 5); // the second piece begins behind a free block
    EXPECT_EQ(map.file(place), "Dir/pieces");
    EXPECT_EQ(place.fileOffset, 2 * 512u + 5);
    EXPECT_EQ(roleOf(first + 2), "free");
    EXPECT_EQ(map.file(map.at(disk.builder.blockOf(disk.pieces) * 512)), "Dir");
    EXPECT_EQ(roleOf(disk.builder.firstDataOf(disk.link)), "header");
}

TEST(SfsVolume, ADamagedRootBlockIsReplacedByTheOther) {
    for (const std::uint32_t broken : {0u, 2999u}) {
        Filled disk;
        disk.block(broken)[200] ^= 1;
        EXPECT_TRUE(opened(disk.image).hasFileSystem());
        EXPECT_EQ(testing::codes(disk.findings()), ":root-block ");
    }
    Filled both;
    for (const std::uint32_t broken : {0u, 2999u}) both.block(broken)[200] ^= 1;
    EXPECT_FALSE(opened(both.image).hasFileSystem());
    EXPECT_TRUE(both.finds("root-block"));
}

TEST(SfsVolume, DamageIsFound) {
    using Damage = std::function<void(Filled&)>;
    const std::pair<const char*, Damage> cases[] = {
        {"bad-checksum", [](Filled& d) { d.block(d.builder.blockOf(d.pieces))[511] ^= 1; }},
        {"bad-key", [](Filled& d) { d.change(d.builder.blockOf(d.pieces), sfs::at::ownBlock, 5); }},
        {"bad-id", [](Filled& d) { d.change(d.builder.blockOf(d.pieces), sfs::at::id, sfs::idHashTable); }},
        {"loop",
         [](Filled& d) { // the directory's first block comes after itself
             const std::uint32_t block = d.builder.blockOf(d.pieces);
             d.change(block, sfs::objects::next, block);
         }},
        {"bad-parent", [](Filled& d) { d.change(d.builder.blockOf(d.pieces), sfs::objects::parent, 77); }},
        {"out-of-range", [](Filled& d) { d.change(d.builder.blockOf(d.pieces), sfs::objects::next, 3000); }},
        {"bad-previous", [](Filled& d) { d.change(d.builder.blockOf(d.pieces), sfs::objects::previous, 9); }},
        {"missing-block", [](Filled& d) { d.change(d.builder.blockOf(d.pieces), sfs::objects::first + 12, 2222); }},
        {"bad-size", [](Filled& d) { d.change(d.builder.blockOf(d.pieces), sfs::objects::first + 16, 1 << 20); }},
        {"bad-size", [](Filled& d) { d.change(d.builder.blockOf(d.pieces), sfs::objects::first + 16, 5); }},
        {"bad-node", [](Filled& d) { d.change(d.builder.blockOf(d.pieces), sfs::objects::first + 4, 999); }},
        {"bad-hash",
         [](Filled& d) { // nothing is in any chain of the root directory
             for (std::size_t slot = 0; slot < 124; ++slot) d.change(4, sfs::hashTable::slots + 4 * slot, 0);
         }},
        {"marked-free", [](Filled& d) { d.change(34, sfs::at::header, 0xffffffff); }},
        {"lost", [](Filled& d) { d.change(34, sfs::at::header + 4 * 90, 0); }},
    };
    for (const auto& [code, damage] : cases) {
        Filled disk;
        damage(disk);
        EXPECT_TRUE(disk.finds(code)) << code << ": " << testing::codes(disk.findings());
    }
}

// Searches go by the keys: one that is out of its place is not found, whatever else is right.
TEST(SfsVolume, KeysOfTheTreeOfExtentsAreInOrder) {
    std::uint32_t inner = 0, leaf = 0;
    const Filled whole;
    for (std::uint32_t block = 0; block < 3000; ++block) {
        const ConstBytes bytes = ConstBytes(whole.image).subspan(std::size_t{block} * 512, 512);
        if (longAt(bytes, 0) == sfs::idExtents) (bytes[sfs::extents::isLeaf] != 0 ? leaf : inner) = block;
    }
    ASSERT_NE(inner, 0u);
    ASSERT_NE(leaf, 0u);
    const auto swapped = [&](std::uint32_t first) {
        Filled disk;
        const MutableBytes bytes = disk.block(leaf);
        const std::size_t at = sfs::extents::entries + sfs::extents::leafEntry * first;
        std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                         bytes.begin() + static_cast<std::ptrdiff_t>(at + sfs::extents::leafEntry),
                         bytes.begin() + static_cast<std::ptrdiff_t>(at + sfs::extents::leafEntry));
        disk.change(leaf, sfs::at::id, sfs::idExtents);
        return disk.finds("bad-order");
    };
    EXPECT_TRUE(swapped(0));
    EXPECT_TRUE(swapped(1));
    const std::size_t second = sfs::extents::entries + sfs::extents::innerEntry;
    const std::uint32_t key = longAt(ConstBytes(whole.image).subspan(std::size_t{inner} * 512, 512), second);
    for (const std::uint32_t wrong : {key + 1, key - 4}) { // the first of its branch; what is in the one before
        Filled disk;
        disk.change(inner, second, wrong);
        EXPECT_TRUE(disk.finds("bad-order")) << wrong;
    }
    Filled old; // the first key may stay behind
    old.change(inner, sfs::extents::entries, key + 1);
    EXPECT_FALSE(old.finds("bad-order"));
}

TEST(SfsVolume, AChangeThatWasCutOffIsSaid) {
    Filled disk;
    disk.change(5, sfs::at::id, sfs::idChangePending);
    EXPECT_TRUE(disk.finds("transaction")) << testing::codes(disk.findings());
}

TEST(SfsVolume, AnotherStructureIsRefused) {
    Filled disk;
    putLong(disk.image, 0, 0x53465302); // SFS\2
    const Hardfile hardfile = opened(disk.image);
    EXPECT_EQ(testing::codes(hardfile.findings()), ":unsupported ");
    try {
        hardfile.locate("file");
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("SFS\\2"), std::string::npos) << error.what();
    }
}

TEST(SfsVolume, IsOnlyRead) {
    const Filled disk;
    const Hardfile hardfile = opened(disk.image);
    EXPECT_THROW(VolumeWriter(*hardfile.partitions().at(0).volume), Error);
}

using SfsCommand = Command;

TEST_F(SfsCommand, GrubListsTheSameAndReadsTheSameBlocks) {
    const Filled disk;
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(disk.image.data()), static_cast<std::streamsize>(disk.image.size()));
    const Ended label = run({"grub-fstest", file, "ls", "--", "-l"});
    EXPECT_NE(label.out.find("Filesystem type sfs - Label `Smart'"), std::string::npos) << label.out << label.err;
    const Bytes expected = pattern(100 * 512 - 7);
    std::ofstream(folder / "expected", std::ios::binary)
        .write(reinterpret_cast<const char*>(expected.data()), static_cast<std::streamsize>(expected.size()));
    const Ended compared = run({"grub-fstest", file, "cmp", "(loop0)/Dir/pieces", folder / "expected"});
    EXPECT_EQ(compared.status, 0) << compared.out << compared.err;
    const Ended list = run({"grub-fstest", file, "blocklist", "(loop0)/Dir/pieces"});
    const Hardfile hardfile = Hardfile::open(file);
    const VolumeMap map = surveyVolume(*hardfile.partitions().at(0).volume, Depth::structure).map;
    std::string ours;
    for (const BlockRun& piece : map.dataOf(map.fileOfNode(disk.pieces)))
        ours += std::to_string(piece.first) + "+" + std::to_string(piece.count) + ",";
    ours = ours.substr(0, ours.rfind(',', ours.size() - 2) + 1); // GRUB writes the last, unfinished one otherwise
    EXPECT_EQ(list.out.substr(0, ours.size()), ours) << list.err;
}

TEST_F(SfsCommand, EveryVerbAnswers) {
    const Filled disk;
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(disk.image.data()), static_cast<std::streamsize>(disk.image.size()));
    EXPECT_NE(uaehdf({"info", file}).out.find("volume 'Smart', SFS\\0 (SFS)"), std::string::npos);
    EXPECT_NE(uaehdf({"ls", file, "Dir"}).out.find("51193"), std::string::npos);
    EXPECT_EQ(uaehdf({"get", file, "Dir/pieces", folder / "copy"}).status, 0);
    EXPECT_EQ(std::filesystem::file_size(folder / "copy"), 51193u);
    EXPECT_NE(uaehdf({"where", file, "0"}).out.find("root"), std::string::npos);
    EXPECT_NE(uaehdf({"blocks", file, "noted"}).out.find("data:"), std::string::npos);
    EXPECT_EQ(uaehdf({"blocks", file, ""}).out.find("the volume 'Smart': blocks of 512 bytes"), 0u);
    EXPECT_NE(uaehdf({"map", file}).out.find("admin"), std::string::npos);
    EXPECT_EQ(uaehdf({"check", file}).status, 0);
    const std::string before = contents(file);
    for (const std::vector<std::string>& words : {std::vector<std::string>{"put", file, file, "new"},
                                                  {"mkdir", file, "new"},
                                                  {"rm", file, "noted"},
                                                  {"mv", file, "noted", "new"},
                                                  {"check", file, "--repair", "--undo-file", folder / "undo"}}) {
        const Ended ended = uaehdf(words);
        EXPECT_EQ(ended.status, 1) << words[0];
        EXPECT_NE(ended.err.find("let the Amiga"), std::string::npos) << words[0] << ended.err;
    }
    EXPECT_TRUE(contents(file) == before);
}

} // namespace
} // namespace uaescope::hardfiles
