#include "hardfiles/vhd_image.h"

#include "hardfiles/block_device.h"
#include "hardfiles/error.h"
#include "hardfiles/vhd_layout.h"

#include <algorithm>
#include <numeric>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint32_t largestBlock = 1u << 28;
constexpr std::uint32_t mostEntries = 1u << 22; // 2 TiB in blocks of 512 KiB, the smallest that are made

std::uint64_t quadAt(ConstBytes bytes, std::size_t offset) {
    return std::uint64_t{longAt(bytes, offset)} << 32 | longAt(bytes, offset + 4);
}

bool startsWith(ConstBytes bytes, std::string_view cookie) {
    return capture::ByteCursor(bytes).text(vhd::cookieBytes) == cookie;
}

Bytes readAt(const Image& file, std::uint64_t offset, std::size_t count) {
    Bytes bytes(count);
    file.read(offset, bytes);
    return bytes;
}

// The one at the end counts; the copy at the start of a dynamic file is for when that is damaged.
Bytes readFooter(const Image& file) {
    if (file.size() < 2 * vhd::footerBytes)
        throw FormatError(file.name() + ": expected a VHD, found " + std::to_string(file.size()) +
                          " bytes; the file is cut off");
    for (const std::uint64_t offset : {file.size() - vhd::footerBytes, std::uint64_t{0}}) {
        Bytes bytes = readAt(file, offset, vhd::footerBytes);
        if (startsWith(bytes, vhd::footerCookie) &&
            vhd::checksumOf(bytes, vhd::footer::checksum) == longAt(bytes, vhd::footer::checksum))
            return bytes;
    }
    throw FormatError(file.name() + ": offset " + std::to_string(file.size() - vhd::footerBytes) +
                      ": expected a VHD footer with a right checksum here or at the start, found none; the file is "
                      "damaged or cut off");
}

} // namespace

std::uint32_t vhd::checksumOf(ConstBytes bytes, std::size_t checksum) {
    const auto sum = [](ConstBytes part) { return std::accumulate(part.begin(), part.end(), std::uint32_t{0}); };
    return ~(sum(bytes) - sum(bytes.subspan(checksum, 4)));
}

bool isVhd(const Image& file) {
    if (file.size() < 2 * vhd::footerBytes) return false;
    return startsWith(readAt(file, 0, vhd::footerBytes), vhd::footerCookie) ||
           startsWith(readAt(file, file.size() - vhd::footerBytes, vhd::footerBytes), vhd::footerCookie);
}

VhdImage::VhdImage(std::unique_ptr<Image> file) : m_file(std::move(file)) {
    const Bytes bytes = readFooter(*m_file);
    m_size = quadAt(bytes, vhd::footer::size);
    const std::uint32_t type = longAt(bytes, vhd::footer::type);
    if (type == vhd::typeDynamic) {
        readDynamicHeader(quadAt(bytes, vhd::footer::dynamicHeader));
        return;
    }
    if (type != vhd::typeFixed)
        throw FormatError(name() + ": expected a fixed or dynamic VHD, found type " + std::to_string(type) +
                          "; a VHD that keeps only differences needs the file they are to, convert it with qemu-img");
    if (m_size > m_file->size() - vhd::footerBytes)
        throw FormatError(name() + ": expected a disk of " + std::to_string(m_size) + " bytes, found " +
                          std::to_string(m_file->size() - vhd::footerBytes) + "; the file is cut off");
}

void VhdImage::readDynamicHeader(std::uint64_t offset) {
    const Bytes bytes = readAt(*m_file, offset, vhd::headerBytes);
    if (!startsWith(bytes, vhd::headerCookie) ||
        vhd::checksumOf(bytes, vhd::header::checksum) != longAt(bytes, vhd::header::checksum))
        throw FormatError(name() + ": offset " + std::to_string(offset) +
                          ": expected the header of a dynamic VHD with a right checksum; the file is damaged");
    m_blockBytes = longAt(bytes, vhd::header::blockBytes);
    const std::uint32_t entries = longAt(bytes, vhd::header::entries);
    const bool blockIsRight =
        m_blockBytes >= sectorSize && m_blockBytes <= largestBlock && (m_blockBytes & (m_blockBytes - 1)) == 0;
    if (!blockIsRight || entries > mostEntries || entries > m_file->size() / 4 ||
        std::uint64_t{entries} * m_blockBytes < m_size)
        throw FormatError(name() + ": offset " + std::to_string(offset) +
                          ": expected blocks that make up the disk of " + std::to_string(m_size) + " bytes, found " +
                          std::to_string(entries) + " of " + std::to_string(m_blockBytes));
    const std::uint32_t bitmap = m_blockBytes / sectorSize / 8;
    m_bitmapBytes = (std::max(bitmap, 1u) + sectorSize - 1) / sectorSize * sectorSize;
    const Bytes table = readAt(*m_file, quadAt(bytes, vhd::header::table), 4 * std::size_t{entries});
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

std::uint64_t VhdImage::nextData(std::uint64_t offset) const {
    if (!isDynamic()) return m_file->nextData(offset);
    std::size_t block = static_cast<std::size_t>(offset / m_blockBytes);
    if (block < m_table.size() && m_table[block] != vhd::hole) return offset;
    while (block < m_table.size() && m_table[block] == vhd::hole) ++block;
    return std::min(m_size, std::uint64_t{block} * m_blockBytes);
}

void VhdImage::readSector(std::uint64_t sector, MutableBytes into) const {
    const std::uint32_t perBlock = m_blockBytes / sectorSize;
    const std::uint32_t place = m_table[static_cast<std::size_t>(sector / perBlock)];
    const auto index = static_cast<std::uint32_t>(sector % perBlock);
    std::fill(into.begin(), into.end(), std::uint8_t{0});
    if (place == vhd::hole) return;
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
