#include "hardfiles/finding_log.h"

#include <utility>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint64_t mostOfAKind = 100;

}

void FindingLog::add(Finding finding) {
    Kind& kind = m_kinds[finding.code];
    if (kind.count++ == 0) kind.partition = finding.partition;
    if (kind.count <= mostOfAKind) m_findings.push_back(std::move(finding));
}

bool FindingLog::wants(const std::string& code) const {
    const auto kind = m_kinds.find(code);
    return kind == m_kinds.end() || kind->second.count < mostOfAKind;
}

Findings FindingLog::take() {
    for (const auto& [code, kind] : std::exchange(m_kinds, {}))
        if (kind.count > mostOfAKind)
            m_findings.push_back({Severity::note, "more", kind.partition, 0,
                                  std::to_string(kind.count - mostOfAKind) + " more findings of the kind " + code});
    return std::exchange(m_findings, {});
}

} // namespace uaescope::hardfiles
