#include "hardfiles/finding_output.h"
#include "hardfiles/pfs_volume.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_writer.h"
#include "hardfiles/image_map.h"
#include "hardfiles/survey.h"
#include "tests/hardfiles/command.h"
#include "tests/hardfiles/made_hardfile.h"
#include "tests/hardfiles/pfs_builder.h"

namespace uaescope::hardfiles {
namespace {

using testing::opened;
using testing::PfsBuilder;
using testing::PfsOptions;

struct Filled {
    PfsBuilder builder;
    std::uint32_t directory, pieces, noted, link;
    Bytes image;

    explicit Filled(const PfsOptions& options = {}) : builder(options) {
        directory = builder.addDirectory(PfsBuilder::root(), "Dir");
        pieces = builder.addFile(directory, "pieces", pattern(20 * options.blockSize - 7), 2);
        noted = builder.addFile(PfsBuilder::root(), "noted", pattern(300));
        link = builder.addHardLink(PfsBuilder::root(), "hard", pieces);
        builder.addSoftLink(PfsBuilder::root(), "soft", "Dir/pieces");
        builder.addFile(PfsBuilder::root(), "empty", {});
        for (int i = 0; i < 36; ++i) builder.addFile(directory, "long name number " + std::to_string(i), pattern(i));
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
    // The block that begins with the anode's run; after bytes() a directory's.
    void change(std::uint32_t block, std::size_t offset, std::uint32_t value) {
        putLong(image, static_cast<std::size_t>(builder.offsetOf(block)) + offset, value);
    }
    std::size_t atAnode(std::uint32_t number) const { return pfs::anodes::entries + pfs::anodes::entry * number; }
};

TEST(PfsVolume, ReadsWhatIsThere) {
    for (const PfsOptions& options :
         {PfsOptions{}, PfsOptions{.super = true}, PfsOptions{.reservedBytes = 2048, .super = true, .large = true},
          PfsOptions{.blocks = 2000, .blockSize = 1024, .super = true}}) {
        SCOPED_TRACE(options.reservedBytes + options.blockSize + (options.super ? 1 : 0));
        const Filled disk(options);
        const Hardfile hardfile = opened(disk.image);
        ASSERT_TRUE(hardfile.partitions().at(0).volume) << testing::codes(hardfile.findings());
        const Volume& volume = *hardfile.partitions()[0].volume;
        EXPECT_EQ(volume.info().label, "Pelt");
        EXPECT_EQ(volume.info().blockSize, options.blockSize);
        EXPECT_EQ(volume.info().blocks, options.blocks);
        EXPECT_TRUE(volume.info().dosType.isPfsOnDisk());
        Findings findings;
        EXPECT_EQ(volume.list(volume.info().rootNode, findings).size(), 5u);
        EXPECT_EQ(volume.list(disk.directory, findings).size(), 37u);
        EXPECT_TRUE(volume.readFile(volume.find("dir/PIECES").value()) == pattern(20 * options.blockSize - 7));
        EXPECT_TRUE(volume.readFile(volume.find("empty").value()).empty());
        EXPECT_EQ(volume.find("noted")->comment, "a note");
        EXPECT_EQ(volume.find("noted")->changed, (AmigaDate{17000, 60, 0}));
        EXPECT_EQ(volume.find("soft")->linkText, "Dir/pieces");
        EXPECT_EQ(volume.find("hard")->kind, EntryKind::fileLink);
        EXPECT_EQ(volume.find("hard")->linkNode, disk.pieces);
        EXPECT_TRUE(findings.empty()) << testing::codes(findings);
        EXPECT_TRUE(disk.findings().empty()) << testing::codes(disk.findings());
        const Usage usage = volume.usage(findings);
        EXPECT_EQ(usage.freeBlocks, dynamic_cast<const PfsVolume&>(volume).layout().blocksFree);
    }
}

TEST(PfsVolume, KnowsTheUseOfEveryBlock) {
    const Filled disk;
    const ImageMap map(opened(disk.image));
    const auto roleOf = [&](std::uint32_t block) { return std::string(roleName(map.at(block * 512).use.role)); };
    EXPECT_EQ(roleOf(0), "reserved");
    EXPECT_EQ(roleOf(2), "root");
    EXPECT_EQ(roleOf(3), "bitmap");
    EXPECT_EQ(roleOf(4), "admin");
    EXPECT_EQ(roleOf(disk.builder.anodeBlock()), "extension");
    EXPECT_EQ(roleOf(disk.builder.bitmapBlock() + 1), "bitmap");
    EXPECT_EQ(roleOf(disk.builder.anode(disk.directory).first), "directory");
    const std::uint32_t first = disk.builder.anode(disk.pieces).first;
    const ImagePlace place = map.at((first + 3) * 512 + 5); // the second piece begins behind a free block
    EXPECT_EQ(map.file(place), "Dir/pieces");
    EXPECT_EQ(place.fileOffset, 2 * 512u + 5);
    EXPECT_EQ(roleOf(first + 2), "free");
}

TEST(PfsVolume, LargeAndRolloverFilesAreListed) {
    PfsBuilder builder({.large = true});
    builder.addLarge(PfsBuilder::root(), "large", 0x123456789abc);
    builder.addRollover(PfsBuilder::root(), "round", 77);
    const Hardfile hardfile = opened(builder.bytes());
    const Volume& volume = *hardfile.partitions().at(0).volume;
    EXPECT_EQ(volume.find("large")->size, 0x123456789abcu);
    EXPECT_THROW(volume.readFile(volume.find("large").value()), FormatError);
    EXPECT_EQ(volume.find("round")->kind, EntryKind::rolloverFile);
    EXPECT_EQ(volume.find("round")->size, 77u);
}

TEST(PfsVolume, NamesThatNoNameHasAreReportedAndCannotMislead) {
    for (const std::string& name :
         {std::string("a/b"), std::string("a:b"), std::string("a\0b", 3), std::string("a\nb")}) {
        PfsBuilder builder;
        builder.addFile(PfsBuilder::root(), name, {});
        builder.addDirectory(PfsBuilder::root(), name + "d");
        const Hardfile hardfile = opened(builder.bytes());
        const Volume& volume = *hardfile.partitions().at(0).volume;
        const Findings findings = surveyVolume(volume, Depth::contents).findings;
        EXPECT_EQ(
            std::count_if(findings.begin(), findings.end(), [](const Finding& f) { return f.code == "bad-name"; }), 2)
            << testing::codes(findings);
        for (const Finding& finding : findings) {
            const std::string line = findingText(finding);
            EXPECT_EQ(line.find_first_of(std::string("\n\0", 2)), line.size() - 1) << line;
        }
        Findings none;
        volume.walk(volume.info().rootNode, none, [](const std::string& path, const Entry&) {
            EXPECT_EQ(path.find_first_of("/:"), std::string::npos) << path;
        });
    }
}

TEST(PfsVolume, MoreBlocksThanTheSizeNeedsAreSaid) {
    Filled disk;
    const std::uint32_t free = disk.builder.anode(disk.pieces).first + 2; // between two pieces
    disk.change(disk.builder.anodeBlock(), disk.atAnode(disk.pieces), 3);
    EXPECT_TRUE(disk.finds("bad-size")) << testing::codes(disk.findings());
    EXPECT_EQ(surveyVolume(*opened(disk.image).partitions().at(0).volume, Depth::structure).map.at(free).role,
              BlockRole::data);
}

TEST(PfsVolume, DamageIsFound) {
    using Damage = std::function<void(Filled&)>;
    const auto onDirectory = [](std::size_t offset, std::uint32_t value) {
        return [=](Filled& d) { d.change(d.builder.anode(d.directory).first, offset, value); };
    };
    const auto onAnode = [](std::size_t field, std::uint32_t value) {
        return [=](Filled& d) { d.change(d.builder.anodeBlock(), d.atAnode(d.pieces) + field, value); };
    };
    const std::pair<const char*, Damage> cases[] = {
        {"bad-id", onDirectory(0, 0x12340000)},
        {"bad-owner", onDirectory(pfs::directory::anode, 99)},
        {"bad-parent", onDirectory(pfs::directory::parent, 99)},
        {"bad-entry", onDirectory(pfs::directory::entries, 0x03fd0000)},
        {"bad-kind", onDirectory(pfs::directory::entries, 0x1c010000)},
        {"bad-sequence", [](Filled& d) { d.change(d.builder.anodeBlock(), pfs::anodes::sequence, 3); }},
        {"bad-anode", [](Filled& d) { d.change(d.builder.anodeBlock(), pfs::anodes::sequence, 3); }},
        {"loop", [](Filled& d) { d.change(d.builder.anodeBlock(), d.atAnode(d.pieces) + 8, d.pieces); }},
        {"out-of-range", onAnode(4, 2999)},
        {"used-twice",
         [](Filled& d) { d.change(d.builder.anodeBlock(), d.atAnode(d.pieces) + 4, d.builder.anode(d.noted).first); }},
        {"bad-size", onAnode(8, 0)},
        {"marked-free", [](Filled& d) { d.change(d.builder.bitmapBlock(), pfs::index::entries, 0xffffffff); }},
        {"lost", [](Filled& d) { d.change(d.builder.bitmapBlock(), pfs::index::entries + 4 * 80, 0); }},
        {"bad-count", [](Filled& d) { d.change(pfs::rootBlock, pfs::root::blocksFree, 1); }},
        {"root-block", [](Filled& d) { d.change(pfs::rootBlock, pfs::root::lastReserved, 5000); }},
    };
    for (const auto& [code, damage] : cases) {
        Filled disk;
        damage(disk);
        EXPECT_TRUE(disk.finds(code)) << code << ": " << testing::codes(disk.findings());
    }
}

TEST(PfsVolume, IsOnlyRead) {
    const Filled disk;
    const Hardfile hardfile = opened(disk.image);
    EXPECT_THROW(VolumeWriter(*hardfile.partitions().at(0).volume), Error);
}

using PfsCommand = Command;

TEST_F(PfsCommand, EveryVerbAnswers) {
    const Filled disk;
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(disk.image.data()), static_cast<std::streamsize>(disk.image.size()));
    EXPECT_NE(uaehdf({"info", file}).out.find("volume 'Pelt', PFS\\1 (PFS3)"), std::string::npos);
    EXPECT_NE(uaehdf({"ls", file}).out.find("soft -> Dir/pieces"), std::string::npos);
    EXPECT_EQ(uaehdf({"get", file, "Dir/pieces", folder / "copy"}).status, 0);
    EXPECT_EQ(std::filesystem::file_size(folder / "copy"), 10233u);
    EXPECT_NE(uaehdf({"blocks", file, "noted"}).out.find("data:"), std::string::npos);
    EXPECT_NE(uaehdf({"map", file}).out.find("extension"), std::string::npos);
    EXPECT_EQ(uaehdf({"check", file}).status, 0);
    const Ended ended = uaehdf({"rm", file, "noted"});
    EXPECT_EQ(ended.status, 1);
    EXPECT_NE(ended.err.find("let the Amiga"), std::string::npos) << ended.err;
}

} // namespace
} // namespace uaescope::hardfiles
