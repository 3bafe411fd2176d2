#include "tests/hardfiles/seed_images.h"

#include "hardfiles/create.h"
#include "hardfiles/image_copy.h"
#include "hardfiles/rdb_editor.h"
#include "tests/hardfiles/handler_file.h"
#include "tests/hardfiles/pfs_builder.h"
#include "tests/hardfiles/sfs_builder.h"
#include "tests/hardfiles/temporary_folder.h"
#include "tests/hardfiles/volume_builder.h"

#include <fstream>

namespace uaescope::hardfiles::testing {

namespace {

void fill(const PartitionWindow& window, DosType type) {
    VolumeBuilder builder(window, {type, "Work", 2, {17000, 60, 0}});
    const std::uint32_t directory = builder.addDirectory(builder.root(), "dir");
    const std::uint32_t file = builder.addFile(directory, "data", pattern(50000));
    builder.addFile(builder.root(), "small", pattern(300));
    builder.addFile(builder.addDirectory(directory, "deeper"), "empty", {});
    builder.addHardLink(builder.root(), "link", file);
    builder.addSoftLink(builder.root(), "soft", "dir/data");
    if (type.hasLongNames()) builder.addCommentBlock(file, std::string(79, 'c'));
}

} // namespace

Bytes volumeImage(unsigned number, std::uint64_t blocks) {
    MemoryImage image(static_cast<std::size_t>(blocks) * 512);
    fill(PartitionWindow(BlockDevice(image), {0, blocks}, 512), dosType(number));
    return image.bytes();
}

Bytes sfsImage() {
    SfsBuilder builder(800);
    const std::uint32_t directory = builder.addDirectory(1, "dir");
    builder.addFile(directory, "data", pattern(50000), 2);
    builder.addFile(builder.addDirectory(directory, "deeper"), "empty", {});
    builder.addSoftLink(1, "soft", "dir/data");
    for (int i = 0; i < 60; ++i) builder.addFile(directory, "f" + std::to_string(i), pattern(300));
    return builder.bytes();
}

Bytes pfsImage(PfsLayout layout) {
    const bool super = layout == PfsLayout::super;
    PfsBuilder builder({.blocks = 800, .super = super, .large = super});
    const std::uint32_t directory = builder.addDirectory(PfsBuilder::root(), "dir");
    const std::uint32_t file = builder.addFile(directory, "data", pattern(10000), 2);
    builder.addFile(builder.addDirectory(directory, "deeper"), "empty", {});
    builder.addHardLink(PfsBuilder::root(), "hard", file);
    builder.addSoftLink(PfsBuilder::root(), "soft", "dir/data");
    return builder.bytes();
}

Bytes rdbImage() {
    CreateOptions options;
    options.size = 2 << 20;
    options.kind = HardfileKind::rdb;
    options.partitions = {{.name = "DH0", .size = 900 << 10},
                          {.name = "DH1", .dosType = dosType(5), .blockSize = 1024}};
    MemoryImage image(static_cast<std::size_t>(hardfileSize(options)));
    formatImage(image, options);
    RdbEditor editor{BlockDevice(image)};
    editor.addFileSystem({dosType(7), 45u << 16, handlerFile(200, "$VER: x 45.1"), "x"});
    editor.commit();
    return image.bytes();
}

Bytes inMbr(const Bytes& disk) {
    Bytes image(512);
    image.insert(image.end(), disk.begin(), disk.end());
    const std::size_t entry = 0x1be;
    image[entry + 4] = 0x76;
    image[entry + 8] = 1;
    const auto sectors = static_cast<std::uint32_t>(disk.size() / 512);
    for (std::size_t i = 0; i < 4; ++i) image[entry + 12 + i] = static_cast<std::uint8_t>(sectors >> 8 * i);
    image[0x1fe] = 0x55;
    image[0x1ff] = 0xaa;
    return image;
}

Bytes inContainer(const Bytes& disk, Container container) {
    const TemporaryFolder folder;
    std::ofstream(folder / "a").flush();
    FileImage file(folder / "a", FileImage::Access::readWrite);
    MemoryImage image(disk.size());
    image.bytes() = disk;
    copyDisk(image, {0, disk.size()}, container, file);
    Bytes bytes(static_cast<std::size_t>(file.size()));
    file.read(0, bytes);
    return bytes;
}

std::vector<Bytes> seedImages() {
    std::vector<Bytes> images;
    for (unsigned number = 0; number < 8; ++number) images.push_back(volumeImage(number));
    images.push_back(sfsImage());
    images.push_back(pfsImage(PfsLayout::usual));
    images.push_back(pfsImage(PfsLayout::super));
    images.push_back(rdbImage());
    images.push_back(inMbr(rdbImage()));
    for (const Container container : {Container::byteSwapped, Container::fixedVhd, Container::vhd, Container::gzip})
        images.push_back(inContainer(rdbImage(), container));
    return images;
}

} // namespace uaescope::hardfiles::testing
