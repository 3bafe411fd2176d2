#include "analyzer/models/span_index.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace uaescope::models {

namespace {

// A group of spans shorter than this share of a pixel is counted in one pixel as a whole.
constexpr double groupTolerance = 0.35;
// So many spans are added up one by one before a search for the border and a difference of sums is cheaper.
constexpr std::size_t fewSpans = 24;

void add(std::array<std::int64_t, partCount>& sums, const Span& span, std::int64_t ns) {
    for (std::size_t part = 0; part < partCount; ++part) sums[part] += ns * span.parts[part];
}

// The shares that the sums have in some time.
std::array<float, partCount> sharesOf(const std::array<std::int64_t, partCount>& sums, std::int64_t ns) {
    std::array<float, partCount> shares{};
    const float scale = 1.0F / (static_cast<float>(ns) * Span::whole);
    for (std::size_t part = 0; part < partCount; ++part) {
        shares[part] = std::clamp(static_cast<float>(sums[part]) * scale, 0.0F, 1.0F);
    }
    return shares;
}

std::array<std::int64_t, partCount> difference(std::array<std::int64_t, partCount> a,
                                               const std::array<std::int64_t, partCount>& b) {
    for (std::size_t part = 0; part < partCount; ++part) a[part] -= b[part];
    return a;
}

} // namespace

SpanIndex::SpanIndex(std::vector<Span> spans) : m_spans(std::move(spans)) {
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
        if (m_spans[i].end < m_spans[i].begin || (i > 0 && m_spans[i].begin < m_spans[i - 1].end)) {
            throw std::invalid_argument("span " + std::to_string(i) + " overlaps the one before it");
        }
    }
    std::size_t groupSize = levelFactor;
    do {
        addLevel(groupSize);
        groupSize *= levelFactor;
    } while (groupSize * levelFactor < m_spans.size());
}

void SpanIndex::addLevel(std::size_t groupSize) {
    Level level;
    level.groupSize = groupSize;
    Sums sums{};
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
        if (i % groupSize == 0) {
            level.begins.push_back(m_spans[i].begin);
            level.sums.push_back(sums);
        }
        add(sums, m_spans[i], m_spans[i].end - m_spans[i].begin);
    }
    m_levels.push_back(std::move(level));
}

// The coarsest level of which several groups fall into a pixel on the average; none when spans are few.
const SpanIndex::Level* SpanIndex::levelFor(const TimeScale& scale) const {
    const std::size_t first = firstEndingAfter(scale.begin, 0);
    const double perPixel = static_cast<double>(firstBeginningFrom(scale.end, first) - first) / scale.width;
    const Level* best = nullptr;
    for (const Level& level : m_levels) {
        if (static_cast<double>(level.groupSize) <= perPixel * groupTolerance) best = &level;
    }
    return best;
}

// The first group that begins at or after the time; hint is a group known not to lie after it.
std::size_t SpanIndex::firstGroupFrom(const Level& level, std::int64_t time, std::size_t hint) {
    const std::vector<std::int64_t>& begins = level.begins;
    std::size_t low = std::min(hint, begins.size());
    std::size_t step = 1;
    while (low + step < begins.size() && begins[low + step] < time) {
        low += step;
        step *= 2;
    }
    const auto at = [&begins](std::size_t i) { return begins.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto found = std::lower_bound(at(low), at(std::min(low + step, begins.size())), time);
    return static_cast<std::size_t>(found - begins.begin());
}

// The first span that begins at or after the time; hint is a span known not to lie after it.
std::size_t SpanIndex::firstBeginningFrom(std::int64_t time, std::size_t hint) const {
    const Level& finest = m_levels.front();
    const std::size_t after = firstGroupFrom(finest, time, hint / finest.groupSize);
    // The group before it may hold later spans as well.
    std::size_t i = after == 0 ? 0 : (after - 1) * finest.groupSize;
    while (i < m_spans.size() && m_spans[i].begin < time) ++i;
    return i;
}

std::size_t SpanIndex::firstEndingAfter(std::int64_t time, std::size_t hint) const {
    const std::size_t i = firstBeginningFrom(time, hint);
    return i > 0 && m_spans[i - 1].end > time ? i - 1 : i;
}

// Sums of what lies before the time; firstAfter is the first span that begins at or after it.
SpanIndex::Sums SpanIndex::sumBefore(std::int64_t time, std::size_t firstAfter) const {
    if (firstAfter == 0) return {};
    const Level& finest = m_levels.front();
    const std::size_t last = firstAfter - 1; // the only one that may reach beyond the time
    const std::size_t group = last / finest.groupSize;
    Sums sums = finest.sums[group];
    for (std::size_t i = group * finest.groupSize; i < last; ++i)
        add(sums, m_spans[i], m_spans[i].end - m_spans[i].begin);
    add(sums, m_spans[last], std::min(m_spans[last].end, time) - m_spans[last].begin);
    return sums;
}

// Where the time of a pixel that begins at left begins to count: spans before next are in cells already, even where
// they reach into the pixel.
std::int64_t SpanIndex::uncountedFrom(std::size_t next, std::int64_t left) const {
    return next == 0 ? left : std::max(left, m_spans[next - 1].end);
}

// The pixel up to the first group that begins after it. Nothing when that group's predecessor reaches too far beyond
// the pixel to be counted in it.
std::optional<Cell> SpanIndex::groupCell(const Level& level, Cursor& cursor, int x, const TimeScale& scale) const {
    const std::size_t end = firstGroupFrom(level, scale.timeAt(x + 1), cursor.next / level.groupSize);
    if (end == level.begins.size() || end * level.groupSize <= cursor.next) return std::nullopt;
    const auto reach = static_cast<double>(level.begins[end] - level.begins[end - 1]);
    if (reach > scale.nsPerPixel() * groupTolerance) return std::nullopt;
    if (!cursor.counted) {
        const std::int64_t from = uncountedFrom(cursor.next, scale.timeAt(x));
        cursor.counted = sumBefore(from, m_spans[cursor.next].begin < from ? cursor.next + 1 : cursor.next);
    }
    const Sums sums = difference(level.sums[end], *cursor.counted);
    const std::size_t count = end * level.groupSize - cursor.next;
    const Cell cell{x, x + 1, static_cast<std::uint32_t>(cursor.next), static_cast<std::uint32_t>(count),
                    sharesOf(sums, std::llround(scale.nsPerPixel()))};
    cursor = {end * level.groupSize, level.sums[end]};
    return cell;
}

std::optional<Cell> SpanIndex::wideCell(Cursor& cursor, int x, const TimeScale& scale) const {
    const Span& span = m_spans[cursor.next];
    const double left = std::max(scale.xAt(span.begin), 0.0);
    const double right = std::min(scale.xAt(span.end), static_cast<double>(scale.width));
    if (right - left < ownCellPixels) return std::nullopt;
    const int endX = std::max(x + 1, static_cast<int>(std::lround(right)));
    Sums whole{};
    add(whole, span, 1);
    const Cell cell{x, endX, static_cast<std::uint32_t>(cursor.next), 1, sharesOf(whole, 1)};
    // What ended inside the last pixel is hidden by the wide span.
    cursor = {std::max(cursor.next + 1, firstEndingAfter(scale.timeAt(endX), cursor.next)), std::nullopt};
    return cell;
}

Cell SpanIndex::exactCell(Cursor& cursor, int x, const TimeScale& scale) const {
    const std::size_t first = cursor.next;
    const std::int64_t left = scale.timeAt(x);
    const std::int64_t to = std::max(scale.timeAt(x + 1), left + 1);
    const std::int64_t from = uncountedFrom(first, left);
    Sums sums{};
    std::size_t end = first;
    const std::size_t few = std::min(first + fewSpans, m_spans.size());
    for (; end < few && m_spans[end].begin < to; ++end) {
        const Span& span = m_spans[end];
        add(sums, span, std::max<std::int64_t>(std::min(span.end, to) - std::max(span.begin, from), 0));
    }
    if (end == few && end < m_spans.size() && m_spans[end].begin < to) {
        end = firstBeginningFrom(to, end);
        sums = difference(sumBefore(to, end), sumBefore(from, m_spans[first].begin < from ? first + 1 : first));
    }
    end = std::max(end, first + 1);
    cursor = {m_spans[end - 1].end > to ? end - 1 : end, std::nullopt};
    return {x, x + 1, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end - first),
            sharesOf(sums, to - left)};
}

void SpanIndex::cells(const TimeScale& scale, std::vector<Cell>& cells) const {
    cells.clear();
    if (m_spans.empty()) return;
    const Level* level = levelFor(scale);
    Cursor cursor{firstEndingAfter(scale.begin, 0), std::nullopt};
    for (int x = 0; cursor.next < m_spans.size(); x = cells.back().endX) {
        // With a level the next span is mostly the first of a group, whose begin lies in memory that is in use anyway.
        const bool startsGroup = level != nullptr && cursor.next % level->groupSize == 0;
        const std::int64_t begin =
            startsGroup ? level->begins[cursor.next / level->groupSize] : m_spans[cursor.next].begin;
        const double left = std::max(scale.xAt(begin), 0.0);
        if (left >= scale.width) break;
        x = std::max(x, static_cast<int>(left));
        if (x >= scale.width) break;
        std::optional<Cell> cell;
        if (level != nullptr) cell = groupCell(*level, cursor, x, scale);
        if (!cell) cell = wideCell(cursor, x, scale);
        cells.push_back(cell ? *cell : exactCell(cursor, x, scale));
    }
}

std::optional<std::size_t> SpanIndex::at(std::int64_t time, std::int64_t slack) const {
    if (m_spans.empty()) return std::nullopt;
    const std::size_t after = firstBeginningFrom(time + 1, 0);
    std::optional<std::size_t> best;
    std::int64_t distance = slack + 1;
    if (after > 0) {
        const std::int64_t past = std::max<std::int64_t>(time - m_spans[after - 1].end, 0);
        if (past < distance) {
            best = after - 1;
            distance = past;
        }
    }
    if (after < m_spans.size() && m_spans[after].begin - time < distance) best = after;
    return best;
}

} // namespace uaescope::models
