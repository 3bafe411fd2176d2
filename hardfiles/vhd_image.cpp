#include "hardfiles/vhd_image.h"

#include "hardfiles/block_device.h"
#include "hardfiles/error.h"

#include <algorithm>
#include <numeric>

namespace uaescope::hardfiles {

namespace {

constexpr std::string_view footerCookie = "conectix", headerCookie = "cxsparse";
constexpr std::size_t footerBytes = 512, headerBytes = 1024, cookieBytes = 8;
constexpr std::uint32_t typeFixed = 2, typeDynamic = 3;
constexpr std::uint32_t hole = 0xffffffff;
constexpr std::uint32_t largestBlock = 1u << 28;

namespace footer {
constexpr std::size_t dynamicHeader = 0x10, size = 0x30, type = 0x3c, checksum = 0x40;
}
namespace header {
constexpr std::size_t table = 0x10, entries = 0x1c, blockBytes = 0x20, checksum = 0x24;
}

std::uint64_t quadAt(ConstBytes bytes, std::size_t offset) {
    return std::uint64_t{longAt(bytes, offset)} << 32 | longAt(bytes, offset + 4);
}

bool startsWith(ConstBytes bytes, std::string_view cookie) {
    return capture::ByteCursor(bytes).text(cookieBytes) == cookie;
}

// All bytes but those of the checksum itself, inverted.
bool sumIsRight(ConstBytes bytes, std::size_t checksum) {
    const auto sum = [](ConstBytes part) { return std::accumulate(part.begin(), part.end(), std::uint32_t{0}); };
    return ~(sum(bytes) - sum(bytes.subspan(checksum, 4))) == longAt(bytes, checksum);
}

Bytes readAt(const Image& file, std::uint64_t offset, std::size_t count) {
    Bytes bytes(count);
    file.read(offset, bytes);
    return bytes;
}

// The one at the end counts; the copy at the start of a dynamic file is for when that is damaged.
Bytes readFooter(const Image& file) {
    if (file.size() < 2 * footerBytes)
        throw FormatError(file.name() + ": expected a VHD, found " + std::to_string(file.size()) +
                          " bytes; the file is cut off");
    for (const std::uint64_t offset : {file.size() - footerBytes, std::uint64_t{0}}) {
        Bytes bytes = readAt(file, offset, footerBytes);
        if (startsWith(bytes, footerCookie) && sumIsRight(bytes, footer::checksum)) return bytes;
    }
    throw FormatError(file.name() + ": offset " + std::to_string(file.size() - footerBytes) +
                      ": expected a VHD footer with a right checksum here or at the start, found none; the file is "
                      "damaged or cut off");
}

} // namespace

bool isVhd(const Image& file) {
    if (file.size() < 2 * footerBytes) return false;
    return startsWith(readAt(file, 0, footerBytes), footerCookie) ||
           startsWith(readAt(file, file.size() - footerBytes, footerBytes), footerCookie);
}

VhdImage::VhdImage(std::unique_ptr<Image> file) : m_file(std::move(file)) {
    const Bytes bytes = readFooter(*m_file);
    m_size = quadAt(bytes, footer::size);
    const std::uint32_t type = longAt(bytes, footer::type);
    if (type == typeDynamic) {
        readDynamicHeader(quadAt(bytes, footer::dynamicHeader));
        return;
    }
    if (type != typeFixed)
        throw FormatError(name() + ": expected a fixed or dynamic VHD, found type " + std::to_string(type) +
                          "; a VHD that keeps only differences needs the file they are to, convert it with qemu-img");
    if (m_size > m_file->size() - footerBytes)
        throw FormatError(name() + ": expected a disk of " + std::to_string(m_size) + " bytes, found " +
                          std::to_string(m_file->size() - footerBytes) + "; the file is cut off");
}

void VhdImage::readDynamicHeader(std::uint64_t offset) {
    const Bytes bytes = readAt(*m_file, offset, headerBytes);
    if (!startsWith(bytes, headerCookie) || !sumIsRight(bytes, header::checksum))
        throw FormatError(name() + ": offset " + std::to_string(offset) +
                          ": expected the header of a dynamic VHD with a right checksum; the file is damaged");
    m_blockBytes = longAt(bytes, header::blockBytes);
    const std::uint32_t entries = longAt(bytes, header::entries);
    const bool blockIsRight =
        m_blockBytes >= sectorSize && m_blockBytes <= largestBlock && (m_blockBytes & (m_blockBytes - 1)) == 0;
    if (!blockIsRight || entries > m_file->size() / 4 || std::uint64_t{entries} * m_blockBytes < m_size)
        throw FormatError(name() + ": offset " + std::to_string(offset) +
                          ": expected blocks that make up the disk of " + std::to_string(m_size) + " bytes, found " +
                          std::to_string(entries) + " of " + std::to_string(m_blockBytes));
    const std::uint32_t bitmap = m_blockBytes / sectorSize / 8;
    m_bitmapBytes = (std::max(bitmap, 1u) + sectorSize - 1) / sectorSize * sectorSize;
    const Bytes table = readAt(*m_file, quadAt(bytes, header::table), 4 * std::size_t{entries});
    m_table.resize(entries);
    for (std::size_t i = 0; i < m_table.size(); ++i) m_table[i] = longAt(table, 4 * i);
}

void VhdImage::read(std::uint64_t offset, MutableBytes into) const {
    requireRange(offset, into.size());
    if (!isDynamic()) return m_file->read(offset, into);
    Bytes sector(sectorSize);
    while (!into.empty()) {
        const auto within = static_cast<std::size_t>(offset % sectorSize);
        const std::size_t count = std::min(sectorSize - within, into.size());
        readSector(offset / sectorSize, sector);
        std::copy_n(sector.begin() + static_cast<std::ptrdiff_t>(within), count, into.begin());
        into = into.subspan(count);
        offset += count;
    }
}

void VhdImage::readSector(std::uint64_t sector, MutableBytes into) const {
    const std::uint32_t perBlock = m_blockBytes / sectorSize;
    const std::uint32_t place = m_table[static_cast<std::size_t>(sector / perBlock)];
    const auto index = static_cast<std::uint32_t>(sector % perBlock);
    std::fill(into.begin(), into.end(), std::uint8_t{0});
    if (place == hole) return;
    const std::uint64_t block = std::uint64_t{place} * sectorSize;
    std::uint8_t bits = 0;
    m_file->read(block + index / 8, MutableBytes(&bits, 1));
    if ((bits >> (7 - index % 8) & 1) != 0)
        m_file->read(block + m_bitmapBytes + std::uint64_t{index} * sectorSize, into);
}

void VhdImage::write(std::uint64_t offset, ConstBytes bytes) {
    requireRange(offset, bytes.size());
    if (isDynamic())
        throw Error(name() + ": a dynamic VHD is only read; convert it to a raw image with qemu-img first");
    m_file->write(offset, bytes);
}

} // namespace uaescope::hardfiles
