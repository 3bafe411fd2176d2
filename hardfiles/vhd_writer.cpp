#include "hardfiles/vhd_writer.h"

#include "hardfiles/block_device.h"
#include "hardfiles/error.h"
#include "hardfiles/size_text.h"
#include "hardfiles/vhd_layout.h"

#include <algorithm>
#include <ctime>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint32_t blockBytes = 1u << 21;
constexpr std::uint32_t bitmapBytes = sectorSize;            // a bit for each of 4096 sectors
constexpr std::uint64_t largest = std::uint64_t{2040} << 30; // what the format's own limit leaves
constexpr std::uint64_t noOffset = ~std::uint64_t{0};

void putQuad(MutableBytes bytes, std::size_t offset, std::uint64_t value) {
    putLong(bytes, offset, static_cast<std::uint32_t>(value >> 32));
    putLong(bytes, offset + 4, static_cast<std::uint32_t>(value));
}

// Cylinders, heads and sectors in one long, by the rule of the format's specification.
std::uint32_t geometryOf(std::uint64_t size) {
    constexpr std::uint64_t mostSectors = std::uint64_t{65535} * 16 * 255;
    const std::uint64_t sectors = std::min(size / sectorSize, mostSectors);
    std::uint32_t perTrack = 255, heads = 16;
    std::uint64_t tracks = sectors / perTrack;
    if (sectors < std::uint64_t{65535} * 16 * 63) {
        perTrack = 17;
        tracks = sectors / perTrack;
        heads = std::max(4u, static_cast<std::uint32_t>((tracks + 1023) / 1024));
        if (tracks >= std::uint64_t{heads} * 1024 || heads > 16) {
            perTrack = 31;
            heads = 16;
            tracks = sectors / perTrack;
        }
        if (tracks >= std::uint64_t{heads} * 1024) {
            perTrack = 63;
            heads = 16;
            tracks = sectors / perTrack;
        }
    }
    return static_cast<std::uint32_t>(tracks / heads) << 16 | heads << 8 | perTrack;
}

void requireSize(std::uint64_t size) {
    if (size == 0 || size % sectorSize != 0 || size > largest)
        throw UsageError("size " + std::to_string(size) + ": a VHD holds whole sectors of 512 bytes, at most " +
                         sizeText(largest));
}

Bytes footer(std::uint64_t size, std::uint32_t type) {
    constexpr std::time_t epoch = 946684800; // 1 January 2000
    Bytes bytes(vhd::footerBytes);
    const auto now = static_cast<std::uint32_t>(std::time(nullptr) - epoch);
    putText(bytes, 0, vhd::footerCookie);
    putLong(bytes, vhd::footer::features, 2);
    putLong(bytes, vhd::footer::version, 0x10000);
    putQuad(bytes, vhd::footer::dynamicHeader, type == vhd::typeDynamic ? vhd::footerBytes : noOffset);
    putLong(bytes, vhd::footer::time, now);
    // Readers take the exact size only from creators that they know, and that of the geometry from others.
    putText(bytes, vhd::footer::creator, "win ");
    putLong(bytes, vhd::footer::creatorVersion, 0x60001);
    putText(bytes, vhd::footer::creatorHost, "Wi2k");
    putQuad(bytes, vhd::footer::originalSize, size);
    putQuad(bytes, vhd::footer::size, size);
    putLong(bytes, vhd::footer::cylinders, geometryOf(size));
    putLong(bytes, vhd::footer::type, type);
    // Made of time and size; nothing here refers to other files by it.
    putLong(bytes, vhd::footer::identifier, now);
    putQuad(bytes, vhd::footer::identifier + 4, size);
    putText(bytes, vhd::footer::identifier + 12, "UAEH");
    putLong(bytes, vhd::footer::checksum, vhd::checksumOf(bytes, vhd::footer::checksum));
    return bytes;
}

void append(FileImage& file, std::uint64_t offset, ConstBytes bytes) {
    if (file.size() < offset + bytes.size()) file.resize(offset + bytes.size());
    file.write(offset, bytes);
}

} // namespace

void writeFixedVhdFooter(FileImage& file, std::uint64_t size) {
    requireSize(size);
    append(file, size, footer(size, vhd::typeFixed));
}

DynamicVhdWriter::DynamicVhdWriter(FileImage& file, std::uint64_t size) : m_file(file), m_size(size) {
    requireSize(size);
    m_table.assign(static_cast<std::size_t>((size + blockBytes - 1) / blockBytes), vhd::hole);
    const std::uint64_t tableBytes = (4 * m_table.size() + sectorSize - 1) / sectorSize * sectorSize;
    m_end = vhd::footerBytes + vhd::headerBytes + tableBytes;
    m_file.resize(m_end);
}

std::uint64_t DynamicVhdWriter::placeOf(std::uint64_t block) {
    std::uint32_t& entry = m_table.at(static_cast<std::size_t>(block));
    if (entry == vhd::hole) {
        entry = static_cast<std::uint32_t>(m_end / sectorSize);
        append(m_file, m_end, Bytes(bitmapBytes, 0xff));
        m_end += bitmapBytes + blockBytes;
        m_file.resize(m_end);
    }
    return std::uint64_t{entry} * sectorSize + bitmapBytes;
}

void DynamicVhdWriter::write(std::uint64_t offset, ConstBytes bytes) {
    while (!bytes.empty()) {
        const std::uint64_t within = offset % blockBytes;
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(blockBytes - within, bytes.size()));
        m_file.write(placeOf(offset / blockBytes) + within, bytes.first(count));
        bytes = bytes.subspan(count);
        offset += count;
    }
}

void DynamicVhdWriter::finish() {
    Bytes header(vhd::headerBytes);
    putText(header, 0, vhd::headerCookie);
    putQuad(header, vhd::header::next, noOffset);
    putQuad(header, vhd::header::table, vhd::footerBytes + vhd::headerBytes);
    putLong(header, vhd::header::version, 0x10000);
    putLong(header, vhd::header::entries, static_cast<std::uint32_t>(m_table.size()));
    putLong(header, vhd::header::blockBytes, blockBytes);
    putLong(header, vhd::header::checksum, vhd::checksumOf(header, vhd::header::checksum));
    Bytes table((4 * m_table.size() + sectorSize - 1) / sectorSize * sectorSize, 0xff);
    for (std::size_t i = 0; i < m_table.size(); ++i) putLong(table, 4 * i, m_table[i]);
    const Bytes last = footer(m_size, vhd::typeDynamic);
    append(m_file, vhd::footerBytes, header);
    append(m_file, vhd::footerBytes + vhd::headerBytes, table);
    append(m_file, m_end, last);
    append(m_file, 0, last);
}

} // namespace uaescope::hardfiles
