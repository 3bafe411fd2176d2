#include "uaeplugin/kernel_counts.h"

#include "uaeplugin/system.h"

namespace uaescope::plugin {

namespace {

constexpr std::size_t countSlots = 1u << 17;
constexpr std::size_t longestProbe = 1u << 10;

std::size_t hashOf(std::uint64_t key) { return static_cast<std::size_t>(key * 0x9e3779b97f4a7c15u >> 40); }

} // namespace

KernelCounts::KernelCounts() : m_slots(static_cast<Slot*>(mapPages(countSlots * sizeof(Slot)))) {}

void KernelCounts::add(std::uint32_t kind, std::uint32_t path, std::uint64_t bytes) {
    const std::uint64_t key = (std::uint64_t{kind} + 1) << 32 | path;
    for (std::size_t probe = 0; m_slots != nullptr && probe < longestProbe; ++probe) {
        Slot& slot = m_slots[(hashOf(key) + probe) & (countSlots - 1)];
        std::uint64_t held = slot.key.load(std::memory_order_acquire);
        if (held == 0 && slot.key.compare_exchange_strong(held, key, std::memory_order_acq_rel)) held = key;
        if (held != key) continue;
        slot.calls.fetch_add(1, std::memory_order_relaxed);
        slot.bytes.fetch_add(bytes, std::memory_order_relaxed);
        return;
    }
    m_lost.fetch_add(1, std::memory_order_relaxed);
}

std::vector<KernelCounts::Count> KernelCounts::all() const {
    std::vector<Count> found;
    for (std::size_t i = 0; m_slots != nullptr && i < countSlots; ++i) {
        const std::uint64_t key = m_slots[i].key.load(std::memory_order_acquire);
        if (key == 0) continue;
        found.push_back({static_cast<std::uint32_t>(key >> 32) - 1, static_cast<std::uint32_t>(key),
                         m_slots[i].calls.load(std::memory_order_relaxed),
                         m_slots[i].bytes.load(std::memory_order_relaxed)});
    }
    return found;
}

} // namespace uaescope::plugin
