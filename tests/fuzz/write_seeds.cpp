// Makes the inputs that the fuzzers begin with: good ones of each kind, small, in a folder for each parser.
//
//   hardfiles_fuzz_seeds FOLDER
#include "hardfiles/create.h"
#include "hardfiles/overlay_image.h"
#include "hardfiles/rdb_backup.h"
#include "tests/hardfiles/handler_file.h"
#include "tests/hardfiles/pfs_builder.h"
#include "tests/hardfiles/seed_images.h"
#include "tests/hardfiles/sfs_builder.h"
#include "tests/hardfiles/volume_builder.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace uaescope::hardfiles::testing {
namespace {

void save(const std::filesystem::path& file, const Bytes& bytes) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream stream(file, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!stream.flush()) throw std::runtime_error(file.string() + ": cannot be written");
}

// 256 KiB with two partitions.
Bytes smallDisk() {
    CreateOptions options;
    options.size = 256 << 10;
    options.kind = HardfileKind::rdb;
    options.partitions = {{.name = "DH0", .size = 64 << 10}, {.name = "DH1", .dosType = dosType(0)}};
    MemoryImage image(static_cast<std::size_t>(hardfileSize(options)));
    formatImage(image, options);
    return image.bytes();
}

Bytes smallSfs() {
    SfsBuilder builder(120);
    const std::uint32_t directory = builder.addDirectory(1, "dir");
    builder.addFile(directory, "data", pattern(2000), 2);
    builder.addFile(1, "noted", {});
    builder.addSoftLink(1, "soft", "dir/data");
    return builder.bytes();
}

Bytes smallPfs(PfsLayout layout) {
    const bool super = layout == PfsLayout::super;
    PfsBuilder builder({.blocks = 200, .super = super, .large = super});
    const std::uint32_t directory = builder.addDirectory(PfsBuilder::root(), "dir");
    builder.addHardLink(PfsBuilder::root(), "hard", builder.addFile(directory, "data", pattern(2000), 2));
    builder.addSoftLink(PfsBuilder::root(), "soft", "dir/data");
    builder.addRollover(directory, "ring", 700);
    return builder.bytes();
}

Bytes undoFile() {
    const auto image = std::make_shared<MemoryImage>(4096);
    OverlayImage overlay(image);
    overlay.write(700, Bytes(1000, 0x55));
    return overlay.undo();
}

void writeSeeds(const std::filesystem::path& folder) {
    const Bytes disk = smallDisk();
    MemoryImage image(disk.size());
    image.bytes() = disk;
    save(folder / "containers/rdb", disk);
    save(folder / "containers/mbr", inMbr(disk));
    for (const Container container : {Container::byteSwapped, Container::fixedVhd, Container::vhd, Container::gzip})
        save(folder / "containers" / containerName(container), inContainer(disk, container));
    save(folder / "rdb/disk", disk);
    for (unsigned number = 0; number < 8; ++number)
        save(folder / "ffs" / ("dos" + std::to_string(number)), volumeImage(number, 300));
    save(folder / "sfs/small", smallSfs());
    save(folder / "pfs/usual", smallPfs(PfsLayout::usual));
    save(folder / "pfs/super", smallPfs(PfsLayout::super));
    save(folder / "handler/small", handlerFile(20, "$VER: tiny 45.13 (1.2.2024)"));
    save(folder / "side_files/undo", undoFile());
    save(folder / "side_files/backup", backupRdb(BlockDevice(image)));
}

} // namespace
} // namespace uaescope::hardfiles::testing

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: hardfiles_fuzz_seeds FOLDER\n", stderr);
        return 2;
    }
    uaescope::hardfiles::testing::writeSeeds(argv[1]);
    return 0;
}
