#include "hardfiles/container.h"

#include "hardfiles/byte_swapped_image.h"
#include "hardfiles/error.h"
#include "hardfiles/gzip_image.h"
#include "hardfiles/vhd_image.h"

#include <algorithm>
#include <string_view>

namespace uaescope::hardfiles {

Container detectContainer(const Image& image) {
    using namespace std::string_view_literals;
    Bytes start(static_cast<std::size_t>(std::min<std::uint64_t>(image.size(), 8)));
    image.read(0, start);
    const auto startsWith = [&](std::string_view magic) {
        return start.size() >= magic.size() &&
               std::equal(magic.begin(), magic.end(), start.begin(),
                          [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
    };
    const bool swappedBoot = startsWith("OD"sv) && start.size() >= 4 && start[3] == 'S';
    if (startsWith("DRKS"sv) || swappedBoot) return Container::byteSwapped;
    if (startsWith("conectix"sv)) return Container::vhd;
    if (isVhd(image)) return Container::fixedVhd;
    if (startsWith("\x1f\x8b"sv)) return Container::gzip;
    if (startsWith("PK\3\4"sv)) return Container::zip;
    if (startsWith("MComprHD"sv)) return Container::chd;
    return Container::raw;
}

std::unique_ptr<Image> openContainer(std::unique_ptr<Image> file, Container container) {
    switch (container) {
    case Container::raw: return file;
    case Container::byteSwapped: return std::make_unique<ByteSwappedImage>(std::move(file));
    case Container::vhd:
    case Container::fixedVhd: return std::make_unique<VhdImage>(std::move(file));
    case Container::gzip: return std::make_unique<GzipImage>(*file);
    case Container::zip:
    case Container::chd: break;
    }
    throw FormatError(file->name() + ": a " + containerName(container) + " image cannot be read; unpack it first (" +
                      (container == Container::zip ? "unzip" : "chdman extracthd") + ")");
}

const char* containerName(Container container) {
    switch (container) {
    case Container::raw: return "raw";
    case Container::byteSwapped: return "byte-swapped";
    case Container::vhd: return "vhd";
    case Container::fixedVhd: return "fixed-vhd";
    case Container::gzip: return "gzip";
    case Container::zip: return "zip";
    case Container::chd: return "chd";
    }
    return "";
}

} // namespace uaescope::hardfiles
