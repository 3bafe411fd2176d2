#include "analyzer/lab/image_kind.h"

#include "analyzer/lab/error.h"
#include "hardfiles/container.h"
#include "hardfiles/dos_type.h"
#include "hardfiles/error.h"
#include "hardfiles/rigid_disk.h"
#include "hardfiles/vhd_image.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <string_view>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

constexpr std::uint64_t isoMagicAt = 16 * 2048 + 1;         // of the first volume descriptor
constexpr std::array floppySizes = {901120ull, 1802240ull}; // double and high density

std::unique_ptr<hardfiles::Image> openCarrier(const fs::path& image) {
    if (!fs::is_block_file(image))
        return std::make_unique<hardfiles::FileImage>(image, hardfiles::FileImage::Access::readOnly);
    const int descriptor = open(image.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) hardfiles::throwHostError(image.string(), "open", errno);
    return std::make_unique<hardfiles::FileImage>(descriptor, image.string());
}

bool hasText(const hardfiles::Image& image, std::uint64_t offset, std::string_view text) {
    if (image.size() < offset + text.size()) return false;
    hardfiles::Bytes bytes(text.size());
    image.read(offset, bytes);
    return std::equal(bytes.begin(), bytes.end(), text.begin(),
                      [](std::uint8_t a, char b) { return static_cast<char>(a) == b; });
}

bool isRdb(hardfiles::Image& disk) {
    hardfiles::Findings damage; // which is for 'uaehdf check' to tell
    return hardfiles::readRigidDisk(hardfiles::BlockDevice(disk), damage).has_value();
}

bool isDosPartition(const hardfiles::Image& disk) {
    constexpr std::size_t dosTypeBytes = 4;
    if (disk.size() < dosTypeBytes) return false;
    hardfiles::Bytes start(dosTypeBytes);
    disk.read(0, start);
    return hardfiles::DosType(hardfiles::longAt(start, 0)).isDos();
}

bool isFloppy(const fs::path& image, const hardfiles::Image& disk) {
    const bool ofItsSize = std::find(floppySizes.begin(), floppySizes.end(), disk.size()) != floppySizes.end();
    return ofItsSize && image.extension() != ".hdf";
}

[[noreturn]] void refuse(const fs::path& image) {
    throw WorkError(image.string() +
                    ": expected a file system, found neither an RDB in blocks 0 to 62 nor a DOS boot block at byte 0, "
                    "no ISO 9660 volume and no zip archive; format it first (uaehdf create makes formatted images), "
                    "or use hdf or rdb");
}

ImageKind archiveKind(const fs::path& image) {
    // The emulator goes by the name.
    if (image.extension() == ".zip" || image.extension() == ".ZIP") return {StorageKind::archive, Carrier::file};
    throw WorkError(image.string() + ": expected a name that ends with .zip, by which the emulator knows an archive, " +
                    "found '" + image.extension().string() + "'; rename it, or unpack it and name the folder");
}

ImageKind kindOf(const fs::path& image) {
    const auto carrier = openCarrier(image);
    if (carrier->size() == 0)
        throw WorkError(image.string() + ": expected an image, found nothing to read; is it empty?");
    const hardfiles::Container container = hardfiles::detectContainer(*carrier);
    if (container == hardfiles::Container::gzip)
        throw WorkError(image.string() + ": expected an image, found a compressed one, which the emulator does not " +
                        "mount; unpack it first (gunzip)");
    if (container == hardfiles::Container::zip) return archiveKind(image);
    const bool inVhd = container == hardfiles::Container::vhd || container == hardfiles::Container::fixedVhd;
    const auto disk = openDisk(image);
    const Carrier how = fs::is_block_file(image) ? Carrier::device : inVhd ? Carrier::vhd : Carrier::file;
    if (isRdb(*disk)) return {StorageKind::rdb, how};
    if (isDosPartition(*disk)) {
        const bool floppy = how == Carrier::file && isFloppy(image, *disk);
        return {floppy ? StorageKind::floppy : StorageKind::hardfile, how};
    }
    if (how == Carrier::file && hasText(*disk, isoMagicAt, "CD001")) return {StorageKind::cd, how};
    refuse(image);
}

} // namespace

ImageKind imageKind(const fs::path& image) {
    try {
        return kindOf(image);
    } catch (const hardfiles::EnvironmentError& error) {
        throw EnvironmentError(error.what());
    } catch (const hardfiles::Error& error) {
        throw WorkError(error.what());
    }
}

std::unique_ptr<hardfiles::Image> openDisk(const fs::path& image) {
    auto carrier = openCarrier(image);
    if (!hardfiles::isVhd(*carrier)) return carrier;
    return std::make_unique<hardfiles::VhdImage>(std::move(carrier));
}

} // namespace uaescope::lab
