#include "hardfiles/sfs_layout.h"

#include "hardfiles/ffs_layout.h"

#include <algorithm>
#include <bit>

namespace uaescope::hardfiles::sfs {

namespace {

constexpr std::size_t objectHeader = 25;

// The text at the offset up to its NUL, and moves the offset behind that.
std::optional<std::string> textAt(ConstBytes block, std::size_t& offset) {
    const auto begin = block.begin() + static_cast<std::ptrdiff_t>(offset);
    const auto end = std::find(begin, block.end(), std::uint8_t{0});
    if (end == block.end()) return std::nullopt;
    offset += static_cast<std::size_t>(end - begin) + 1;
    return std::string(begin, end);
}

} // namespace

bool isBlockSize(std::uint32_t size) { return size >= 512 && size <= 32768 && std::has_single_bit(size); }

Objects objectsIn(ConstBytes block) {
    Objects found;
    for (std::size_t offset = objects::first; offset + objectHeader < block.size();) {
        std::size_t end = offset + objectHeader;
        if (block[end] == 0) break;
        Object object{longAt(block, offset + 4),
                      longAt(block, offset + 8),
                      longAt(block, offset + 12),
                      longAt(block, offset + 16),
                      longAt(block, offset + 20),
                      block[offset + 24],
                      "",
                      ""};
        const auto name = textAt(block, end);
        const auto comment = name && end < block.size() ? textAt(block, end) : std::nullopt;
        if (!comment) {
            found.whole = false;
            break;
        }
        object.name = *name;
        object.comment = *comment;
        found.objects.push_back(std::move(object));
        offset = end + end % 2;
    }
    return found;
}

std::optional<Extent> extentAt(ConstBytes block, std::uint32_t index) {
    const std::size_t offset = extents::entries + extents::leafEntry * std::size_t{index};
    if (offset + extents::leafEntry > block.size()) return std::nullopt;
    return Extent{longAt(block, offset), longAt(block, offset + 4), longAt(block, offset + 8),
                  wordAt(block, offset + 12)};
}

std::uint16_t hashOf(std::string_view name, bool caseSensitive) {
    auto hash = static_cast<std::uint16_t>(name.size());
    for (const char c : name) {
        const auto letter = static_cast<std::uint8_t>(c);
        hash = static_cast<std::uint16_t>(hash * 13 + (caseSensitive ? letter : ffs::upperCase(letter, dosType(3))));
    }
    return hash;
}

AmigaDate dateOf(std::uint32_t seconds) { return {seconds / 86400, seconds % 86400 / 60, seconds % 60 * 50}; }

unsigned nodeShift(std::uint32_t blockSize) { return static_cast<unsigned>(std::countr_zero(blockSize)) - 5; }

std::uint32_t blocksOfBitmapBlock(std::uint32_t blockSize) {
    return (blockSize - static_cast<std::uint32_t>(at::header)) * 8;
}

} // namespace uaescope::hardfiles::sfs
