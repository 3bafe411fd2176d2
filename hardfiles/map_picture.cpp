#include "hardfiles/map_picture.h"

#include <algorithm>
#include <array>
#include <vector>

namespace uaescope::hardfiles {

namespace {

using Cell = std::array<std::uint64_t, blockRoles>;

std::uint64_t& in(Cell& cell, BlockRole role) { return cell[static_cast<std::size_t>(role)]; }
std::uint64_t in(const Cell& cell, BlockRole role) { return cell[static_cast<std::size_t>(role)]; }

void add(std::vector<Cell>& cells, std::uint64_t blocksOfCell, const BlockRun& run) {
    for (std::uint64_t block = run.first, end = block + run.count; block < end;) {
        const std::uint64_t next = std::min(end, (block / blocksOfCell + 1) * blocksOfCell);
        in(cells[static_cast<std::size_t>(block / blocksOfCell)], run.role) += next - block;
        block = next;
    }
}

// What is rare and important shows even when it is one block of thousands; the rest by what there is most of.
char character(const Cell& cell, std::uint64_t blocksOfCell) {
    if (in(cell, BlockRole::root) != 0) return 'R';
    if (in(cell, BlockRole::lost) != 0) return '?';
    if (in(cell, BlockRole::bitmap) != 0) return 'B';
    if (in(cell, BlockRole::reserved) != 0) return 'b';
    const std::uint64_t data = in(cell, BlockRole::data) + in(cell, BlockRole::extension);
    const std::uint64_t names = in(cell, BlockRole::header) + in(cell, BlockRole::directory);
    if (data + names == 0) return '.';
    if (names > data) return in(cell, BlockRole::directory) > in(cell, BlockRole::header) ? 'd' : 'h';
    return 2 * (data + names) >= blocksOfCell ? '#' : '+';
}

} // namespace

std::string mapPicture(const VolumeMap& map, const PictureSize& size) {
    const std::uint64_t most = std::uint64_t{size.columns} * size.rows;
    const std::uint64_t blocksOfCell = (map.info().blocks + most - 1) / most;
    std::vector<Cell> cells(static_cast<std::size_t>((map.info().blocks + blocksOfCell - 1) / blocksOfCell));
    add(cells, blocksOfCell, {0, map.info().reserved, VolumeMap::noFile, 0, BlockRole::reserved});
    map.forEachRun([&](const BlockRun& run) { add(cells, blocksOfCell, run); });
    std::string picture;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        picture += character(cells[i], blocksOfCell);
        if ((i + 1) % size.columns == 0 || i + 1 == cells.size()) picture += '\n';
    }
    return picture + "each character: " + std::to_string(blocksOfCell) +
           (blocksOfCell == 1 ? " block of " : " blocks of ") + std::to_string(map.info().blockSize) + " bytes\n";
}

std::string mapLegend() {
    return ". free   # data, at least half full   + data, less than half   h file headers   d directories\n"
           "R root   B bitmap   b boot blocks   ? lost\n";
}

Fragmentation fragmentation(const VolumeMap& map) {
    Fragmentation found;
    for (std::uint32_t file = 0; file < map.files().size(); ++file) {
        const std::uint64_t pieces = map.dataOf(file).size();
        if (pieces == 0) continue;
        ++found.files;
        found.inOnePiece += pieces == 1 ? 1 : 0;
        found.pieces += pieces;
        if (pieces <= found.worstPieces) continue;
        found.worstPieces = pieces;
        found.worstFile = file;
    }
    return found;
}

} // namespace uaescope::hardfiles
