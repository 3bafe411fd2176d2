// Offsets and values of the footer and the dynamic header of VHD files; see vhd_image.h for how they hang together.
#pragma once

#include "hardfiles/bytes.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace uaescope::hardfiles::vhd {

constexpr std::string_view footerCookie = "conectix", headerCookie = "cxsparse";
constexpr std::size_t footerBytes = 512, headerBytes = 1024, cookieBytes = 8;
constexpr std::uint32_t typeFixed = 2, typeDynamic = 3;
constexpr std::uint32_t hole = 0xffffffff;

namespace footer {
constexpr std::size_t features = 0x08, version = 0x0c, dynamicHeader = 0x10, time = 0x18, creator = 0x1c,
                      creatorVersion = 0x20, creatorHost = 0x24, originalSize = 0x28, size = 0x30, cylinders = 0x38,
                      heads = 0x3a, sectors = 0x3b, type = 0x3c, checksum = 0x40, identifier = 0x44;
}
namespace header {
constexpr std::size_t next = 0x08, table = 0x10, version = 0x18, entries = 0x1c, blockBytes = 0x20, checksum = 0x24;
}

// What belongs into the checksum: all bytes but its own, added and inverted.
std::uint32_t checksumOf(ConstBytes bytes, std::size_t checksum);

} // namespace uaescope::hardfiles::vhd
