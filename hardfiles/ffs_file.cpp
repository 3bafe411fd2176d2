// The part of FfsVolume that reads the contents of files.
#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_volume.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace uaescope::hardfiles {

void FfsVolume::readFile(const Entry& file, const std::function<void(ConstBytes)>& take) const {
    if (file.kind != EntryKind::file) throw UsageError(m_window.where(file.block) + ": not a file");
    const std::uint32_t payload = ffs::dataBytes(m_info.dosType, m_info.blockSize);
    const std::uint32_t slots = ffs::tableSlots(m_info.blockSize);
    const std::uint64_t count = (std::uint64_t{file.size} + payload - 1) / payload;
    if (count > m_info.blocks)
        throw FormatError(m_window.where(file.block) + ": expected at most " + std::to_string(m_info.blocks) +
                          " data blocks, found a size of " + std::to_string(file.size) + " bytes");
    DataRun run;
    const auto flush = [&] {
        const DataRun whole = std::exchange(run, {});
        if (whole.count != 0) takeRun(file, whole, take);
    };
    Bytes table = read(file.block, ffs::typeHeader);
    std::unordered_set<std::uint32_t> extensions;
    std::uint64_t left = file.size;
    try {
        for (std::uint64_t index = 0; index < count; ++index) {
            const std::uint64_t used = index % slots;
            if (used == 0 && index != 0) table = nextTable(file, table, extensions);
            const std::uint32_t block = longAt(table, ffs::at::table + 4 * static_cast<std::size_t>(slots - 1 - used));
            if (!inRange(block))
                throw FormatError(m_window.where(file.block) + ": data block " + std::to_string(index + 1) +
                                  " of the file would be block " + std::to_string(block) + ", outside the volume");
            const bool goesOn = block == std::uint64_t{run.first} + run.count &&
                                (std::size_t{run.count} + 1) * m_info.blockSize <= batchBytes;
            if (!goesOn) flush();
            if (run.count == 0) run = {block, 0, index, 0};
            const std::uint64_t here = std::min<std::uint64_t>(left, payload);
            ++run.count;
            run.bytes += here;
            left -= here;
        }
    } catch (const FormatError&) { // what comes before the damage can be read
        flush();
        throw;
    }
    flush();
}

Bytes FfsVolume::nextTable(const Entry& file, ConstBytes table, std::unordered_set<std::uint32_t>& seen) const {
    const std::uint32_t extension = longAt(table, table.size() - ffs::fromEnd::extension);
    Bytes next = read(extension, ffs::typeExtension);
    if (!seen.insert(extension).second)
        throw FormatError(m_window.where(extension) + ": the chain of extensions comes back here");
    const std::uint32_t owner = longAt(next, next.size() - ffs::fromEnd::parent);
    if (owner != file.block)
        throw FormatError(m_window.where(extension) + ": expected an extension of the file at block " +
                          std::to_string(file.block) + ", found one of block " + std::to_string(owner));
    return next;
}

void FfsVolume::takeRun(const Entry& file, const DataRun& run, const std::function<void(ConstBytes)>& take) const {
    Bytes bytes(std::size_t{run.count} * m_info.blockSize);
    m_window.read(run.first, bytes);
    if (m_info.dosType.isFfs()) return take(ConstBytes(bytes).first(static_cast<std::size_t>(run.bytes)));
    // The contents move together, over the headers of their blocks.
    const std::size_t payload = m_info.blockSize - ffs::data::payload;
    std::size_t done = 0;
    try {
        for (std::uint32_t i = 0; i < run.count; ++i) {
            const ConstBytes block = ConstBytes(bytes).subspan(std::size_t{i} * m_info.blockSize, m_info.blockSize);
            requireData(file, block, run.first + i, run.index + i);
            const std::size_t here = std::min(payload, static_cast<std::size_t>(run.bytes) - done);
            std::copy_n(block.begin() + ffs::data::payload, here, bytes.begin() + static_cast<std::ptrdiff_t>(done));
            done += here;
        }
    } catch (const FormatError&) {
        if (done != 0) take(ConstBytes(bytes).first(done));
        throw;
    }
    take(ConstBytes(bytes).first(done));
}

void FfsVolume::requireData(const Entry& file, ConstBytes bytes, std::uint32_t block, std::uint64_t index) const {
    Finding problem;
    if (!isRight(bytes, block, ffs::typeData, problem))
        throw FormatError(m_window.where(block) + ": " + problem.message);
    const std::uint32_t owner = longAt(bytes, ffs::data::header);
    const std::uint32_t number = longAt(bytes, ffs::data::sequence);
    if (owner != file.block || number != index + 1)
        throw FormatError(m_window.where(block) + ": expected data block " + std::to_string(index + 1) +
                          " of the file at block " + std::to_string(file.block) + ", found number " +
                          std::to_string(number) + " of block " + std::to_string(owner));
}

} // namespace uaescope::hardfiles
