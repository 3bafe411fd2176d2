// A volume cut into parts of the same number of blocks, and what is in each: what pictures of it are made from.
#pragma once

#include "hardfiles/volume_map.h"

#include <array>
#include <cstdint>
#include <vector>

namespace uaescope::hardfiles {

// Blocks by their roles; free ones are not counted.
class MapCell {
public:
    std::uint64_t of(BlockRole role) const { return m_counts[static_cast<std::size_t>(role)]; }
    void add(BlockRole role, std::uint64_t blocks) { m_counts[static_cast<std::size_t>(role)] += blocks; }
    std::uint64_t used() const;
    // What is rare and important shows even when it is one block of thousands; the rest by what there is most of.
    BlockRole mainRole() const;

private:
    std::array<std::uint64_t, blockRoles> m_counts{};
};

class MapCells {
public:
    MapCells(const VolumeMap& map, std::uint64_t most);

    std::uint64_t blocksOfCell() const { return m_blocksOfCell; }
    const std::vector<MapCell>& cells() const { return m_cells; }

private:
    void add(const BlockRun& run);

    std::uint64_t m_blocksOfCell;
    std::vector<MapCell> m_cells;
};

} // namespace uaescope::hardfiles
