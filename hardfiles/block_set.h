// A set of the blocks of a volume. Takes memory for the parts that hold any.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace uaescope::hardfiles {

class BlockSet {
public:
    // For blocks below this number.
    explicit BlockSet(std::uint64_t blocks)
        : m_pages(static_cast<std::size_t>((blocks + pageBlocks - 1) / pageBlocks)) {}

    // False when it was there already.
    bool insert(std::uint32_t block) {
        auto& page = m_pages[block / pageBlocks];
        if (!page) page = std::make_unique<Page>();
        std::uint32_t& bits = (*page)[block % pageBlocks / 32];
        const std::uint32_t bit = 1u << block % 32;
        if ((bits & bit) != 0) return false;
        bits |= bit;
        return true;
    }

    bool contains(std::uint32_t block) const { return (bits(block / 32) >> block % 32 & 1) != 0; }

    // Which of the 32 blocks from this one on are there; the lowest bit is the first.
    std::uint32_t bitsFrom(std::uint64_t block) const {
        const auto shift = static_cast<unsigned>(block % 32);
        if (shift == 0) return bits(block / 32);
        return bits(block / 32) >> shift | bits(block / 32 + 1) << (32 - shift);
    }

private:
    static constexpr std::uint32_t pageBlocks = 32768;
    using Page = std::array<std::uint32_t, pageBlocks / 32>;

    std::uint32_t bits(std::uint64_t index) const {
        constexpr std::uint64_t longs = pageBlocks / 32;
        const std::size_t page = static_cast<std::size_t>(index / longs);
        return page < m_pages.size() && m_pages[page] ? (*m_pages[page])[index % longs] : 0;
    }

    std::vector<std::unique_ptr<Page>> m_pages;
};

} // namespace uaescope::hardfiles
