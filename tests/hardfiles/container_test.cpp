// The same disk in every container. qemu-img makes the VHDs, gzip packs.
#include "hardfiles/container.h"

#include "hardfiles/create.h"
#include "hardfiles/error.h"
#include "hardfiles/gzip_image.h"
#include "hardfiles/inspect.h"
#include "hardfiles/vhd_image.h"
#include "tests/hardfiles/program.h"
#include "tests/hardfiles/temporary_folder.h"
#include "tests/hardfiles/volume_builder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace uaescope::hardfiles {
namespace {

using testing::Ended;
using testing::pattern;
using testing::run;
using testing::TemporaryFolder;
using testing::VolumeBuilder;

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

struct ContainerOf : ::testing::Test {
    TemporaryFolder folder;
    std::string raw = folder / "raw.hdf";

    ContainerOf() {
        CreateOptions options;
        options.size = 8 * mib;
        createHardfile(raw, options);
        FileImage image(raw, FileImage::Access::readWrite);
        VolumeBuilder builder(PartitionWindow(BlockDevice(image), {0, 8 * mib / 512}, 512), {});
        builder.addFile(builder.root(), "file", pattern(300'000));
    }
    std::string convert(const std::vector<std::string>& options, const std::string& name) const {
        std::vector<std::string> words{"qemu-img", "convert", "-f", "raw", "-O", "vpc"};
        words.insert(words.end(), options.begin(), options.end());
        words.insert(words.end(), {raw, folder / name});
        const Ended ended = run(words);
        EXPECT_EQ(ended.status, 0) << ended.err;
        return folder / name;
    }
    std::string gzip(const std::string& from, const std::string& name) const {
        const Ended ended = run({"sh", "-c", "gzip -c \"$1\" >\"$2\"", "sh", from, folder / name});
        EXPECT_EQ(ended.status, 0) << ended.err;
        return folder / name;
    }
    static void truncate(const std::string& file, std::uint64_t by) {
        std::filesystem::resize_file(file, std::filesystem::file_size(file) - by);
    }
    static void expectReads(const std::string& file, const char* container) {
        SCOPED_TRACE(container);
        const Hardfile hardfile = Hardfile::open(file);
        EXPECT_STREQ(containerName(hardfile.container()), container);
        const Inspection found = inspect(hardfile, Thoroughness::complete);
        for (const Finding& finding : found.findings) ADD_FAILURE() << finding.message;
        const Place place = hardfile.locate("file");
        EXPECT_TRUE(place.partition->volume->readFile(place.partition->volume->find("file").value()) ==
                    pattern(300'000));
    }
    static std::string containerError(const std::string& file) {
        const Hardfile hardfile = Hardfile::open(file);
        return hardfile.findings().empty() ? "" : hardfile.findings()[0].message;
    }
};

TEST_F(ContainerOf, ADynamicVhd) { expectReads(convert({}, "a.vhd"), "vhd"); }

TEST_F(ContainerOf, AFixedVhd) { expectReads(convert({"-o", "subformat=fixed"}, "a.vhd"), "fixed-vhd"); }

TEST_F(ContainerOf, AGzipFile) {
    expectReads(gzip(raw, "a.hdz"), "gzip");
    EXPECT_EQ(folder.entries(), 2u); // what was unpacked has left nothing
}

TEST_F(ContainerOf, AByteSwappedDump) {
    ASSERT_EQ(run({"dd", "conv=swab", "if=" + raw, "of=" + (folder / "swapped").string()}).status, 0);
    expectReads(folder / "swapped", "byte-swapped");
}

TEST_F(ContainerOf, VhdSectorsAtTheEdgesOfBlocks) {
    const std::string file = convert({}, "a.vhd");
    const FileImage plain(raw, FileImage::Access::readOnly);
    const VhdImage vhd(std::make_unique<FileImage>(file, FileImage::Access::readOnly));
    EXPECT_TRUE(vhd.isDynamic());
    ASSERT_GE(vhd.size(), plain.size());
    for (const std::uint64_t offset : {std::uint64_t{0}, 4 * mib - 700, 6 * mib - 1}) {
        Bytes expected(1500), found(1500);
        plain.read(offset, expected);
        vhd.read(offset, found);
        EXPECT_TRUE(found == expected) << offset;
    }
    Bytes byte(1);
    EXPECT_THROW(vhd.read(vhd.size(), byte), FormatError);
}

TEST_F(ContainerOf, AVhdWithADamagedFooterUsesTheCopy) {
    const std::string file = convert({}, "a.vhd");
    FileImage image(file, FileImage::Access::readWrite);
    image.write(image.size() - 500, Bytes{0x77});
    expectReads(file, "vhd");
    image.write(12, Bytes{0x77});
    EXPECT_NE(containerError(file).find("expected a VHD footer with a right checksum"), std::string::npos);
}

TEST_F(ContainerOf, AVhdWithADamagedHeaderOrTable) {
    const std::string file = convert({}, "a.vhd");
    {
        FileImage image(file, FileImage::Access::readWrite);
        image.write(512 + 0x23, Bytes{1});
    }
    EXPECT_NE(containerError(file).find("expected the header of a dynamic VHD"), std::string::npos);
    const std::string other = convert({}, "b.vhd");
    {
        // Every block of the disk is somewhere past the end of the file.
        FileImage image(other, FileImage::Access::readWrite);
        image.write(1536, Bytes(16, 0x7f));
    }
    EXPECT_THROW(Hardfile::open(other), FormatError);
}

TEST_F(ContainerOf, FilesThatAreCutOff) {
    const std::string fixed = convert({"-o", "subformat=fixed"}, "a.vhd");
    Bytes footer(512);
    {
        FileImage image(fixed, FileImage::Access::readWrite);
        image.read(image.size() - 512, footer);
        image.resize(image.size() - mib);
        image.write(image.size() - 512, footer);
    }
    EXPECT_NE(containerError(fixed).find("the file is cut off"), std::string::npos);
    const std::string packed = gzip(raw, "a.hdz");
    truncate(packed, 100);
    EXPECT_NE(containerError(packed).find("found the end; the file is cut off"), std::string::npos);
}

TEST_F(ContainerOf, AGzipFileThatIsDamaged) {
    const std::string packed = gzip(raw, "a.hdz");
    FileImage(packed, FileImage::Access::readWrite).write(1000, Bytes(50, 0xff));
    EXPECT_NE(containerError(packed).find("cannot be unpacked"), std::string::npos);
}

TEST_F(ContainerOf, SeveralGzipFilesBehindEachOther) {
    ASSERT_EQ(run({"sh", "-c", "head -c 100000 \"$1\" | gzip >\"$2\"; tail -c +100001 \"$1\" | gzip >>\"$2\"", "sh",
                   raw, folder / "a.hdz"})
                  .status,
              0);
    expectReads(folder / "a.hdz", "gzip");
}

TEST_F(ContainerOf, UnpackedZerosTakeNoRoom) {
    std::ofstream(folder / "zeros").put('x');
    std::filesystem::resize_file(folder / "zeros", 64 * mib);
    const FileImage packed(gzip(folder / "zeros", "a.hdz"), FileImage::Access::readOnly);
    const GzipImage image(packed);
    EXPECT_EQ(image.size(), 64 * mib);
    Bytes byte(1);
    image.read(0, byte);
    EXPECT_EQ(byte[0], 'x');
}

TEST_F(ContainerOf, ADisketteIsAPartition) {
    CreateOptions options;
    options.size = 880 * 1024;
    options.partitions[0].dosType = dosType(0);
    createHardfile(folder / "a.adf", options);
    const Hardfile diskette = Hardfile::open(folder / "a.adf");
    ASSERT_TRUE(diskette.hasFileSystem());
    EXPECT_EQ(diskette.partitions()[0].volume->info().root, 880u);
}

} // namespace
} // namespace uaescope::hardfiles
