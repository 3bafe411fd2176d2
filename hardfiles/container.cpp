#include "hardfiles/container.h"

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
    if (startsWith("\x1f\x8b"sv)) return Container::gzip;
    if (startsWith("PK\3\4"sv)) return Container::zip;
    if (startsWith("MComprHD"sv)) return Container::chd;
    return Container::raw;
}

const char* containerName(Container container) {
    switch (container) {
    case Container::raw: return "raw";
    case Container::byteSwapped: return "byte-swapped";
    case Container::vhd: return "vhd";
    case Container::gzip: return "gzip";
    case Container::zip: return "zip";
    case Container::chd: return "chd";
    }
    return "";
}

} // namespace uaescope::hardfiles
