// A set of the blocks of a volume. Takes memory for the parts of it that are neither empty nor full, so that a few
// bytes that claim a whole disk do not cost one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace uaescope::hardfiles {

class BlockSet {
public:
    // For blocks below this number.
    explicit BlockSet(std::uint64_t blocks)
        : m_parts(static_cast<std::size_t>((blocks + partBlocks - 1) / partBlocks)) {}

    // False when it was there already.
    bool insert(std::uint32_t block) {
        if (contains(block)) return false;
        insertRun(block, 1);
        return true;
    }

    // None of them may be there yet.
    void insertRun(std::uint64_t first, std::uint64_t count) {
        while (count != 0) {
            Part& part = m_parts[static_cast<std::size_t>(first / partBlocks)];
            const std::uint64_t within = first % partBlocks;
            const std::uint64_t here = std::min(count, partBlocks - within);
            part.count += static_cast<std::uint32_t>(here);
            if (part.count == partBlocks) {
                part.bits.reset();
            } else {
                if (!part.bits) part.bits = std::make_unique<Bits>();
                for (std::uint64_t block = within, end = within + here; block < end;) {
                    const std::uint64_t bits = std::min(32 - block % 32, end - block);
                    (*part.bits)[block / 32] |= (bits == 32 ? 0xffffffffu : (1u << bits) - 1) << block % 32;
                    block += bits;
                }
            }
            first += here;
            count -= here;
        }
    }

    bool contains(std::uint64_t block) const { return (bits(block / 32) >> block % 32 & 1) != 0; }

    // The first block of the run that is there; the end of the run when none is.
    std::uint64_t firstIn(std::uint64_t first, std::uint64_t count) const {
        const std::uint64_t end = first + count;
        for (std::uint64_t block = first; block < end;) {
            const std::uint64_t nextPart = (block / partBlocks + 1) * partBlocks;
            if (m_parts[static_cast<std::size_t>(block / partBlocks)].count == 0) {
                block = nextPart;
                continue;
            }
            const std::uint32_t there = bits(block / 32) >> block % 32;
            if (there != 0) return std::min(end, block + static_cast<std::uint64_t>(std::countr_zero(there)));
            block += 32 - block % 32;
        }
        return end;
    }

    // Which of the 32 blocks from this one on are there; the lowest bit is the first.
    std::uint32_t bitsFrom(std::uint64_t block) const {
        const auto shift = static_cast<unsigned>(block % 32);
        if (shift == 0) return bits(block / 32);
        return bits(block / 32) >> shift | bits(block / 32 + 1) << (32 - shift);
    }

private:
    static constexpr std::uint64_t partBlocks = 32768;
    using Bits = std::array<std::uint32_t, partBlocks / 32>;

    struct Part {
        std::uint32_t count = 0;    // of its blocks that are there
        std::unique_ptr<Bits> bits; // none when all of them are, or none is
    };

    std::uint32_t bits(std::uint64_t index) const {
        constexpr std::uint64_t longs = partBlocks / 32;
        const auto place = static_cast<std::size_t>(index / longs);
        if (place >= m_parts.size()) return 0;
        const Part& part = m_parts[place];
        if (part.bits) return (*part.bits)[index % longs];
        return part.count == 0 ? 0 : 0xffffffff;
    }

    std::vector<Part> m_parts;
};

} // namespace uaescope::hardfiles
