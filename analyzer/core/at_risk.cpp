#include "analyzer/core/at_risk.h"

#include "analyzer/core/statistics.h"

#include <algorithm>

namespace uaescope::core {

void RiskMeter::settle(std::int64_t time) {
    std::size_t settled = 0;
    for (; settled < m_added.size() && m_added[settled].since <= time; ++settled) {
        m_bytes += m_added[settled].bytes;
        if (m_bytes <= static_cast<std::int64_t>(m_result.mostBytes)) continue;
        m_result.mostBytes = static_cast<std::uint64_t>(m_bytes);
        m_result.mostAt = m_added[settled].since;
    }
    m_added.erase(m_added.begin(), m_added.begin() + static_cast<std::ptrdiff_t>(settled));
}

void RiskMeter::lasted(std::int64_t bytes, std::int64_t duration) {
    m_durations.push_back(duration);
    m_byteNs += static_cast<double>(bytes) * static_cast<double>(duration);
}

void RiskMeter::add(std::int64_t bytes, std::int64_t since) {
    const auto later =
        std::find_if(m_added.rbegin(), m_added.rend(), [&](const Added& added) { return added.since <= since; });
    m_added.insert(later.base(), {since, bytes});
}

void RiskMeter::remove(std::int64_t bytes, std::int64_t since, std::int64_t time) {
    settle(time);
    lasted(bytes, std::max<std::int64_t>(0, time - since));
    if (since <= time) {
        m_bytes -= bytes;
        return;
    }
    // Went out before the write that brought it had returned.
    for (auto added = m_added.begin(); added != m_added.end() && bytes > 0; ++added) {
        if (added->since != since) continue;
        const std::int64_t part = std::min(bytes, added->bytes);
        added->bytes -= part;
        bytes -= part;
    }
}

void RiskMeter::leave(std::int64_t bytes, std::int64_t since, std::int64_t end) {
    lasted(bytes, std::max<std::int64_t>(0, end - since));
}

AtRisk RiskMeter::finish(std::int64_t begin, std::int64_t end) {
    settle(end);
    m_result.endBytes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, m_bytes));
    if (end > begin) m_result.meanBytes = m_byteNs / static_cast<double>(end - begin);
    if (!m_durations.empty()) {
        m_result.longestNs = *std::max_element(m_durations.begin(), m_durations.end());
        m_result.medianNs = percentile(m_durations, 0.5);
    }
    return m_result;
}

} // namespace uaescope::core
