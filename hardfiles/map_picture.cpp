#include "hardfiles/map_picture.h"

#include "hardfiles/map_cells.h"

#include <algorithm>

namespace uaescope::hardfiles {

namespace {

char character(const MapCell& cell, std::uint64_t blocksOfCell) {
    switch (cell.mainRole()) {
    case BlockRole::root: return 'R';
    case BlockRole::lost: return '?';
    case BlockRole::bitmap: return 'B';
    case BlockRole::admin: return 'a';
    case BlockRole::reserved: return 'b';
    case BlockRole::directory: return 'd';
    case BlockRole::header: return 'h';
    case BlockRole::free: return '.';
    default: return 2 * cell.used() >= blocksOfCell ? '#' : '+';
    }
}

} // namespace

std::string mapPicture(const VolumeMap& map, const PictureSize& size) {
    const MapCells made(map, std::uint64_t{size.columns} * size.rows);
    const std::uint64_t blocksOfCell = made.blocksOfCell();
    std::string picture;
    for (std::size_t i = 0; i < made.cells().size(); ++i) {
        picture += character(made.cells()[i], blocksOfCell);
        if ((i + 1) % size.columns == 0 || i + 1 == made.cells().size()) picture += '\n';
    }
    return picture + "each character: " + std::to_string(blocksOfCell) +
           (blocksOfCell == 1 ? " block of " : " blocks of ") + std::to_string(map.info().blockSize) + " bytes\n";
}

std::string mapLegend() {
    return ". free   # data, at least half full   + data, less than half   h file headers   d directories\n"
           "R root   B bitmap   b boot blocks   a admin   ? lost\n";
}

Fragmentation fragmentation(const VolumeMap& map) {
    Fragmentation found;
    for (const FilePieces& file : piecesOfFiles(map)) {
        if (found.files++ == 0) {
            found.worstFile = file.file;
            found.worstPieces = file.pieces;
        }
        found.inOnePiece += file.pieces == 1 ? 1 : 0;
        found.pieces += file.pieces;
    }
    return found;
}

std::vector<FilePieces> piecesOfFiles(const VolumeMap& map) {
    std::vector<FilePieces> all;
    for (std::uint32_t file = 0; file < map.files().size(); ++file)
        if (const std::uint64_t pieces = map.dataOf(file).size(); pieces != 0) all.push_back({file, pieces});
    std::stable_sort(all.begin(), all.end(),
                     [](const FilePieces& left, const FilePieces& right) { return left.pieces > right.pieces; });
    return all;
}

} // namespace uaescope::hardfiles
