#include "tests/hardfiles/volume_builder.h"

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
    formatVolume(m_window, options);
    const FreshLayout layout = freshLayout(m_window.blocks(), m_window.blockSize(), options);
    m_root = static_cast<std::uint32_t>(layout.root);
    m_next = static_cast<std::uint32_t>(layout.end);
}

std::uint32_t VolumeBuilder::addHeader(std::uint32_t parent, const std::string& name, std::int32_t kind) {
    const std::uint32_t number = m_next++;
    Bytes block(m_window.blockSize());
    putLong(block, ffs::at::type, ffs::typeHeader);
    putLong(block, ffs::at::ownKey, number);
    putBstr(block, block.size() - ffs::fromEnd::name, name);
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

std::uint32_t VolumeBuilder::addDirectory(std::uint32_t parent, const std::string& name) {
    return addHeader(parent, name, ffs::kindDirectory);
}

std::uint32_t VolumeBuilder::addSoftLink(std::uint32_t parent, const std::string& name, const std::string& target) {
    const std::uint32_t number = addHeader(parent, name, ffs::kindSoftLink);
    Bytes block = m_window.read(number);
    putText(block, ffs::at::table, target);
    m_window.write(number, block);
    setLong(number, 1, number);
    return number;
}

std::uint32_t VolumeBuilder::writeData(ConstBytes piece, std::uint32_t header, std::uint32_t sequence) {
    const std::uint32_t number = m_next++;
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
            const std::uint32_t extension = m_next++;
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
