#include "hardfiles/map_painting.h"

#include "hardfiles/map_cells.h"
#include "hardfiles/map_picture.h"
#include "hardfiles/size_text.h"

#include <algorithm>
#include <array>

namespace uaescope::hardfiles {

namespace {

constexpr Colour paper{0xff, 0xff, 0xff}, ink{0x20, 0x20, 0x20}, faint{0x70, 0x70, 0x70}, unused{0xe4, 0xe4, 0xe4};
constexpr std::uint32_t margin = 20, line = PixelPicture::letterHeight + 6, barHeight = 28;

struct Painted {
    BlockRole role;
    Colour colour;
    const char* text;
};

// In the order of the legend.
constexpr std::array legend{
    Painted{BlockRole::data, {0x2f, 0x6f, 0xb7}, "contents of files"},
    Painted{BlockRole::header, {0xf0, 0x9a, 0x20}, "headers of files"},
    Painted{BlockRole::directory, {0xd6, 0x3b, 0x2f}, "directories"},
    Painted{BlockRole::extension, {0x6f, 0xc3, 0xd8}, "block lists of large files"},
    Painted{BlockRole::bitmap, {0x3a, 0x96, 0x3f}, "bitmap"},
    Painted{BlockRole::root, {0x8a, 0x2b, 0xa8}, "root"},
    Painted{BlockRole::admin, {0x7d, 0x6b, 0x2a}, "the filesystem's own"},
    Painted{BlockRole::reserved, {0x55, 0x55, 0x55}, "boot blocks"},
    Painted{BlockRole::lost, {0xf2, 0x2e, 0xc4}, "in use by nothing (lost)"},
    Painted{BlockRole::free, unused, "free"},
    Painted{BlockRole::rdb, {0x11, 0x11, 0x11}, "RDB"},
    Painted{BlockRole::unknown, {0xb9, 0xa8, 0x8a}, "not readable here"},
    Painted{BlockRole::outside, paper, "in no partition"},
};
constexpr std::uint32_t legendColumns = 3, legendRows = (legend.size() + legendColumns - 1) / legendColumns;

Colour colourOf(BlockRole role) {
    return std::find_if(legend.begin(), legend.end(), [role](const Painted& p) { return p.role == role; })->colour;
}

std::uint8_t mixed(std::uint8_t full, std::uint8_t empty, std::uint64_t part, std::uint64_t whole) {
    return static_cast<std::uint8_t>((full * part + empty * (whole - part)) / whole);
}

// A square of free blocks with some in use is as dark as it is full, but never so light that it looks free.
Colour colourOf(const MapCell& cell, std::uint64_t blocks) {
    const BlockRole role = cell.mainRole();
    const Colour full = colourOf(role);
    if (role != BlockRole::data) return full;
    const std::uint64_t used = std::max(cell.used(), blocks / 4 + 1);
    return {mixed(full.red, unused.red, std::min(used, blocks), blocks),
            mixed(full.green, unused.green, std::min(used, blocks), blocks),
            mixed(full.blue, unused.blue, std::min(used, blocks), blocks)};
}

std::string counted(std::uint64_t count, const char* word) {
    return std::to_string(count) + ' ' + word + (count == 1 ? "" : "s");
}

class Painter {
public:
    Painter(const ImageMap& map, const PaintingSize& size)
        : m_map(map), m_size(size), m_width(size.columns * size.squarePixels),
          m_picture(m_width + 2 * margin, height(), paper) {}

    PixelPicture run(const std::string& title) {
        write(title + ", " + sizeText(m_map.size()), ink);
        paintBar();
        for (const MappedPartition& partition : m_map.partitions())
            if (partition.volume) paintVolume(partition);
        paintLegend();
        return std::move(m_picture);
    }

private:
    MapCells cells(const VolumeMap& volume) const {
        return MapCells(volume, std::uint64_t{m_size.columns} * m_size.rows);
    }
    std::uint32_t lines(const MapCells& cells) const {
        return static_cast<std::uint32_t>((cells.cells().size() + m_size.columns - 1) / m_size.columns);
    }

    std::uint32_t height() const {
        std::uint32_t all = 2 * margin + 4 * line + barHeight + legendRows * line;
        for (const MappedPartition& partition : m_map.partitions())
            if (partition.volume) all += 4 * line + lines(cells(*partition.volume)) * m_size.squarePixels;
        return all;
    }

    void write(const std::string& text, Colour colour) {
        const std::size_t room = m_width / PixelPicture::letterWidth;
        m_picture.text(margin, m_y, text.size() <= room ? text : text.substr(0, room - 3) + "...", colour);
        m_y += line;
    }

    // The disk from its first byte to its last. What is there is seen, however small it is.
    void paintBar() {
        const std::uint64_t size = std::max<std::uint64_t>(m_map.size(), 1);
        const auto place = [&](std::uint64_t offset) {
            const double part = static_cast<double>(offset) / static_cast<double>(size);
            return static_cast<std::uint32_t>(part * m_width);
        };
        const auto paint = [&](std::uint64_t offset, std::uint64_t bytes, Colour colour) {
            const std::uint32_t from = place(offset), to = place(offset + bytes);
            m_picture.fill({margin + from, m_y, std::max(3u, to - from) - 1, barHeight}, colour);
        };
        m_picture.fill({margin - 1, m_y - 1, m_width + 2, barHeight + 2}, faint);
        m_picture.fill({margin, m_y, m_width, barHeight}, paper);
        for (const BlockRange& area : m_map.rdbAreas())
            paint(area.first * sectorSize, area.count * sectorSize, colourOf(BlockRole::rdb));
        for (const MappedPartition& partition : m_map.partitions()) {
            paint(partition.offset, partition.size, partition.volume ? unused : colourOf(BlockRole::unknown));
            if (partition.volume) paintFill(partition, place);
            const std::uint32_t from = place(partition.offset), to = place(partition.offset + partition.size);
            const std::string name =
                partition.name.empty() && partition.volume ? partition.volume->info().label : partition.name;
            const std::size_t room = (to - from) / PixelPicture::letterWidth;
            if (name.size() < room) m_picture.text(margin + from + 6, m_y + 5, name, ink);
        }
        m_y += barHeight + 6;
        write("the whole disk; the blue line shows how full a volume is", faint);
        m_y += line / 2;
    }

    // How full the volume is, as a line along the bottom of its part of the bar.
    template <typename Place>
    void paintFill(const MappedPartition& partition, const Place& place) {
        constexpr std::uint32_t thick = 6;
        const auto counts = partition.volume->count();
        const std::uint64_t blocks = partition.volume->info().blocks;
        const std::uint64_t used = blocks - counts[static_cast<std::size_t>(BlockRole::free)];
        const std::uint32_t from = place(partition.offset);
        const std::uint32_t width = place(partition.offset + partition.size) - from;
        const auto part = static_cast<std::uint32_t>(static_cast<double>(used) / static_cast<double>(blocks) * width);
        m_picture.fill({margin + from, m_y + barHeight - thick, part, thick}, colourOf(BlockRole::data));
    }

    void paintVolume(const MappedPartition& partition) {
        const VolumeMap& volume = *partition.volume;
        const VolumeInfo& info = volume.info();
        const MapCells made = cells(volume);
        const auto counts = volume.count();
        const std::uint64_t used = info.blocks - counts[static_cast<std::size_t>(BlockRole::free)];
        write((partition.name.empty() ? "" : partition.name + ": ") + "volume " + info.label + ", " +
                  info.dosType.text() + ", " + sizeText(info.blocks * info.blockSize) + ", " +
                  std::to_string(100 * used / info.blocks) + " % in use",
              ink);
        const Fragmentation found = fragmentation(volume);
        write("each square: " + counted(made.blocksOfCell(), "block") + " of " + std::to_string(info.blockSize) +
                  " bytes; " + counted(found.files, "file") + " in " + counted(found.pieces, "piece"),
              faint);
        const std::uint32_t square = m_size.squarePixels, gap = square > 3 ? 1 : 0;
        std::uint64_t block = 0;
        for (std::size_t i = 0; i < made.cells().size(); ++i) {
            const std::uint64_t blocks = std::min(made.blocksOfCell(), info.blocks - block);
            m_picture.fill({margin + static_cast<std::uint32_t>(i % m_size.columns) * square,
                            m_y + static_cast<std::uint32_t>(i / m_size.columns) * square, square - gap, square - gap},
                           colourOf(made.cells()[i], blocks));
            block += blocks;
        }
        m_y += lines(made) * square + 2 * line;
    }

    void paintLegend() {
        write("Of several kinds in a square, root, lost, bitmap and boot blocks come first.", faint);
        const std::uint32_t column = m_width / legendColumns;
        for (std::uint32_t i = 0; i < legend.size(); ++i) {
            const std::uint32_t x = margin + i % legendColumns * column, y = m_y + i / legendColumns * line;
            constexpr std::uint32_t side = 14;
            m_picture.fill({x, y, side, side}, faint);
            m_picture.fill({x + 1, y + 1, side - 2, side - 2}, legend[i].colour);
            m_picture.text(x + side + 8, y, legend[i].text, ink);
        }
    }

    const ImageMap& m_map;
    PaintingSize m_size;
    std::uint32_t m_width, m_y = margin;
    PixelPicture m_picture;
};

} // namespace

PixelPicture paintMap(const ImageMap& map, const std::string& title, const PaintingSize& size) {
    return Painter(map, size).run(title);
}

} // namespace uaescope::hardfiles
