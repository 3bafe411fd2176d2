#include "analyzer/core/call_infos.h"

#include <algorithm>

namespace uaescope::core {

unsigned CallInfos::bitsOf(const CallInfo& info) {
    return static_cast<unsigned>(info.role) | static_cast<unsigned>(info.place) << placeShift |
           (info.shared ? sharedBit : 0) | (info.outermost ? outermostBit : 0);
}

std::uint32_t CallInfos::carrierOf(std::size_t index) const {
    if (!(m_bits[index] & carrierBit)) return none;
    return std::lower_bound(m_carriers.begin(), m_carriers.end(), Carrier{static_cast<std::uint32_t>(index), 0})
        ->second;
}

void CallInfos::assign(std::size_t count, const CallInfo& info) {
    m_operations.assign(count, info.operation);
    m_bits.assign(count, static_cast<std::uint8_t>(bitsOf(info)));
    m_carriers.clear();
}

void CallInfos::set(std::size_t index, const CallInfo& info) {
    m_operations[index] = info.operation;
    m_bits[index] = static_cast<std::uint8_t>((m_bits[index] & carrierBit) | bitsOf(info));
}

void CallInfos::setCarriers(std::vector<Carrier> carriers) {
    m_carriers = std::move(carriers);
    for (const Carrier& carrier : m_carriers) m_bits[carrier.first] |= carrierBit;
}

} // namespace uaescope::core
