// Spans of one row of the timeline, so indexed that a frame costs the same for ten spans and for ten million.
//
// Besides the spans themselves the index holds sums up to every 8th, 64th, 512th... span. The sum of what lies between
// two pixel borders is then the difference of two sums: exact, or, where many spans share a pixel, off by a part of a
// pixel at its border; what one pixel lacks its neighbour has.
#pragma once

#include "analyzer/models/time_scale.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace uaescope::models {

constexpr int partCount = 4;

struct Span {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint32_t item = 0;                      // what it stands for; the lane says in which list
    std::array<std::uint8_t, partCount> parts{}; // how its time divides, in 255ths; may sum to less

    static constexpr int whole = 255;
};

// What the pixels [firstX, endX) of a row show: one wide span, or the sum of several narrow ones.
struct Cell {
    int firstX = 0;
    int endX = 0;
    std::uint32_t span = 0;               // the span, or the first of them
    std::uint32_t count = 0;              // how many
    std::array<float, partCount> parts{}; // shares of the cell's time
};

class SpanIndex {
public:
    SpanIndex() = default;
    // Sorted by begin, none beginning before another one's end; throws std::invalid_argument.
    explicit SpanIndex(std::vector<Span> spans);

    std::span<const Span> spans() const { return m_spans; }

    // Replaces the content of cells, in the order of pixels. Spans from this many pixels on have a cell of their own.
    static constexpr double ownCellPixels = 3;
    void cells(const TimeScale& scale, std::vector<Cell>& cells) const;

    // The span at the time, or the nearest one whose border is at most slack nanoseconds away.
    std::optional<std::size_t> at(std::int64_t time, std::int64_t slack) const;

private:
    using Sums = std::array<std::int64_t, partCount>; // nanoseconds times 255

    // Groups of as many spans each: when a group begins, and the sums of all spans before it.
    struct Level {
        std::size_t groupSize = 0;
        std::vector<std::int64_t> begins;
        std::vector<Sums> sums;
    };
    static constexpr std::size_t levelFactor = 8;

    // How far a row has been turned into cells.
    struct Cursor {
        std::size_t next = 0;        // the first span that is not wholly in cells
        std::optional<Sums> counted; // sums of what is in cells; nothing: to be found out
    };

    void addLevel(std::size_t groupSize);
    const Level* levelFor(const TimeScale& scale) const;
    static std::size_t firstGroupFrom(const Level& level, std::int64_t time, std::size_t hint);
    std::size_t firstBeginningFrom(std::int64_t time, std::size_t hint) const;
    std::size_t firstEndingAfter(std::int64_t time, std::size_t hint) const;
    Sums sumBefore(std::int64_t time, std::size_t firstAfter) const;
    std::int64_t uncountedFrom(std::size_t next, std::int64_t left) const;

    std::optional<Cell> groupCell(const Level& level, Cursor& cursor, int x, const TimeScale& scale) const;
    std::optional<Cell> wideCell(Cursor& cursor, int x, const TimeScale& scale) const;
    Cell exactCell(Cursor& cursor, int x, const TimeScale& scale) const;

    std::vector<Span> m_spans;
    std::vector<Level> m_levels; // from fine to coarse; at least one
};

} // namespace uaescope::models
