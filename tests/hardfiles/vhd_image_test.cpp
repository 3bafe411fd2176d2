// Disks inside VHD files. qemu-img, which wrote the format's common examples, makes the images.
#include "hardfiles/vhd_image.h"

#include "hardfiles/error.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>

namespace uaescope::hardfiles {
namespace {

namespace fs = std::filesystem;

// 8 MB of which some is random and most is zero, so that a dynamic image leaves blocks out.
Bytes someDisk() {
    Bytes disk(8u << 20);
    std::mt19937 random(1);
    for (const std::size_t at : {std::size_t{0}, std::size_t{2'097'000}, disk.size() - 70000})
        for (std::size_t i = 0; i < 70000; ++i) disk[at + i] = static_cast<std::uint8_t>(random());
    return disk;
}

class Vhd : public ::testing::TestWithParam<const char*> {
protected:
    Vhd() : m_disk(someDisk()) {
        const fs::path raw = m_folder.path() / "disk.raw";
        std::ofstream(raw, std::ios::binary)
            .write(reinterpret_cast<const char*>(m_disk.data()), static_cast<std::streamsize>(m_disk.size()));
        m_file = m_folder.path() / "disk.vhd";
        const std::string command =
            "qemu-img convert -f raw -O vpc -o force_size,subformat=" + std::string(GetParam()) + " '" + raw.string() +
            "' '" + m_file.string() + "'";
        EXPECT_EQ(std::system(command.c_str()), 0) << command; // NOLINT(concurrency-mt-unsafe)
    }

    std::unique_ptr<FileImage> open() const { return std::make_unique<FileImage>(m_file, FileImage::Access::readOnly); }

    testing::TemporaryFolder m_folder;
    Bytes m_disk;
    fs::path m_file;
};

TEST_P(Vhd, GivesTheBytesOfItsDisk) {
    ASSERT_TRUE(isVhd(*open()));
    const VhdImage image(open());
    ASSERT_EQ(image.size(), m_disk.size());
    Bytes all(m_disk.size());
    image.read(0, all);
    EXPECT_TRUE(all == m_disk);
    Bytes middle(5000);
    image.read(2'096'000, middle); // from one block of a dynamic image into the next
    EXPECT_TRUE(std::equal(middle.begin(), middle.end(), m_disk.begin() + 2'096'000));
    Bytes tooMany(2);
    EXPECT_THROW(image.read(m_disk.size() - 1, tooMany), FormatError);
}

TEST_P(Vhd, IsForReadingOnly) {
    VhdImage image(open());
    const Bytes bytes(1);
    EXPECT_THROW(image.write(0, bytes), Error);
}

// Makes the footer at the offset one of a disk that keeps only differences, with the checksum that goes with it.
void makeDifferencing(Bytes& file, std::size_t footer) {
    constexpr std::size_t type = 60, checksum = 64;
    const std::uint32_t before = longAt(file, footer + type);
    putLong(file, footer + type, 4);
    putLong(file, footer + checksum, longAt(file, footer + checksum) - (4 - before));
}

TEST_P(Vhd, OfDifferencesIsRefusedWithWhatToDo) {
    Bytes bytes(fs::file_size(m_file));
    open()->read(0, bytes);
    makeDifferencing(bytes, bytes.size() - 512);
    if (std::string(GetParam()) == "dynamic") makeDifferencing(bytes, 0); // its copy
    std::ofstream(m_file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    try {
        const VhdImage image(open());
        ADD_FAILURE() << "was taken";
    } catch (const FormatError& error) {
        EXPECT_EQ(std::string(error.what()), m_file.string() + ": expected a fixed or dynamic VHD, found type 4; a VHD "
                                                               "that keeps only differences needs the file they are "
                                                               "to, convert it with qemu-img");
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Vhd, ::testing::Values("fixed", "dynamic"),
                         [](const auto& one) { return std::string(one.param); });

} // namespace
} // namespace uaescope::hardfiles
