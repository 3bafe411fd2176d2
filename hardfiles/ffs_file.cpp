// The part of FfsVolume that reads the contents of files.
#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_volume.h"

#include <algorithm>
#include <unordered_set>

namespace uaescope::hardfiles {

void FfsVolume::readFile(const Entry& file, const std::function<void(ConstBytes)>& take) const {
    if (file.kind != EntryKind::file) throw UsageError(m_window.where(file.block) + ": not a file");
    const std::uint32_t payload = ffs::dataBytes(m_info.dosType, m_info.blockSize);
    const std::uint32_t slots = ffs::tableSlots(m_info.blockSize);
    const std::uint64_t count = (std::uint64_t{file.size} + payload - 1) / payload;
    if (count > m_info.blocks)
        throw FormatError(m_window.where(file.block) + ": expected at most " + std::to_string(m_info.blocks) +
                          " data blocks, found a size of " + std::to_string(file.size) + " bytes");
    Bytes table = read(file.block, ffs::typeHeader);
    std::unordered_set<std::uint32_t> extensions;
    std::uint64_t left = file.size;
    for (std::uint64_t index = 0; index < count; ++index) {
        const std::uint64_t used = index % slots;
        if (used == 0 && index != 0) {
            const std::uint32_t extension = longAt(table, table.size() - ffs::fromEnd::extension);
            table = read(extension, ffs::typeExtension);
            if (!extensions.insert(extension).second)
                throw FormatError(m_window.where(extension) + ": the chain of extensions comes back here");
            const std::uint32_t owner = longAt(table, table.size() - ffs::fromEnd::parent);
            if (owner != file.block)
                throw FormatError(m_window.where(extension) + ": expected an extension of the file at block " +
                                  std::to_string(file.block) + ", found one of block " + std::to_string(owner));
        }
        const auto slot = static_cast<std::size_t>(slots - 1 - used);
        const std::uint32_t block = longAt(table, ffs::at::table + 4 * slot);
        const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(left, payload));
        take(ConstBytes(readData(file, block, static_cast<std::uint32_t>(index + 1))).subspan(payloadOffset(), here));
        left -= here;
    }
}

std::size_t FfsVolume::payloadOffset() const { return m_info.dosType.isFfs() ? 0 : ffs::data::payload; }

Bytes FfsVolume::readData(const Entry& file, std::uint32_t block, std::uint32_t sequence) const {
    if (!inRange(block))
        throw FormatError(m_window.where(file.block) + ": data block " + std::to_string(sequence) +
                          " of the file would be block " + std::to_string(block) + ", outside the volume");
    if (m_info.dosType.isFfs()) return m_window.read(block);
    Bytes bytes = read(block, ffs::typeData);
    const std::uint32_t owner = longAt(bytes, ffs::data::header);
    const std::uint32_t number = longAt(bytes, ffs::data::sequence);
    if (owner != file.block || number != sequence)
        throw FormatError(m_window.where(block) + ": expected data block " + std::to_string(sequence) +
                          " of the file at block " + std::to_string(file.block) + ", found number " +
                          std::to_string(number) + " of block " + std::to_string(owner));
    return bytes;
}

} // namespace uaescope::hardfiles
