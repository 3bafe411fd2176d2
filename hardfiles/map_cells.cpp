#include "hardfiles/map_cells.h"

#include <algorithm>

namespace uaescope::hardfiles {

std::uint64_t MapCell::used() const {
    std::uint64_t all = 0;
    for (const std::uint64_t count : m_counts) all += count;
    return all;
}

BlockRole MapCell::mainRole() const {
    for (const BlockRole rare :
         {BlockRole::root, BlockRole::lost, BlockRole::bitmap, BlockRole::admin, BlockRole::reserved})
        if (of(rare) != 0) return rare;
    const std::uint64_t names = of(BlockRole::header) + of(BlockRole::directory);
    const std::uint64_t contents = of(BlockRole::data) + of(BlockRole::extension);
    if (names + contents == 0) return BlockRole::free;
    if (names > contents)
        return of(BlockRole::directory) > of(BlockRole::header) ? BlockRole::directory : BlockRole::header;
    return of(BlockRole::extension) > of(BlockRole::data) ? BlockRole::extension : BlockRole::data;
}

MapCells::MapCells(const VolumeMap& map, std::uint64_t most)
    : m_blocksOfCell((map.info().blocks + most - 1) / most),
      m_cells(static_cast<std::size_t>((map.info().blocks + m_blocksOfCell - 1) / m_blocksOfCell)) {
    add({0, map.info().reserved, VolumeMap::noFile, 0, BlockRole::reserved});
    map.forEachRun([&](const BlockRun& run) { add(run); });
}

void MapCells::add(const BlockRun& run) {
    for (std::uint64_t block = run.first, end = block + run.count; block < end;) {
        const std::uint64_t next = std::min(end, (block / m_blocksOfCell + 1) * m_blocksOfCell);
        m_cells[static_cast<std::size_t>(block / m_blocksOfCell)].add(run.role, next - block);
        block = next;
    }
}

} // namespace uaescope::hardfiles
