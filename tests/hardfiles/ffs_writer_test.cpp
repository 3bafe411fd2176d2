#include "hardfiles/ffs_writer.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_survey.h"
#include "tests/hardfiles/logged_image.h"
#include "tests/hardfiles/volume_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace uaescope::hardfiles {
namespace {

using testing::LoggedImage;
using testing::LoggedWrite;
using testing::pattern;
using testing::VolumeBuilder;

constexpr std::uint64_t blocks = 1760;

Contents contentsOf(const Bytes& bytes) {
    const auto offset = std::make_shared<std::size_t>(0);
    return {bytes.size(), [&bytes, offset](MutableBytes into) {
                std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(*offset), into.size(), into.begin());
                *offset += into.size();
            }};
}

struct Disk {
    LoggedImage image;
    PartitionWindow window;

    Disk(const Bytes& bytes, std::uint32_t blockSize)
        : image(bytes), window(BlockDevice(image), {0, bytes.size() / 512}, blockSize, "DH0") {}

    FfsVolume volume() const {
        Findings findings;
        auto volume = FfsVolume::open(window, 2, findings);
        EXPECT_TRUE(volume);
        return std::move(volume.value());
    }
    // Names and contents of everything there is.
    std::map<std::string, Bytes> tree() const {
        const FfsVolume opened = volume();
        std::map<std::string, Bytes> all;
        Findings findings;
        opened.walk(opened.info().root, findings, [&](const std::string& path, const Entry& entry) {
            all[path] = entry.kind == EntryKind::file ? opened.readFile(entry) : Bytes{};
        });
        EXPECT_TRUE(findings.empty());
        return all;
    }
    std::string faults() const {
        std::string all;
        for (const Finding& finding : surveyVolume(volume(), Depth::contents).findings) all += finding.code + ' ';
        return all;
    }
};

// Two directories, files long and short, names that share a hash chain, and a link.
Bytes filledImage(unsigned number, std::uint32_t blockSize) {
    MemoryImage image(blocks * blockSize, 0xa5);
    VolumeBuilder builder(PartitionWindow(BlockDevice(image), {0, blocks * (blockSize / 512)}, blockSize),
                          {dosType(number), "Work", 2, {}});
    const std::uint32_t directory = builder.addDirectory(builder.root(), "dir");
    builder.addDirectory(builder.root(), "empty");
    for (int i = 0; i < 80; ++i) builder.addFile(directory, "f" + std::to_string(i), pattern(10));
    builder.addFile(directory, "long", pattern(100 * blockSize));
    builder.addHardLink(builder.root(), "link", builder.addFile(builder.root(), "target", pattern(700)));
    return image.bytes();
}

using Work = std::function<void(VolumeWriter&)>;

struct Step {
    const char* name;
    Work work;
};

const Bytes& newContents() {
    static const Bytes bytes = pattern(160'000);
    return bytes;
}

// f0, f1... are the names whose chains have several entries; the last of a chain and the first both get their turn.
std::vector<Step> steps() {
    const FileAttributes attributes{{17000, 61, 100}, 3, "a comment"};
    return {{"PutInTheRoot", [=](VolumeWriter& w) { w.put("new", contentsOf(newContents()), attributes); }},
            {"PutInADirectory", [=](VolumeWriter& w) { w.put("dir/new", contentsOf(newContents()), attributes); }},
            {"PutNothing", [=](VolumeWriter& w) { w.put("dir/none", {}, attributes); }},
            {"Replace", [=](VolumeWriter& w) { w.put("dir/long", contentsOf(newContents()), attributes); }},
            {"ReplaceInAChain", [=](VolumeWriter& w) { w.put("DIR/f3", contentsOf(newContents()), attributes); }},
            {"MakeDirectory",
             [](VolumeWriter& w) {
                 w.makeDirectory("dir/sub", {17000, 61, 100});
             }},
            {"RemoveAFile", [](VolumeWriter& w) { w.remove("dir/long"); }},
            {"RemoveFromAChain", [](VolumeWriter& w) { w.remove("dir/f3"); }},
            {"RemoveADirectory", [](VolumeWriter& w) { w.remove("empty"); }},
            {"RemoveALink", [](VolumeWriter& w) { w.remove("link"); }}};
}

struct FfsWriter : ::testing::TestWithParam<std::tuple<unsigned, std::uint32_t>> {
    unsigned number = std::get<0>(GetParam());
    std::uint32_t blockSize = std::get<1>(GetParam());
    const Bytes before = filledImage(number, blockSize);
};

// Whether the volume is the one from before the change or the one after it, and no more is wrong with it than an Amiga
// puts right when it mounts it.
void expectOldOrNew(const Disk& crashed, const std::map<std::string, Bytes>& before,
                    const std::map<std::string, Bytes>& after) {
    const auto tree = crashed.tree();
    EXPECT_TRUE(tree == before || tree == after);
    const std::string faults = crashed.faults();
    // The link chain is a step ahead of the directory.
    EXPECT_TRUE(faults.empty() || faults == "not-validated " || faults == "link-chain " ||
                faults == "not-validated link-chain ")
        << faults;
}

TEST_P(FfsWriter, LeavesTheOldOrTheNewStateWheneverTheWritesStop) {
    const auto oldTree = Disk(before, blockSize).tree();
    for (const Step& step : steps()) {
        SCOPED_TRACE(step.name);
        Disk disk(before, blockSize);
        {
            const FfsVolume volume = disk.volume();
            VolumeWriter writer(volume);
            step.work(writer);
        }
        EXPECT_EQ(disk.faults(), "");
        const auto newTree = disk.tree();
        EXPECT_TRUE(newTree != oldTree);
        Disk inOrder(before, blockSize);
        Disk synced(before, blockSize); // all writes up to the last sync, none after it
        std::size_t next = 0;
        for (const LoggedWrite& write : disk.image.writes) {
            inOrder.image.write(write.offset, write.bytes);
            expectOldOrNew(inOrder, oldTree, newTree);
            // Between two syncs the host may write in any order: this one first.
            for (; disk.image.writes[next].epoch < write.epoch; ++next)
                synced.image.write(disk.image.writes[next].offset, disk.image.writes[next].bytes);
            Disk outOfOrder(synced.image.bytes(), blockSize);
            outOfOrder.image.write(write.offset, write.bytes);
            expectOldOrNew(outOfOrder, oldTree, newTree);
        }
    }
}

// A move is a copy and a removal: in between both names are there.
TEST_P(FfsWriter, MovesAFileWithoutEverLosingIt) {
    const auto oldTree = Disk(before, blockSize).tree();
    const Bytes contents = oldTree.at("dir/long");
    Disk disk(before, blockSize);
    {
        const FfsVolume volume = disk.volume();
        VolumeWriter(volume).move("dir/long", "empty/other");
    }
    EXPECT_EQ(disk.faults(), "");
    EXPECT_FALSE(disk.tree().contains("dir/long"));
    EXPECT_TRUE(disk.tree().at("empty/other") == contents);
    Disk crashed(before, blockSize);
    for (const LoggedWrite& write : disk.image.writes) {
        crashed.image.write(write.offset, write.bytes);
        const auto tree = crashed.tree();
        for (const char* name : {"dir/long", "empty/other"}) {
            if (tree.contains(name)) {
                EXPECT_TRUE(tree.at(name) == contents);
            }
        }
        EXPECT_TRUE(tree.contains("dir/long") || tree.contains("empty/other"));
        EXPECT_TRUE(crashed.faults().empty() || crashed.faults() == "not-validated ") << crashed.faults();
    }
}

INSTANTIATE_TEST_SUITE_P(TypesAndBlocks, FfsWriter,
                         ::testing::Combine(::testing::Values(0u, 1u, 3u, 7u), ::testing::Values(512u, 2048u)),
                         [](const auto& test) {
                             return "Dos" + std::to_string(std::get<0>(test.param)) + "Block" +
                                    std::to_string(std::get<1>(test.param));
                         });

struct OneVolume : ::testing::Test {
    Disk disk{filledImage(3, 512), 512};

    void change(const Work& work) {
        const FfsVolume volume = disk.volume();
        VolumeWriter writer(volume);
        work(writer);
    }
    std::string refusal(const Work& work) {
        const Bytes before = disk.image.bytes();
        try {
            change(work);
        } catch (const Error& error) {
            EXPECT_TRUE(disk.tree() == Disk(before, 512).tree());
            EXPECT_EQ(disk.faults(), Disk(before, 512).faults());
            return error.what();
        }
        return "not refused";
    }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(OneVolume, KeepsAttributesOfAFile) {
    change([](VolumeWriter& w) { w.put("new", {}, {{17000, 61, 100}, 0x43, "a comment"}); });
    const Entry entry = disk.volume().find("new").value();
    EXPECT_EQ(entry.changed, (AmigaDate{17000, 61, 100}));
    EXPECT_EQ(entry.protection, 0x43u);
    EXPECT_EQ(entry.comment, "a comment");
    EXPECT_EQ(entry.name, "new");
}

TEST_F(OneVolume, GivesBackWhatItRemoves) {
    Findings findings;
    const std::uint64_t before = disk.volume().usage(findings).freeBlocks;
    change([](VolumeWriter& w) { w.put("dir/new", contentsOf(newContents()), {}); });
    EXPECT_LT(disk.volume().usage(findings).freeBlocks, before);
    change([](VolumeWriter& w) { w.remove("dir/new"); });
    EXPECT_EQ(disk.volume().usage(findings).freeBlocks, before);
}

TEST_F(OneVolume, PutsContentsInOnePieceWhenThereIsRoom) {
    change([](VolumeWriter& w) { w.put("new", contentsOf(newContents()), {}); });
    const FfsVolume volume = disk.volume();
    const VolumeMap map = surveyVolume(volume, Depth::structure).map;
    EXPECT_EQ(map.dataOf(map.at(volume.find("new")->block).file).size(), 1u);
}

// Copying is as fast as the host when it moves much in a call.
TEST(FfsWriterCalls, MoveManyBlocksEach) {
    constexpr std::uint64_t volumeBlocks = 32768;
    const Bytes contents = pattern(std::size_t{4} << 20);
    for (const unsigned number : {0u, 1u}) {
        SCOPED_TRACE(number);
        MemoryImage image(volumeBlocks * 512);
        VolumeBuilder(PartitionWindow(BlockDevice(image), {0, volumeBlocks}, 512), {dosType(number), "Work", 2, {}});
        Disk disk(image.bytes(), 512);
        {
            const FfsVolume volume = disk.volume();
            VolumeWriter writer(volume);
            disk.image.reads = 0;
            int asked = 0;
            Contents counted = contentsOf(contents);
            counted.read = [&asked, read = counted.read](MutableBytes into) {
                ++asked;
                read(into);
            };
            writer.put("large", counted, {});
            const int pieces = number == 0 ? 17 : 16; // of 256 KiB, with the headers of OFS
            EXPECT_EQ(asked, pieces);
            const auto large = std::count_if(disk.image.writes.begin(), disk.image.writes.end(),
                                             [](const LoggedWrite& write) { return write.bytes.size() > 512; });
            EXPECT_EQ(large, pieces + 1);                                            // and the extensions in one
            EXPECT_LE(disk.image.writes.size(), static_cast<unsigned>(pieces) + 10); // header, root, bitmap
            EXPECT_LE(disk.image.reads, 16);                                         // root and bitmap
        }
        const FfsVolume volume = disk.volume();
        const Entry file = volume.find("large").value();
        disk.image.reads = 0;
        EXPECT_TRUE(volume.readFile(file) == contents);
        EXPECT_LE(disk.image.reads, 17 + (number == 0 ? 8595 : 8192) / 72 + 2); // and header and extensions
        disk.image.writes.clear();
        disk.image.reads = 0;
        VolumeWriter(volume).move("large", "larger");
        EXPECT_LE(disk.image.writes.size(), 50u);
        EXPECT_TRUE(disk.tree().at("larger") == contents);
    }
}

TEST_F(OneVolume, FillsItToTheLastBlockAndNoFurther) {
    Findings findings;
    const std::uint64_t room = disk.volume().usage(findings).freeBlocks;
    // A header, and an extension block for each 72 data blocks after the first 72.
    std::uint64_t data = room - 1;
    while (1 + data + (data - 1) / 72 > room) --data;
    const Bytes full = pattern(data * 512);
    const Bytes tooMuch = pattern((data + 1) * 512);
    EXPECT_TRUE(has(refusal([&](VolumeWriter& w) { w.put("full", contentsOf(tooMuch), {}); }), "expected room for"));
    change([&](VolumeWriter& w) { w.put("full", contentsOf(full), {}); });
    EXPECT_EQ(disk.faults(), "");
    EXPECT_TRUE(disk.tree().at("full") == full);
    EXPECT_LE(disk.volume().usage(findings).freeBlocks, 1u);
}

TEST_F(OneVolume, RefusesWhatCannotBe) {
    const FileAttributes none;
    EXPECT_TRUE(has(refusal([&](VolumeWriter& w) { w.put("dir", {}, none); }), "is a directory or link"));
    EXPECT_TRUE(has(refusal([&](VolumeWriter& w) { w.put("a:b", {}, none); }), "a name has 1 to 30 characters"));
    EXPECT_TRUE(has(refusal([&](VolumeWriter& w) { w.put("dir/", {}, none); }), "a name has 1 to 30 characters"));
    EXPECT_TRUE(has(refusal([&](VolumeWriter& w) { w.put(std::string(31, 'a'), {}, none); }), "a name has"));
    EXPECT_TRUE(has(refusal([&](VolumeWriter& w) { w.put("no/file", {}, none); }), "expected a directory 'no'"));
    EXPECT_TRUE(has(refusal([&](VolumeWriter& w) { w.put("dir/f1/x", {}, none); }), "found something else"));
    EXPECT_TRUE(has(refusal([&](VolumeWriter& w) { w.put("target", {}, none); }), "has a hard link"));
    EXPECT_TRUE(has(refusal([&](VolumeWriter& w) {
                        w.put("huge", {std::uint64_t{1} << 31, [](MutableBytes) {}}, none);
                    }),
                    "expected at most 2147483647"));
    EXPECT_TRUE(has(refusal([](VolumeWriter& w) { w.makeDirectory("DIR", {}); }), "exists already"));
    EXPECT_TRUE(has(refusal([](VolumeWriter& w) { w.remove("dir"); }), "is not empty"));
    EXPECT_TRUE(has(refusal([](VolumeWriter& w) { w.remove("none"); }), "no such file"));
    EXPECT_TRUE(has(refusal([](VolumeWriter& w) { w.remove("target"); }), "has a hard link"));
    EXPECT_TRUE(has(refusal([](VolumeWriter& w) { w.remove(""); }), "cannot be removed"));
}

TEST_F(OneVolume, MovesKeepAttributesAndRefuseWhatIsInTheWay) {
    change([](VolumeWriter& w) { w.put("old", contentsOf(newContents()), {{17000, 61, 100}, 0x43, "a comment"}); });
    change([](VolumeWriter& w) { w.move("old", "OLDER"); });
    const Entry entry = disk.volume().find("older").value();
    EXPECT_EQ(entry.name, "OLDER");
    EXPECT_EQ(entry.changed, (AmigaDate{17000, 61, 100}));
    EXPECT_EQ(entry.protection, 0x43u);
    EXPECT_EQ(entry.comment, "a comment");
    change([](VolumeWriter& w) { w.move("empty", "dir/hollow"); });
    EXPECT_EQ(disk.volume().find("dir/hollow")->kind, EntryKind::directory);
    EXPECT_TRUE(has(refusal([](VolumeWriter& w) { w.move("dir", "other"); }), "is not empty"));
    EXPECT_TRUE(has(refusal([](VolumeWriter& w) { w.move("older", "dir/f1"); }), "exists already"));
    EXPECT_TRUE(has(refusal([](VolumeWriter& w) { w.move("none", "other"); }), "no such file"));
    EXPECT_TRUE(has(refusal([](VolumeWriter& w) { w.move("link", "other"); }), "is a link"));
    EXPECT_TRUE(has(refusal([](VolumeWriter& w) { w.move("dir/hollow", "dir/hollow/x"); }), "into itself"));
}

TEST_F(OneVolume, ContentsThatCannotBeReadChangeNothing) {
    const Contents broken{100'000, [](MutableBytes) { throw Error("the host says no"); }};
    EXPECT_EQ(refusal([&](VolumeWriter& w) { w.put("new", broken, {}); }), "the host says no");
}

TEST_F(OneVolume, WhatCameToNothingTakesNoBlocksFromTheNextChange) {
    const Contents broken{100'000, [](MutableBytes) { throw Error("the host says no"); }};
    change([&](VolumeWriter& w) {
        EXPECT_THROW(w.put("new", broken, {}), Error);
        w.put("other", contentsOf(newContents()), {});
    });
    EXPECT_EQ(disk.faults(), "");
}

TEST_F(OneVolume, ALinkWhoseTargetsChainIsACircleIsRemovedAllTheSame) {
    const std::uint32_t target = disk.volume().find("target")->block;
    Bytes header = disk.window.read(target);
    putLong(header, header.size() - ffs::fromEnd::linkChain, target);
    putChecksum(header, ffs::at::checksum, header.size() / 4);
    disk.window.write(target, header);
    change([](VolumeWriter& w) { w.remove("link"); });
    EXPECT_FALSE(disk.tree().contains("link"));
}

TEST_F(OneVolume, AChangeDatesTheDirectoryAndNotTheOtherWayRound) {
    change([](VolumeWriter& w) { w.put("dir/old", {}, {{1, 0, 0}, 0, ""}); });
    EXPECT_EQ(disk.volume().find("dir/old")->changed, (AmigaDate{1, 0, 0}));
    EXPECT_GT(disk.volume().find("dir")->changed.days, 10'000u);
}

TEST_F(OneVolume, VolumesThatAreNotWholeAreRefused) {
    VolumeBuilder builder(disk.window, {});
    builder.setLong(builder.root(), -50, 0);
    EXPECT_TRUE(has(refusal([](VolumeWriter&) {}), "the bitmap is marked invalid"));
    builder.setLong(builder.root(), -50, 0xffffffff);
    const std::uint32_t file = builder.addFile(builder.root(), "file", pattern(10));
    builder.mark(file, VolumeBuilder::Mark::free);
    EXPECT_TRUE(has(refusal([](VolumeWriter&) {}), "nothing is written to a damaged volume"));
    VolumeBuilder(disk.window, {dosType(5), "Work", 2, {}});
    EXPECT_TRUE(has(refusal([](VolumeWriter&) {}), "keeps a directory cache"));
}

} // namespace
} // namespace uaescope::hardfiles
