#include "uaeplugin/names.h"

#include "uaeplugin/memory_pages.h"

#include <cstring>

namespace uaescope::plugin {

namespace {

// Address space only: pages become memory when they are written to.
constexpr std::size_t slotCount = 1u << 20;
constexpr std::size_t maxNames = slotCount / 2; // beyond that, probing gets slow
constexpr std::size_t textSize = 64u << 20;
constexpr std::size_t grain = 8;
constexpr std::size_t lengthSize = sizeof(std::uint32_t);

std::uint32_t hashOf(std::string_view name) {
    std::uint64_t hash = name.size() * 0x9e3779b97f4a7c15u;
    while (!name.empty()) {
        std::uint64_t word = 0;
        const std::size_t count = name.size() < sizeof word ? name.size() : sizeof word;
        std::memcpy(&word, name.data(), count);
        hash = (hash ^ word) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
        name.remove_prefix(count);
    }
    return static_cast<std::uint32_t>(hash >> 16);
}

} // namespace

Names::Names()
    : m_slots(static_cast<std::atomic<std::uint64_t>*>(mapPages(slotCount * sizeof(std::uint64_t)))),
      m_text(static_cast<char*>(mapPages(textSize))) {}

std::uint32_t Names::number(std::string_view name) {
    if (name.empty() || m_slots == nullptr || m_text == nullptr) return 0;
    const std::uint32_t hash = hashOf(name);
    std::uint32_t added = 0;
    for (std::size_t probe = 0; probe < slotCount; ++probe) {
        std::atomic<std::uint64_t>& slot = m_slots[(hash + probe) & (slotCount - 1)];
        std::uint64_t held = slot.load(std::memory_order_acquire);
        if (held == 0) {
            if (added == 0) added = append(name);
            if (added == 0) return 0;
            if (slot.compare_exchange_strong(held, std::uint64_t{hash} << 32 | added, std::memory_order_acq_rel))
                return added;
        }
        const auto candidate = static_cast<std::uint32_t>(held);
        if (static_cast<std::uint32_t>(held >> 32) == hash && this->name(candidate) == name) return candidate;
    }
    return 0;
}

std::string_view Names::name(std::uint32_t number) const {
    if (number == 0) return {};
    const char* at = m_text + std::size_t{number} * grain;
    std::uint32_t length = 0;
    std::memcpy(&length, at, lengthSize);
    return {at + lengthSize, length};
}

std::uint32_t Names::append(std::string_view name) {
    const std::size_t grains = (lengthSize + name.size() + grain - 1) / grain;
    if (m_count.fetch_add(1, std::memory_order_relaxed) >= maxNames) return 0;
    std::uint32_t at = m_next.load(std::memory_order_relaxed);
    do {
        if ((at + grains) * grain > textSize) return 0;
    } while (!m_next.compare_exchange_weak(at, at + static_cast<std::uint32_t>(grains), std::memory_order_relaxed));
    char* to = m_text + std::size_t{at} * grain;
    const auto length = static_cast<std::uint32_t>(name.size());
    std::memcpy(to, &length, lengthSize);
    std::memcpy(to + lengthSize, name.data(), name.size());
    return at;
}

} // namespace uaescope::plugin
