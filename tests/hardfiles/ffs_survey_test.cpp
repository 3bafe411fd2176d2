// Every kind of damage that the survey knows, each on a volume that is whole but for it.
#include "hardfiles/ffs_survey.h"

#include "hardfiles/ffs_layout.h"
#include "tests/hardfiles/sparse_image.h"
#include "tests/hardfiles/volume_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace uaescope::hardfiles {
namespace {

using testing::pattern;
using testing::VolumeBuilder;

constexpr std::uint64_t blocks = 1760;

struct Disk {
    testing::SparseImage image;
    VolumeBuilder builder;

    explicit Disk(unsigned number = 3, std::uint32_t blockSize = 512)
        : image(blocks * blockSize, 0xa5),
          builder(PartitionWindow(BlockDevice(image), {0, blocks * (blockSize / 512)}, blockSize, "DH0"),
                  {dosType(number), "Work", 2, {}}) {}

    Findings survey() {
        Findings findings;
        const auto volume = FfsVolume::open(builder.window(), 2, findings);
        return surveyVolume(volume.value(), Depth::contents).findings;
    }
    // What is found, as "code@block", in alphabetical order.
    std::vector<std::string> found() {
        std::vector<std::string> all;
        for (const Finding& finding : survey()) all.push_back(finding.code + "@" + std::to_string(finding.block));
        std::sort(all.begin(), all.end());
        return all;
    }
};

using Expected = std::vector<std::string>;

std::string at(const char* code, std::uint32_t block) { return std::string(code) + "@" + std::to_string(block); }

// A directory with a file of two extensions in it, an empty file and links to both kinds.
struct Filled : Disk {
    std::uint32_t directory, file, extension, second, empty, fileLink, directoryLink;

    explicit Filled(unsigned number = 3, std::uint32_t blockSize = 512)
        : Disk(number, blockSize), directory(builder.addDirectory(builder.root(), "dir")),
          file(builder.addFile(
              directory, "file",
              pattern((2 * ffs::tableSlots(blockSize) + 5) * ffs::dataBytes(dosType(number), blockSize) - 3))),
          extension(builder.getLong(file, -2)), second(builder.getLong(extension, -2)),
          empty(builder.addFile(builder.root(), "empty", {})),
          fileLink(builder.addHardLink(builder.root(), "flink", file)),
          directoryLink(builder.addHardLink(directory, "dlink", directory)) {
        builder.addSoftLink(builder.root(), "slink", "Work:dir");
    }
    std::uint32_t data(int index) const { return builder.getLong(file, 6 + 71 - index); }
};

class CleanVolume : public ::testing::TestWithParam<std::tuple<unsigned, std::uint32_t>> {};

TEST_P(CleanVolume, HasNoFindings) {
    const auto [number, blockSize] = GetParam();
    EXPECT_EQ(Disk(number, blockSize).found(), Expected{});
    if (blockSize <= 1024) {
        Filled disk(number, blockSize);
        EXPECT_EQ(disk.found(), Expected{});
    }
    Disk disk(number, blockSize);
    const std::uint32_t directory = disk.builder.addDirectory(disk.builder.root(), "dir");
    for (int i = 0; i < 60; ++i)
        disk.builder.addFile(directory, "file " + std::to_string(i), pattern(static_cast<std::size_t>(i) * 97));
    EXPECT_EQ(disk.found(), Expected{});
}

INSTANTIATE_TEST_SUITE_P(TypesAndBlocks, CleanVolume,
                         ::testing::Combine(::testing::Range(0u, 8u), ::testing::Values(512u, 1024u, 4096u, 32768u)),
                         [](const auto& test) {
                             return "Dos" + std::to_string(std::get<0>(test.param)) + "Block" +
                                    std::to_string(std::get<1>(test.param));
                         });

TEST(FfsSurvey, SaysWhichFileIsDamagedAndHow) {
    Filled disk;
    const std::uint32_t sum = disk.builder.getLong(disk.file, 5);
    Bytes header = disk.builder.window().read(disk.file);
    putLong(header, 20, sum + 1);
    disk.builder.window().write(disk.file, header);
    const Findings findings = disk.survey();
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].severity, Severity::error);
    EXPECT_EQ(findings[0].partition, "DH0");
    EXPECT_EQ(findings[0].file, "dir/file");
    EXPECT_EQ(findings[0].message, "expected checksum " + std::to_string(sum) + ", found " + std::to_string(sum + 1));
}

// One long of one block is changed, and the checksum made right again.
struct Damage {
    const char* name;
    std::uint32_t Filled::*block;
    int index;
    std::uint32_t value;
    Expected codes;
};

class OneLong : public ::testing::TestWithParam<Damage> {};

TEST_P(OneLong, IsFound) {
    const Damage& damage = GetParam();
    Filled disk;
    disk.builder.setLong(disk.*damage.block, damage.index, damage.value);
    std::vector<std::string> codes;
    for (const Finding& finding : disk.survey()) {
        // What is out of reach after the damage is lost, and links to it lead nowhere.
        if (finding.code != "lost" && finding.code != "bad-link") codes.push_back(finding.code);
    }
    EXPECT_EQ(codes, damage.codes);
}

INSTANTIATE_TEST_SUITE_P(
    Longs, OneLong,
    ::testing::Values(Damage{"HeaderType", &Filled::file, 0, 8, {"bad-id"}},
                      Damage{"HeaderKey", &Filled::file, 1, 5, {"bad-key"}},
                      Damage{"HeaderKind", &Filled::file, -1, 77, {"bad-kind"}},
                      Damage{"CountTooLarge", &Filled::file, 2, 73, {"bad-count"}},
                      Damage{"CountTooSmall", &Filled::file, 2, 71, {"bad-count"}},
                      Damage{"FirstData", &Filled::file, 4, 5, {"bad-first-data"}},
                      Damage{"PointerZero", &Filled::file, 6, 0, {"missing-block"}},
                      Damage{"PointerOutside", &Filled::file, 6, 1760, {"out-of-range"}},
                      Damage{"PointerToBootBlock", &Filled::file, 6, 1, {"out-of-range"}},
                      Damage{"PointerToRoot", &Filled::file, 6, 880, {"used-twice"}},
                      Damage{"SizeTooLarge", &Filled::file, -47, 100000, {"bad-count", "bad-size"}},
                      Damage{"SizeTooSmall", &Filled::file, -47, 512, {"bad-size"}},
                      Damage{"Parent", &Filled::file, -3, 880, {"bad-parent"}},
                      Damage{"Date", &Filled::file, -22, 1440, {"bad-date"}},
                      Damage{"NameWithColon", &Filled::empty, -20, 0x05656d3a, {"bad-hash", "bad-name"}},
                      Damage{"ChainToItself", &Filled::empty, -4, 880, {"loop"}},
                      Damage{"ChainOutside", &Filled::empty, -4, 9999, {"out-of-range"}},
                      Damage{"ExtensionOutside", &Filled::file, -2, 9999, {"out-of-range", "bad-size"}},
                      Damage{"ExtensionLoop", &Filled::file, -2, 880, {"loop", "bad-size"}},
                      Damage{"ExtensionType", &Filled::extension, 0, 2, {"bad-id", "bad-size"}},
                      Damage{"ExtensionOwner", &Filled::extension, -3, 880, {"bad-owner", "bad-size"}},
                      Damage{"ExtensionKey", &Filled::second, 1, 9, {"bad-key", "bad-size"}},
                      Damage{"LinkChain", &Filled::file, -10, 0, {"link-chain"}}),
    [](const auto& test) { return test.param.name; });

TEST(FfsSurvey, LinksThatLeadNowhere) {
    Filled disk;
    disk.builder.setLong(disk.fileLink, -11, disk.directory);
    disk.builder.setLong(disk.directoryLink, -11, 4);
    EXPECT_EQ(disk.found(), (Expected{at("bad-link", disk.fileLink), at("bad-link", disk.directoryLink)}));
}

TEST(FfsSurvey, BlocksThatTwoFilesClaim) {
    Disk disk;
    const std::uint32_t one = disk.builder.addFile(disk.builder.root(), "one", pattern(512));
    const std::uint32_t two = disk.builder.addFile(disk.builder.root(), "two", pattern(512));
    const std::uint32_t shared = disk.builder.getLong(one, 4);
    const std::uint32_t lost = disk.builder.getLong(two, 4);
    disk.builder.setLong(two, 4, shared);
    disk.builder.setLong(two, 6 + 71, shared);
    EXPECT_EQ(disk.found(), (Expected{at("lost", lost), at("used-twice", shared)}));
    for (const Finding& finding : disk.survey()) {
        if (finding.code != "used-twice") continue;
        const std::string other = finding.file == "one" ? "two" : "one";
        EXPECT_NE(finding.message.find("'" + other + "'"), std::string::npos) << finding.message;
    }
}

TEST(FfsSurvey, BitmapThatDisagrees) {
    Filled disk;
    disk.builder.mark(disk.data(3), VolumeBuilder::Mark::free);
    disk.builder.mark(disk.data(4), VolumeBuilder::Mark::free);
    for (std::uint32_t block = 1700; block < 1750; ++block) disk.builder.mark(block, VolumeBuilder::Mark::used);
    const Findings findings = disk.survey();
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[0].code, "marked-free");
    EXPECT_EQ(findings[0].severity, Severity::error);
    EXPECT_EQ(findings[0].block, disk.data(3));
    EXPECT_EQ(findings[0].file, "dir/file");
    EXPECT_EQ(findings[1].code, "lost");
    EXPECT_EQ(findings[1].severity, Severity::warning);
    EXPECT_EQ(findings[1].block, 1700u);
    EXPECT_NE(findings[1].message.find("the 50 blocks up to 1749"), std::string::npos) << findings[1].message;
}

TEST(FfsSurvey, BitmapThatIsDamaged) {
    Filled disk;
    disk.builder.damage(881, 100);
    EXPECT_EQ(disk.found(), Expected{at("bad-checksum", 881)});
    disk.builder.setLong(880, -49, 5000);
    EXPECT_EQ(disk.found(), Expected{at("out-of-range", 880)});
    disk.builder.setLong(880, -50, 0);
    EXPECT_EQ(disk.found(), (Expected{at("not-validated", 880), at("out-of-range", 880)}));
}

TEST(FfsSurvey, NamesThatMeet) {
    Disk disk;
    disk.builder.addFile(disk.builder.root(), "same", {});
    disk.builder.addFile(disk.builder.root(), "other", {});
    const std::uint32_t file = disk.builder.addFile(disk.builder.root(), "Same", {});
    const std::uint32_t first = disk.builder.getLong(file, -4);
    EXPECT_EQ(disk.found(), Expected{at("duplicate-name", first)});
}

TEST(FfsSurvey, DirectoriesInACircle) {
    Disk disk;
    const std::uint32_t outer = disk.builder.addDirectory(disk.builder.root(), "a");
    const std::uint32_t inner = disk.builder.addDirectory(outer, "b");
    disk.builder.setLong(inner, 6 + static_cast<int>(ffs::hashSlot("a", dosType(3), 72)), outer);
    EXPECT_EQ(disk.found(), Expected{at("loop", inner)});
}

struct OfsDamage {
    const char* name;
    int index;
    std::uint32_t value;
    const char* code;
};

class OfsData : public ::testing::TestWithParam<OfsDamage> {};

TEST_P(OfsData, IsFound) {
    Filled disk(0);
    const std::uint32_t block = disk.data(5);
    disk.builder.setLong(block, GetParam().index, GetParam().value);
    EXPECT_EQ(disk.found(), Expected{at(GetParam().code, block)});
}

INSTANTIATE_TEST_SUITE_P(Longs, OfsData,
                         ::testing::Values(OfsDamage{"Owner", 1, 9, "bad-owner"},
                                           OfsDamage{"Sequence", 2, 9, "bad-sequence"},
                                           OfsDamage{"Bytes", 3, 9, "bad-size"}, OfsDamage{"Next", 4, 9, "bad-next"}),
                         [](const auto& test) { return test.param.name; });

TEST(FfsSurvey, OfsDataOfAnotherTypeOrWithAWrongSum) {
    Filled disk(2);
    disk.builder.damage(disk.data(1), 300);
    EXPECT_EQ(disk.found(), Expected{at("bad-checksum", disk.data(1))});
    disk.builder.setLong(disk.data(1), 0, 2);
    EXPECT_EQ(disk.found(), Expected{at("bad-id", disk.data(1))});
}

TEST(FfsSurvey, OfsChainThatGoesOnAfterTheEnd) {
    Disk disk(0);
    const std::uint32_t file = disk.builder.addFile(disk.builder.root(), "file", pattern(700));
    const std::uint32_t last = disk.builder.getLong(file, 6 + 70);
    disk.builder.setLong(last, 4, 1000);
    EXPECT_EQ(disk.found(), Expected{at("bad-next", last)});
}

TEST(FfsSurvey, DirectoryCacheThatDiffers) {
    Filled disk(5);
    const std::uint32_t cache = disk.builder.getLong(disk.builder.root(), -2);
    disk.builder.setLong(disk.empty, -48, 1);
    EXPECT_EQ(disk.found(), Expected{at("cache", 880)});
    disk.builder.setLong(disk.empty, -48, 0);
    disk.builder.setLong(cache, 3, 1);
    EXPECT_EQ(disk.found().size(), 3u); // three entries are not listed any more
    disk.builder.setLong(cache, 3, 1000);
    const Findings findings = disk.survey();
    EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
                            [](const Finding& f) { return f.message.find("leave the block") != std::string::npos; }));
}

TEST(FfsSurvey, DirectoryCacheThatIsDamaged) {
    Filled disk(4);
    const std::uint32_t cache = disk.builder.getLong(disk.directory, -2);
    disk.builder.setLong(cache, 2, 880);
    EXPECT_EQ(disk.found(), Expected{at("cache", cache)});
    disk.builder.setLong(cache, 2, disk.directory);
    disk.builder.setLong(cache, 4, cache);
    EXPECT_EQ(disk.found(), Expected{at("loop", cache)});
    disk.builder.setLong(cache, 4, 0);
    disk.builder.setLong(disk.directory, -2, 0);
    const std::vector<std::string> found = disk.found();
    EXPECT_EQ(std::count(found.begin(), found.end(), at("cache", disk.directory)), 3);
    EXPECT_EQ(std::count(found.begin(), found.end(), at("lost", cache)), 1);
}

TEST(FfsSurvey, CommentBlockOfAnotherFile) {
    Disk disk(7);
    const std::uint32_t file = disk.builder.addFile(disk.builder.root(), "file", {});
    const std::uint32_t comment = disk.builder.addCommentBlock(file, "note");
    EXPECT_EQ(disk.found(), Expected{});
    disk.builder.setLong(comment, 2, 880);
    EXPECT_EQ(disk.found(), Expected{at("bad-owner", comment)});
}

TEST(FfsSurvey, KeepsAHundredFindingsOfAKindAndCountsTheRest) {
    Disk disk;
    for (std::uint32_t block = 1000; block < 1500; block += 2) disk.builder.mark(block, VolumeBuilder::Mark::used);
    const Findings findings = disk.survey();
    ASSERT_EQ(findings.size(), 101u);
    EXPECT_EQ(findings.back().code, "more");
    EXPECT_EQ(findings.back().message, "150 more findings of the kind lost");
}

// Whatever stands in the blocks, the survey ends and every block has one use at most.
TEST(FfsSurvey, EndsOnRandomDamage) {
    std::minstd_rand random(1);
    const auto below = [&](std::uint64_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    for (int round = 0; round < 300; ++round) {
        Filled disk(static_cast<unsigned>(round % 8));
        const std::uint32_t first = disk.builder.root();
        const std::uint32_t used = disk.directoryLink + 4 - first;
        for (int change = 0; change < 1 + round % 20; ++change) {
            const std::uint32_t block = first + below(used);
            // Numbers of blocks do more harm than any others.
            disk.builder.setLong(block, static_cast<int>(below(128)), below(4) == 0 ? random() : first + below(used));
        }
        Findings findings;
        const auto volume = FfsVolume::open(disk.builder.window(), 2, findings);
        if (!volume) continue;
        const Survey survey = surveyVolume(*volume, Depth::contents);
        std::uint64_t end = 0;
        survey.map.forEachRun([&](const BlockRun& run) {
            EXPECT_GE(run.first, end);
            end = std::uint64_t{run.first} + run.count;
        });
        EXPECT_LE(end, blocks);
        for (std::uint32_t block = 0; block < blocks; ++block) survey.map.path(survey.map.at(block).file);
    }
}

} // namespace
} // namespace uaescope::hardfiles
