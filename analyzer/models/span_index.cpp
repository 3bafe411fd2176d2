#include "analyzer/models/span_index.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace uaescope::models {

namespace {

// A group of spans shorter than this share of a pixel is counted in one pixel as a whole.
constexpr double groupTolerance = 0.25;

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
    const std::size_t groups = (m_spans.size() + group - 1) / group;
    m_groupBegins.reserve(groups);
    m_groupSums.reserve(groups);
    Sums sums{};
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
        const Span& span = m_spans[i];
        if (span.end < span.begin || (i > 0 && span.begin < m_spans[i - 1].end)) {
            throw std::invalid_argument("span " + std::to_string(i) + " overlaps the one before it");
        }
        if (i % group == 0) {
            m_groupBegins.push_back(span.begin);
            m_groupSums.push_back(sums);
        }
        add(sums, span, span.end - span.begin);
    }
}

// The first group that begins at or after the time; hint is a group known not to lie after it.
std::size_t SpanIndex::firstGroupFrom(std::int64_t time, std::size_t hint) const {
    std::size_t low = hint;
    std::size_t step = 1;
    while (low + step < m_groupBegins.size() && m_groupBegins[low + step] < time) {
        low += step;
        step *= 2;
    }
    const auto at = [this](std::size_t i) { return m_groupBegins.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto found =
        std::lower_bound(at(std::min(low, m_groupBegins.size())), at(std::min(low + step, m_groupBegins.size())), time);
    return static_cast<std::size_t>(found - m_groupBegins.begin());
}

// The first span that begins at or after the time; hint is a span known not to lie after it.
std::size_t SpanIndex::firstBeginningFrom(std::int64_t time, std::size_t hint) const {
    const std::size_t after = firstGroupFrom(time, hint / group);
    // The group before it may hold later spans as well.
    std::size_t i = after == 0 ? 0 : (after - 1) * group;
    while (i < m_spans.size() && m_spans[i].begin < time) ++i;
    return i;
}

// Sums of what lies before the time; firstAfter is the first span that begins at or after it.
SpanIndex::Sums SpanIndex::sumBefore(std::int64_t time, std::size_t firstAfter) const {
    if (firstAfter == 0) return {};
    const std::size_t last = firstAfter - 1; // the only one that may reach beyond the time
    const std::size_t start = last / group * group;
    Sums sums = m_groupSums[last / group];
    for (std::size_t i = start; i < last; ++i) add(sums, m_spans[i], m_spans[i].end - m_spans[i].begin);
    add(sums, m_spans[last], std::min(m_spans[last].end, time) - m_spans[last].begin);
    return sums;
}

std::size_t SpanIndex::firstEndingAfter(std::int64_t time, std::size_t hint) const {
    const std::size_t i = firstBeginningFrom(time, hint);
    return i > 0 && m_spans[i - 1].end > time ? i - 1 : i;
}

// The pixel, from groups alone: nothing when first is not the first of its group, or when the last group reaches too
// far beyond the pixel.
std::optional<Cell> SpanIndex::groupCell(std::size_t first, int x, const TimeScale& scale) const {
    if (first % group != 0) return std::nullopt;
    const std::size_t firstGroup = first / group;
    if (m_groupBegins[firstGroup] < scale.timeAt(x)) return std::nullopt; // part of it was counted before
    const std::size_t endGroup = firstGroupFrom(scale.timeAt(x + 1), firstGroup);
    if (endGroup <= firstGroup + 1 || endGroup == m_groupBegins.size()) return std::nullopt;
    const auto reach = static_cast<double>(m_groupBegins[endGroup] - m_groupBegins[endGroup - 1]);
    if (reach > scale.nsPerPixel() * groupTolerance) return std::nullopt;
    const Sums sums = difference(m_groupSums[endGroup], m_groupSums[firstGroup]);
    return Cell{x, x + 1, static_cast<std::uint32_t>(first),
                static_cast<std::uint32_t>((endGroup - firstGroup) * group),
                sharesOf(sums, std::llround(scale.nsPerPixel()))};
}

// The pixel, exactly. Spans before first are not part of it, even where they reach into it.
Cell SpanIndex::sumCell(std::size_t first, int x, const TimeScale& scale) const {
    const std::int64_t left = scale.timeAt(x);
    const std::int64_t to = std::max(scale.timeAt(x + 1), left + 1);
    const std::int64_t from = first == 0 ? left : std::max(left, m_spans[first - 1].end);
    Sums sums{};
    std::size_t end = first;
    const std::size_t few = std::min(first + 2 * group, m_spans.size());
    for (; end < few && m_spans[end].begin < to; ++end) {
        const Span& span = m_spans[end];
        add(sums, span, std::max<std::int64_t>(std::min(span.end, to) - std::max(span.begin, from), 0));
    }
    if (end == few && end < m_spans.size() && m_spans[end].begin < to) {
        end = firstBeginningFrom(to, end);
        const std::size_t firstAfter = m_spans[first].begin < from ? first + 1 : first;
        sums = difference(sumBefore(to, end), sumBefore(from, firstAfter));
    }
    end = std::max(end, first + 1);
    return {x, x + 1, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end - first),
            sharesOf(sums, to - left)};
}

void SpanIndex::cells(const TimeScale& scale, std::vector<Cell>& cells) const {
    cells.clear();
    std::size_t next = firstEndingAfter(scale.begin, 0);
    for (int x = 0; next < m_spans.size(); x = cells.back().endX) {
        const std::int64_t begin = next % group == 0 ? m_groupBegins[next / group] : m_spans[next].begin;
        const double left = std::max(scale.xAt(begin), 0.0);
        if (left >= scale.width) break;
        x = std::max(x, static_cast<int>(left));
        if (x >= scale.width) break;
        if (const auto cell = groupCell(next, x, scale)) {
            cells.push_back(*cell);
            next += cell->count;
            continue;
        }
        const Span& span = m_spans[next];
        const double right = std::min(scale.xAt(span.end), static_cast<double>(scale.width));
        if (right - left >= ownCellPixels) {
            const int endX = std::max(x + 1, static_cast<int>(std::lround(right)));
            Sums whole{};
            add(whole, span, 1);
            cells.push_back({x, endX, static_cast<std::uint32_t>(next), 1, sharesOf(whole, 1)});
            // What ended inside the last pixel is hidden by the wide span.
            next = std::max(next + 1, firstEndingAfter(scale.timeAt(endX), next));
        } else {
            cells.push_back(sumCell(next, x, scale));
            next += cells.back().count;
            if (m_spans[next - 1].end > scale.timeAt(x + 1)) --next;
        }
    }
}

std::optional<std::size_t> SpanIndex::at(std::int64_t time, std::int64_t slack) const {
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
