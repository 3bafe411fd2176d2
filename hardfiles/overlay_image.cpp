#include "hardfiles/overlay_image.h"

#include "hardfiles/block_device.h"
#include "hardfiles/error.h"

#include <algorithm>

namespace uaescope::hardfiles {

namespace {

constexpr std::string_view mark = "uaehdf undo 1\n";
constexpr std::size_t sizeAt = 16, countAt = 24, headerBytes = 32, offsetBytes = 8;

void putQuad(MutableBytes bytes, std::size_t offset, std::uint64_t value) {
    putLong(bytes, offset, static_cast<std::uint32_t>(value >> 32));
    putLong(bytes, offset + 4, static_cast<std::uint32_t>(value));
}

std::uint64_t quadAt(ConstBytes bytes, std::size_t offset) {
    return std::uint64_t{longAt(bytes, offset)} << 32 | longAt(bytes, offset + 4);
}

// The bytes of a sector; fewer when the image ends in it.
Bytes readSector(const Image& image, std::uint64_t number) {
    const std::uint64_t offset = number * sectorSize;
    Bytes bytes(static_cast<std::size_t>(std::min<std::uint64_t>(sectorSize, image.size() - offset)));
    image.read(offset, bytes);
    return bytes;
}

bool same(const Bytes& left, ConstBytes right) {
    return std::equal(left.begin(), left.end(), right.begin(),
                      right.begin() + static_cast<std::ptrdiff_t>(left.size()));
}

} // namespace

Bytes OverlayImage::sector(std::uint64_t number) const {
    const auto changed = m_sectors.find(number);
    return changed != m_sectors.end() ? changed->second : readSector(*m_image, number);
}

void OverlayImage::read(std::uint64_t offset, MutableBytes into) const {
    m_image->read(offset, into);
    if (into.empty()) return;
    const std::uint64_t end = offset + into.size();
    for (auto changed = m_sectors.lower_bound(offset / sectorSize);
         changed != m_sectors.end() && changed->first * sectorSize < end; ++changed) {
        const std::uint64_t start = changed->first * sectorSize;
        const std::uint64_t from = std::max(start, offset);
        const std::uint64_t to = std::min(start + changed->second.size(), end);
        std::copy(changed->second.begin() + static_cast<std::ptrdiff_t>(from - start),
                  changed->second.begin() + static_cast<std::ptrdiff_t>(to - start),
                  into.begin() + static_cast<std::ptrdiff_t>(from - offset));
    }
}

void OverlayImage::write(std::uint64_t offset, ConstBytes bytes) {
    requireRange(offset, bytes.size());
    while (!bytes.empty()) {
        const std::uint64_t number = offset / sectorSize;
        const auto within = static_cast<std::size_t>(offset % sectorSize);
        const std::size_t count = std::min(sectorSize - within, bytes.size());
        Bytes changed = sector(number);
        std::copy_n(bytes.begin(), count, changed.begin() + static_cast<std::ptrdiff_t>(within));
        if (same(changed, readSector(*m_image, number)))
            m_sectors.erase(number);
        else
            m_sectors[number] = std::move(changed);
        bytes = bytes.subspan(count);
        offset += count;
    }
}

Bytes OverlayImage::undo() const {
    Bytes file(headerBytes);
    putText(file, 0, mark);
    putQuad(file, sizeAt, size());
    putQuad(file, countAt, m_sectors.size());
    for (const auto& [number, after] : m_sectors) {
        const std::size_t at = file.size();
        file.resize(at + offsetBytes + 2 * sectorSize);
        putQuad(file, at, number * sectorSize);
        const Bytes before = readSector(*m_image, number);
        std::copy(before.begin(), before.end(), file.begin() + static_cast<std::ptrdiff_t>(at + offsetBytes));
        std::copy(after.begin(), after.end(),
                  file.begin() + static_cast<std::ptrdiff_t>(at + offsetBytes + sectorSize));
    }
    return file;
}

void OverlayImage::apply() {
    for (const auto& [number, bytes] : m_sectors) m_image->write(number * sectorSize, bytes);
    m_image->sync();
    m_sectors.clear();
}

std::size_t undoChanges(Image& image, ConstBytes undo) {
    constexpr std::size_t change = offsetBytes + 2 * sectorSize;
    if (undo.size() < headerBytes || capture::ByteCursor(undo).text(mark.size()) != mark ||
        (undo.size() - headerBytes) % change != 0 || quadAt(undo, countAt) != (undo.size() - headerBytes) / change)
        throw FormatError("the undo file: expected one that 'uaehdf check --repair' has made, whole");
    if (quadAt(undo, sizeAt) != image.size())
        throw FormatError("the undo file: is of an image of " + std::to_string(quadAt(undo, sizeAt)) + " bytes, but " +
                          image.name() + " has " + std::to_string(image.size()));
    // A repair that was cut off has changed some of the sectors only.
    for (std::size_t at = headerBytes; at < undo.size(); at += change) {
        const std::uint64_t offset = quadAt(undo, at);
        if (offset % sectorSize != 0 || offset >= image.size())
            throw FormatError("the undo file: names offset " + std::to_string(offset) + ", which is none of a sector");
        const Bytes now = readSector(image, offset / sectorSize);
        if (!same(now, undo.subspan(at + offsetBytes, sectorSize)) &&
            !same(now, undo.subspan(at + offsetBytes + sectorSize, sectorSize)))
            throw FormatError(image.name() + ": offset " + std::to_string(offset) +
                              ": the image has been changed since the repair, which cannot be taken back any more");
    }
    for (std::size_t at = headerBytes; at < undo.size(); at += change) {
        const std::uint64_t offset = quadAt(undo, at);
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(sectorSize, image.size() - offset));
        image.write(offset, undo.subspan(at + offsetBytes, count));
    }
    image.sync();
    return (undo.size() - headerBytes) / change;
}

} // namespace uaescope::hardfiles
