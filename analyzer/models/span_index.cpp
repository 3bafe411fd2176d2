#include "analyzer/models/span_index.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace uaescope::models {

namespace {

void add(std::array<double, partCount>& sums, const Span& span, std::int64_t ns) {
    for (int part = 0; part < partCount; ++part) {
        sums[part] += static_cast<double>(ns) * span.parts[part] / Span::whole;
    }
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

// Index of the first span that begins at or after the time; hint is an index known not to lie after it.
std::size_t SpanIndex::firstBeginningFrom(std::int64_t time, std::size_t hint) const {
    std::size_t low = hint / group;
    std::size_t step = 1;
    while (low + step < m_groupBegins.size() && m_groupBegins[low + step] < time) {
        low += step;
        step *= 2;
    }
    const auto begin = m_groupBegins.begin();
    const std::size_t high = std::min(low + step, m_groupBegins.size());
    const auto found =
        std::lower_bound(begin + static_cast<std::ptrdiff_t>(low), begin + static_cast<std::ptrdiff_t>(high), time);
    // The group before the first one that begins late enough may hold later spans as well.
    std::size_t i = static_cast<std::size_t>(found - begin);
    i = i == 0 ? 0 : (i - 1) * group;
    while (i < m_spans.size() && m_spans[i].begin < time) ++i;
    return i;
}

// Nanoseconds of each part before the time; firstAfter is the first span that begins at or after it.
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

Cell SpanIndex::sumCell(std::size_t first, int x, const TimeScale& scale) const {
    const std::int64_t from = scale.timeAt(x);
    const std::int64_t to = std::max(scale.timeAt(x + 1), from + 1);
    const std::size_t end = std::max(firstBeginningFrom(to, first), first + 1);
    const Sums before = sumBefore(from, m_spans[first].begin < from ? first + 1 : first);
    const Sums after = sumBefore(to, end);
    Cell cell{x, x + 1, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end - first), {}};
    for (int part = 0; part < partCount; ++part) {
        const double share = (after[part] - before[part]) / static_cast<double>(to - from);
        cell.parts[part] = static_cast<float>(std::clamp(share, 0.0, 1.0));
    }
    return cell;
}

void SpanIndex::cells(const TimeScale& scale, std::vector<Cell>& cells) const {
    cells.clear();
    const double width = scale.width;
    std::size_t next = firstEndingAfter(scale.begin, 0);
    for (int x = 0; next < m_spans.size();) {
        const Span& span = m_spans[next];
        const double left = std::clamp(scale.xAt(span.begin), 0.0, width);
        const double right = std::clamp(scale.xAt(span.end), 0.0, width);
        x = std::max(x, static_cast<int>(left));
        if (x >= scale.width) break;
        if (right - left >= ownCellPixels) {
            Cell cell{
                x, std::max(x + 1, static_cast<int>(std::lround(right))), static_cast<std::uint32_t>(next), 1, {}};
            for (int part = 0; part < partCount; ++part) {
                cell.parts[part] = static_cast<float>(span.parts[part]) / Span::whole;
            }
            cells.push_back(cell);
            // What ended inside the last pixel is hidden by the wide span.
            next = std::max(next + 1, firstEndingAfter(scale.timeAt(cell.endX), next));
        } else {
            cells.push_back(sumCell(next, x, scale));
            next = firstEndingAfter(scale.timeAt(x + 1), next);
        }
        x = cells.back().endX;
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
