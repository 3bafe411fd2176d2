#include "analyzer/models/span_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

namespace uaescope::models {
namespace {

Span span(std::int64_t begin, std::int64_t end, std::uint32_t item = 0, int part = 0) {
    Span made{begin, end, item, {}};
    made.parts[static_cast<std::size_t>(part)] = Span::whole;
    return made;
}

std::vector<Cell> cellsOf(const SpanIndex& index, const TimeScale& scale) {
    std::vector<Cell> cells;
    index.cells(scale, cells);
    return cells;
}

// Random spans without overlap, some touching, some of no length.
std::vector<Span> randomSpans(std::size_t count) {
    std::mt19937 random(7);
    std::vector<Span> spans;
    std::int64_t now = 1000;
    for (std::size_t i = 0; i < count; ++i) {
        now += random() % 3 == 0 ? 0 : random() % 500;
        const std::int64_t end = now + (random() % 100 == 0 ? random() % 20'000 : random() % 300);
        spans.push_back(span(now, end, static_cast<std::uint32_t>(i), static_cast<int>(random() % partCount)));
        now = end;
    }
    return spans;
}

TEST(SpanIndex, RefusesSpansThatOverlap) {
    EXPECT_THROW(SpanIndex({span(0, 10), span(9, 20)}), std::invalid_argument);
    EXPECT_NO_THROW(SpanIndex({span(0, 10), span(10, 20)}));
}

TEST(SpanIndex, HasNoCellsWithoutSpans) {
    EXPECT_TRUE(cellsOf(SpanIndex(), {0, 1000, 100}).empty());
    EXPECT_TRUE(cellsOf(SpanIndex({span(0, 10)}), {100, 200, 100}).empty());
    EXPECT_TRUE(cellsOf(SpanIndex({span(300, 310)}), {100, 200, 100}).empty());
}

TEST(SpanIndex, GivesAWideSpanACellOfItsOwn) {
    const auto cells = cellsOf(SpanIndex({span(100, 500, 42, 2)}), {0, 1000, 100});
    ASSERT_EQ(cells.size(), 1U);
    EXPECT_EQ(cells[0].firstX, 10);
    EXPECT_EQ(cells[0].endX, 50);
    EXPECT_EQ(cells[0].count, 1U);
    EXPECT_FLOAT_EQ(cells[0].parts[2], 1);
}

TEST(SpanIndex, CutsASpanAtTheBordersOfTheView) {
    const auto cells = cellsOf(SpanIndex({span(0, 10'000)}), {4000, 5000, 100});
    ASSERT_EQ(cells.size(), 1U);
    EXPECT_EQ(cells[0].firstX, 0);
    EXPECT_EQ(cells[0].endX, 100);
}

TEST(SpanIndex, SumsWhatAPixelHolds) {
    // Pixel 0 is [0, 100): 20 ns of part 0 and 30 ns of part 1.
    const auto cells = cellsOf(SpanIndex({span(0, 20, 0, 0), span(50, 80, 1, 1)}), {0, 10'000, 100});
    ASSERT_EQ(cells.size(), 1U);
    EXPECT_EQ(cells[0].count, 2U);
    EXPECT_FLOAT_EQ(cells[0].parts[0], 0.2F);
    EXPECT_FLOAT_EQ(cells[0].parts[1], 0.3F);
}

TEST(SpanIndex, ASpanOfNoLengthStillCounts) {
    const auto cells = cellsOf(SpanIndex({span(250, 250)}), {0, 1000, 100});
    ASSERT_EQ(cells.size(), 1U);
    EXPECT_EQ(cells[0].firstX, 25);
    EXPECT_EQ(cells[0].count, 1U);
}

TEST(SpanIndex, CellsAreOrderedInsideTheViewAndDoNotOverlapAtAnyZoom) {
    const SpanIndex index(randomSpans(20'000));
    const std::int64_t end = index.spans().back().end;
    for (std::int64_t length = 200; length < 2 * end; length *= 2) {
        for (const std::int64_t begin : {std::int64_t{0}, end / 3, end - length / 2}) {
            int reached = 0;
            for (const Cell& cell : cellsOf(index, {begin, begin + length, 700})) {
                EXPECT_GE(cell.firstX, reached);
                EXPECT_GT(cell.endX, cell.firstX);
                EXPECT_LE(cell.endX, 700);
                EXPECT_GE(cell.count, 1U);
                reached = cell.endX;
            }
        }
    }
}

TEST(SpanIndex, SumsOfNarrowSpansAreTheTimeTheyTake) {
    const SpanIndex index(randomSpans(50'000));
    const std::int64_t end = index.spans().back().end;
    const TimeScale scale{0, end, 300}; // every span is far narrower than a pixel
    std::array<double, partCount> shown{};
    for (const Cell& cell : cellsOf(index, scale)) {
        for (std::size_t part = 0; part < partCount; ++part)
            shown[part] += static_cast<double>(cell.parts[part]) * scale.nsPerPixel();
    }
    std::array<double, partCount> taken{};
    for (const Span& one : index.spans()) {
        for (std::size_t part = 0; part < partCount; ++part) {
            taken[part] += static_cast<double>((one.end - one.begin) * one.parts[part]) / Span::whole;
        }
    }
    for (std::size_t part = 0; part < partCount; ++part)
        EXPECT_NEAR(shown[part], taken[part], taken[part] * 1e-4) << part;
}

TEST(SpanIndex, ShowsEverySpanSomewhere) {
    const SpanIndex index(randomSpans(3000));
    const std::int64_t end = index.spans().back().end;
    for (const int width : {50, 500, 5000, 100'000}) {
        const TimeScale scale{0, end + 1, width};
        const auto cells = cellsOf(index, scale);
        for (const Span& one : index.spans()) {
            const double left = scale.xAt(one.begin);
            const bool shown = std::any_of(cells.begin(), cells.end(), [&](const Cell& cell) {
                return cell.firstX <= left + 1 && cell.endX >= std::floor(left);
            });
            EXPECT_TRUE(shown) << "span " << one.item << " at width " << width;
        }
    }
}

TEST(SpanIndex, FindsTheSpanAtATimeOrTheNearestWithinTheSlack) {
    const SpanIndex index({span(100, 200), span(300, 310)});
    EXPECT_EQ(index.at(100, 0), 0U);
    EXPECT_EQ(index.at(199, 0), 0U);
    EXPECT_EQ(index.at(305, 0), 1U);
    EXPECT_EQ(index.at(240, 0), std::nullopt);
    EXPECT_EQ(index.at(240, 50), 0U);
    EXPECT_EQ(index.at(290, 50), 1U);
    EXPECT_EQ(index.at(50, 50), 0U);
    EXPECT_EQ(index.at(49, 50), std::nullopt);
}

} // namespace
} // namespace uaescope::models
