// Conversions, judged by qemu-img and gzip and by reading them back.
#include "hardfiles/image_copy.h"

#include "hardfiles/error.h"
#include "tests/hardfiles/program.h"
#include "tests/hardfiles/temporary_folder.h"
#include "tests/hardfiles/volume_builder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sys/stat.h>

namespace uaescope::hardfiles {
namespace {

using testing::Ended;
using testing::pattern;
using testing::run;
using testing::TemporaryFolder;

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

std::uint64_t bytesOnDisk(const std::filesystem::path& file) {
    struct stat status {};
    EXPECT_EQ(stat(file.c_str(), &status), 0);
    return static_cast<std::uint64_t>(status.st_blocks) * 512;
}

struct Convert : ::testing::Test {
    TemporaryFolder folder;
    std::string raw = folder / "a.hdf";

    // 100 MB with something at the start, across the edge of a VHD block, and at the end.
    Convert() {
        std::ofstream(raw).put('\0');
        FileImage image(raw, FileImage::Access::readWrite);
        image.resize(100 * mib + 512);
        image.write(0, pattern(5000));
        image.write(10 * mib - 700, pattern(3000));
        image.write(100 * mib + 12, pattern(500));
    }
    static Ended uaehdf(std::vector<std::string> words) {
        words.insert(words.begin(), UAEHDF);
        return run(words);
    }
    void expectSame(const std::string& left, const std::string& right) const {
        EXPECT_EQ(run({"cmp", left, right}).status, 0) << right;
    }
};

TEST_F(Convert, VhdsAreReadByQemu) {
    for (const char* kind : {"vhd", "fixed-vhd"}) {
        const std::string vhd = folder / (std::string(kind) + ".vhd"), back = folder / (std::string(kind) + ".raw");
        const Ended made = uaehdf({"convert", raw, vhd, "--to", kind});
        EXPECT_EQ(made.status, 0) << made.err;
        const Ended qemu = run({"qemu-img", "convert", "-f", "vpc", "-O", "raw", vhd, back});
        EXPECT_EQ(qemu.status, 0) << qemu.err;
        expectSame(raw, back);
        EXPECT_EQ(uaehdf({"convert", vhd, folder / "again.hdf", "--force"}).status, 0);
        expectSame(raw, folder / "again.hdf");
        EXPECT_LT(bytesOnDisk(vhd), 8 * mib);
        EXPECT_LT(bytesOnDisk(folder / "again.hdf"), mib);
    }
    EXPECT_LT(std::filesystem::file_size(folder / "vhd.vhd"), 9 * mib);
}

TEST_F(Convert, GzipIsReadByGzip) {
    EXPECT_EQ(uaehdf({"convert", raw, folder / "a.hdz"}).status, 0);
    EXPECT_EQ(run({"sh", "-c", "gzip -dc " + (folder / "a.hdz").string() + " | cmp - " + raw}).status, 0);
    EXPECT_EQ(uaehdf({"convert", folder / "a.hdz", folder / "b.hdf"}).status, 0);
    expectSame(raw, folder / "b.hdf");
    EXPECT_LT(bytesOnDisk(folder / "b.hdf"), mib);
}

TEST_F(Convert, SwappedWordsComeBack) {
    FileImage(raw, FileImage::Access::readWrite).write(0, Bytes{'R', 'D', 'S', 'K'});
    EXPECT_EQ(uaehdf({"convert", raw, folder / "swapped", "--to", "byte-swapped"}).status, 0);
    EXPECT_EQ(run({"cmp", "-s", raw, folder / "swapped"}).status, 1);
    EXPECT_EQ(run({"dd", "conv=swab", "if=" + (folder / "swapped").string(), "of=" + (folder / "dd").string()}).status,
              0);
    expectSame(raw, folder / "dd");
    EXPECT_EQ(uaehdf({"convert", folder / "swapped", folder / "b.hdf"}).status, 0);
    expectSame(raw, folder / "b.hdf");
}

TEST_F(Convert, TakesAPartitionOut) {
    const std::string disk = folder / "disk.hdf", part = folder / "part.hdf";
    EXPECT_EQ(uaehdf({"create", disk, "--size", "64M", "--rdb", "--partition", "DH0:20M:DOS1", "--partition",
                      "DH1:20M:DOS3:label=Second"})
                  .status,
              0);
    EXPECT_EQ(uaehdf({"convert", disk, part, "--partition", "DH1"}).status, 0);
    const Ended listed = run({"unadf", "-r", part});
    EXPECT_NE((listed.out + listed.err).find("FFS INTL . Filled at 0."), std::string::npos) << listed.out << listed.err;
    EXPECT_NE(uaehdf({"info", part}).out.find("volume 'Second'"), std::string::npos);
    EXPECT_EQ(uaehdf({"check", part}).status, 0);
    EXPECT_EQ(uaehdf({"convert", disk, part + "2", "--partition", "DH7"}).status, 1);
}

TEST_F(Convert, RefusesWithoutTouchingAnything) {
    EXPECT_EQ(uaehdf({"convert", raw, raw}).status, 1);
    EXPECT_EQ(uaehdf({"convert", raw, folder / "b", "--to", "chd"}).status, 2);
    FileImage(raw, FileImage::Access::readWrite).resize(1001);
    EXPECT_EQ(uaehdf({"convert", raw, folder / "b.vhd"}).status, 2);
    EXPECT_EQ(uaehdf({"convert", raw, folder / "b", "--to", "byte-swapped"}).status, 2);
    EXPECT_EQ(folder.entries(), 1u);
}

TEST_F(Convert, HolesAreNotEvenRead) {
    std::ofstream(folder / "huge").put('\0');
    {
        FileImage image(folder / "huge", FileImage::Access::readWrite);
        image.resize(std::uint64_t{1} << 40);
        image.write((std::uint64_t{1} << 40) - 5000, pattern(5000));
    }
    EXPECT_EQ(uaehdf({"convert", folder / "huge", folder / "huge.vhd"}).status, 0);
    EXPECT_EQ(uaehdf({"convert", folder / "huge.vhd", folder / "back"}).status, 0);
    EXPECT_EQ(std::filesystem::file_size(folder / "back"), std::uint64_t{1} << 40);
    EXPECT_EQ(
        run({"sh", "-c",
             "for f in huge back; do tail -c 5000 " + folder.path().string() + "/$f | md5sum; done | uniq | wc -l"})
            .out,
        "1\n");
}

TEST(ImageCopy, TellsHowFarItIs) {
    const TemporaryFolder folder;
    std::ofstream(folder / "a").flush();
    FileImage file(folder / "a", FileImage::Access::readWrite);
    MemoryImage disk(std::size_t{3} << 20, 1);
    std::vector<std::uint64_t> shown;
    copyDisk(disk, {0, disk.size()}, Container::raw, file, [&](std::uint64_t done) { shown.push_back(done); });
    EXPECT_EQ(shown, (std::vector<std::uint64_t>{1 << 20, 2 << 20, 3 << 20}));
}

} // namespace
} // namespace uaescope::hardfiles
