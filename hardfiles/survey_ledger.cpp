#include "hardfiles/survey_ledger.h"

#include <algorithm>
#include <bit>

namespace uaescope::hardfiles {

SurveyLedger::SurveyLedger(const Volume& volume)
    : m_info(volume.info()), m_builder(volume.info()), m_claimed(volume.info().blocks),
      m_partition(volume.window().partition()) {
    Findings ignored; // the survey itself says what is wrong with the bitmap
    if (m_show != nullptr) m_used = volume.usage(ignored).usedBlocks;
}

void SurveyLedger::tell(std::uint64_t blocks) {
    constexpr std::uint64_t often = 256;
    m_met += blocks;
    if (m_show == nullptr || m_met - m_told < often) return;
    m_told = m_met;
    (*m_show)(std::min(m_met, m_used), m_used);
}

void SurveyLedger::report(const Fault& fault, std::string message) {
    m_log.add({fault.severity, fault.code, m_partition, fault.block, std::move(message), m_builder.path(fault.file)});
}

void SurveyLedger::claim(std::uint32_t block, const BlockUse& use) {
    tell(1);
    if (m_claimed.insert(block)) return m_builder.add(block, use);
    const Fault fault{Severity::error, "used-twice", block, use.file};
    if (!m_log.wants(fault.code)) return m_log.count(fault.code);
    const std::uint32_t owner = m_builder.ownerOf(block);
    report(fault, std::string("the block is claimed as ") + roleName(use.role) + ", but belongs to " +
                      (owner == VolumeMap::noFile ? "the file system itself"
                       : owner == 0               ? "the root directory"
                                                  : "'" + m_builder.path(owner) + "'") +
                      " already; one of the two has wrong contents");
}

void SurveyLedger::claimRun(std::uint32_t first, std::uint32_t count, const BlockUse& use) {
    const std::uint64_t end = std::uint64_t{first} + count;
    const std::uint64_t taken = m_claimed.firstIn(first, count);
    tell(taken - first);
    if (taken != first) {
        m_claimed.insertRun(first, taken - first);
        m_builder.add({first, static_cast<std::uint32_t>(taken - first), use.file, use.index, use.role});
    }
    if (taken != end) claim(static_cast<std::uint32_t>(taken), use);
}

void SurveyLedger::compareRow(std::uint64_t first, unsigned count, std::uint32_t used) {
    const std::uint32_t mask = count >= 32 ? 0xffffffffu : (1u << count) - 1;
    for (std::uint32_t wrong = (used ^ m_claimed.bitsFrom(first)) & mask; wrong != 0; wrong &= wrong - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(wrong));
        const auto block = static_cast<std::uint32_t>(first + bit);
        const BlockRole role = (used >> bit & 1) != 0 ? BlockRole::lost : BlockRole::free;
        if (m_difference.role != role || block != m_difference.first + m_difference.count) finishComparison();
        if (m_difference.count == 0) m_difference = {block, 0, VolumeMap::noFile, 0, role};
        ++m_difference.count;
    }
}

void SurveyLedger::finishComparison() {
    const BlockRun run = m_difference;
    m_difference.count = 0;
    if (run.count == 0) return;
    const std::string blocks = run.count == 1 ? "the block is"
                                              : "the " + std::to_string(run.count) + " blocks up to " +
                                                    std::to_string(run.first + run.count - 1) + " are";
    if (run.role == BlockRole::lost) {
        m_builder.addRun(run);
        return report({Severity::warning, "lost", run.first, VolumeMap::noFile},
                      blocks + " marked used, but part of no file or directory; the room is lost until the bitmap is "
                               "rebuilt");
    }
    const Fault fault{Severity::error, "marked-free", run.first, VolumeMap::noFile};
    if (!m_log.wants(fault.code)) return m_log.count(fault.code);
    report({fault.severity, fault.code, fault.block, m_builder.ownerOf(run.first)},
           blocks + " in use, but marked free; the next file written will destroy the contents");
}

} // namespace uaescope::hardfiles
