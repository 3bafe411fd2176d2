#include "tests/hardfiles/volume_builder.h"

#include "hardfiles/ffs_cache.h"
#include "hardfiles/ffs_layout.h"

#include <algorithm>

namespace uaescope::hardfiles::testing {

namespace {

std::size_t offsetOf(ConstBytes block, int index) {
    return index >= 0 ? 4 * static_cast<std::size_t>(index) : block.size() - 4 * static_cast<std::size_t>(-index);
}

} // namespace

VolumeBuilder::VolumeBuilder(PartitionWindow window, const FormatOptions& options)
    : m_window(std::move(window)), m_options(options) {
    // A fresh volume with long names differs in its DosType only.
    FormatOptions fresh = options;
    if (options.dosType.hasLongNames()) fresh.dosType = DosType(options.dosType.value() - 4);
    formatVolume(m_window, fresh);
    Bytes boot = m_window.read(0);
    putLong(boot, ffs::boot::dosType, options.dosType.value());
    m_window.write(0, boot);
    const FreshLayout layout = freshLayout(m_window.blocks(), m_window.blockSize(), fresh);
    m_root = static_cast<std::uint32_t>(layout.root);
    m_firstPage = static_cast<std::uint32_t>(layout.firstPage);
    m_next = static_cast<std::uint32_t>(layout.end);
}

std::uint32_t VolumeBuilder::allocate() {
    mark(m_next, Mark::used);
    return m_next++;
}

void VolumeBuilder::mark(std::uint32_t block, Mark mark) {
    const std::uint32_t covered = ffs::blocksOfPage(m_window.blockSize());
    const std::uint32_t bit = block - m_options.reserved;
    const std::uint32_t page = m_firstPage + bit / covered;
    Bytes bytes = m_window.read(page);
    const std::size_t offset = 4 + 4 * std::size_t{bit % covered / 32};
    const std::uint32_t mask = 1u << bit % covered % 32;
    const std::uint32_t bits = longAt(bytes, offset);
    putLong(bytes, offset, mark == Mark::used ? bits & ~mask : bits | mask);
    putChecksum(bytes, 0, bytes.size() / 4);
    m_window.write(page, bytes);
}

std::uint32_t VolumeBuilder::addHeader(std::uint32_t parent, const std::string& name, std::int32_t kind) {
    const std::uint32_t number = allocate();
    Bytes block(m_window.blockSize());
    putLong(block, ffs::at::type, ffs::typeHeader);
    putLong(block, ffs::at::ownKey, number);
    putBstr(block,
            block.size() - (m_options.dosType.hasLongNames() ? ffs::longNames::fromEnd::names : ffs::fromEnd::name),
            name);
    putLong(block, block.size() - ffs::fromEnd::parent, parent);
    putLong(block, block.size() - ffs::fromEnd::kind, static_cast<std::uint32_t>(kind));
    const int slot =
        6 + static_cast<int>(ffs::hashSlot(name, m_options.dosType, ffs::tableSlots(m_window.blockSize())));
    putLong(block, block.size() - ffs::fromEnd::hashChain, getLong(parent, slot));
    putChecksum(block, ffs::at::checksum, block.size() / 4);
    m_window.write(number, block);
    setLong(parent, slot, number);
    return number;
}

std::uint32_t VolumeBuilder::addCacheBlock(std::uint32_t directory) {
    const std::uint32_t number = allocate();
    m_window.write(number, Bytes(m_window.blockSize()));
    setLong(number, 0, ffs::typeDirectoryCache);
    setLong(number, 1, number);
    setLong(number, 2, directory);
    return number;
}

void VolumeBuilder::addCacheRecord(std::uint32_t parent, std::uint32_t header) {
    if (!m_options.dosType.hasDirectoryCache()) return;
    const CacheRecord record = cacheRecordOf(ffs::entryOf(m_window.read(header), header, m_options.dosType));
    std::uint32_t cache = getLong(parent, -2);
    while (getLong(cache, 4) != 0) cache = getLong(cache, 4);
    std::size_t offset = ffs::at::table;
    const auto records = readCacheBlock(m_window.read(cache));
    for (const CacheRecord& other : records.value()) offset += cacheRecordBytes(other);
    if (offset + cacheRecordBytes(record) > m_window.blockSize()) {
        const std::uint32_t next = addCacheBlock(parent);
        setLong(cache, 4, next);
        cache = next;
        offset = ffs::at::table;
    }
    Bytes block = m_window.read(cache);
    putCacheRecord(block, offset, record);
    m_window.write(cache, block);
    setLong(cache, 3, getLong(cache, 3) + 1);
}

std::uint32_t VolumeBuilder::addDirectory(std::uint32_t parent, const std::string& name) {
    const std::uint32_t number = addHeader(parent, name, ffs::kindDirectory);
    if (m_options.dosType.hasDirectoryCache()) setLong(number, -2, addCacheBlock(number));
    addCacheRecord(parent, number);
    return number;
}

std::uint32_t VolumeBuilder::addHardLink(std::uint32_t parent, const std::string& name, std::uint32_t target) {
    const bool toFile = getLong(target, -1) == static_cast<std::uint32_t>(ffs::kindFile);
    const std::uint32_t number = addHeader(parent, name, toFile ? ffs::kindFileLink : ffs::kindDirectoryLink);
    setLong(number, -11, target);
    setLong(number, -10, getLong(target, -10));
    setLong(target, -10, number);
    addCacheRecord(parent, number);
    return number;
}

std::uint32_t VolumeBuilder::addCommentBlock(std::uint32_t header, const std::string& comment) {
    const std::uint32_t number = allocate();
    Bytes block(m_window.blockSize());
    putBstr(block, ffs::at::table, comment);
    m_window.write(number, block);
    setLong(number, 0, ffs::typeComment);
    setLong(number, 1, number);
    setLong(number, 2, header);
    setLong(header, -18, number);
    return number;
}

std::uint32_t VolumeBuilder::addSoftLink(std::uint32_t parent, const std::string& name, const std::string& target) {
    const std::uint32_t number = addHeader(parent, name, ffs::kindSoftLink);
    Bytes block = m_window.read(number);
    putText(block, ffs::at::table, target);
    m_window.write(number, block);
    setLong(number, 1, number);
    addCacheRecord(parent, number);
    return number;
}

std::uint32_t VolumeBuilder::writeData(ConstBytes piece, std::uint32_t header, std::uint32_t sequence) {
    const std::uint32_t number = allocate();
    Bytes block(m_window.blockSize());
    if (m_options.dosType.isFfs()) {
        std::copy(piece.begin(), piece.end(), block.begin());
        m_window.write(number, block);
        return number;
    }
    putLong(block, ffs::at::type, ffs::typeData);
    putLong(block, ffs::data::header, header);
    putLong(block, ffs::data::sequence, sequence);
    putLong(block, ffs::data::bytes, static_cast<std::uint32_t>(piece.size()));
    std::copy(piece.begin(), piece.end(), block.begin() + static_cast<std::ptrdiff_t>(ffs::data::payload));
    putChecksum(block, ffs::at::checksum, block.size() / 4);
    m_window.write(number, block);
    return number;
}

std::uint32_t VolumeBuilder::addFile(std::uint32_t parent, const std::string& name, ConstBytes contents) {
    const std::uint32_t header = addHeader(parent, name, ffs::kindFile);
    const std::uint32_t payload = ffs::dataBytes(m_options.dosType, m_window.blockSize());
    const std::uint32_t slots = ffs::tableSlots(m_window.blockSize());
    setLong(header, -47, static_cast<std::uint32_t>(contents.size()));
    std::uint32_t table = header;
    std::uint32_t previous = 0;
    for (std::uint32_t index = 0; std::size_t{index} * payload < contents.size(); ++index) {
        if (index != 0 && index % slots == 0) {
            const std::uint32_t extension = allocate();
            m_window.write(extension, Bytes(m_window.blockSize()));
            setLong(extension, 0, ffs::typeExtension);
            setLong(extension, 1, extension);
            setLong(extension, -3, header);
            setLong(extension, -1, static_cast<std::uint32_t>(ffs::kindFile));
            setLong(table, -2, extension);
            table = extension;
        }
        const std::size_t from = std::size_t{index} * payload;
        const ConstBytes piece = contents.subspan(from, std::min<std::size_t>(payload, contents.size() - from));
        const std::uint32_t data = writeData(piece, header, index + 1);
        if (index == 0)
            setLong(header, 4, data);
        else if (!m_options.dosType.isFfs())
            setLong(previous, 4, data);
        setLong(table, 2, index % slots + 1);
        setLong(table, static_cast<int>(6 + slots - 1 - index % slots), data);
        previous = data;
    }
    addCacheRecord(parent, header);
    return header;
}

void VolumeBuilder::setLong(std::uint32_t block, int index, std::uint32_t value) {
    Bytes bytes = m_window.read(block);
    putLong(bytes, offsetOf(bytes, index), value);
    putChecksum(bytes, ffs::at::checksum, bytes.size() / 4);
    m_window.write(block, bytes);
}

std::uint32_t VolumeBuilder::getLong(std::uint32_t block, int index) const {
    const Bytes bytes = m_window.read(block);
    return longAt(bytes, offsetOf(bytes, index));
}

void VolumeBuilder::damage(std::uint32_t block, std::size_t offset) {
    Bytes bytes = m_window.read(block);
    bytes[offset] ^= 0x55;
    m_window.write(block, bytes);
}

Bytes pattern(std::size_t size) {
    Bytes bytes(size);
    std::uint32_t state = 12345;
    for (std::uint8_t& byte : bytes) {
        state = state * 1664525 + 1013904223;
        byte = static_cast<std::uint8_t>(state >> 24);
    }
    return bytes;
}

} // namespace uaescope::hardfiles::testing
