#include "uaeplugin/names.h"

#include "uaeplugin/system.h"

#include <cstring>

namespace uaescope::plugin {

namespace {

// Address space only: pages become memory when they are written to.
constexpr std::size_t nameSlots = 1u << 20;
constexpr std::size_t maxNames = nameSlots / 2; // beyond that, probing gets slow
constexpr std::size_t textSize = 64u << 20;
constexpr std::size_t grain = 8;
constexpr std::size_t lengthSize = sizeof(std::uint32_t);

__extension__ using Product = unsigned __int128;

// Both halves of a product of 64-bit numbers, folded.
std::uint64_t multiplied(std::uint64_t a, std::uint64_t b) {
    const Product product = Product{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t wordAt(const char* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
}

// Sixteen bytes a step; the last step takes the last sixteen, which may overlap the one before.
std::uint32_t hashOf(std::string_view name) {
    constexpr std::uint64_t first = 0x9e3779b97f4a7c15;
    constexpr std::uint64_t second = 0xff51afd7ed558ccd;
    constexpr std::size_t step = 16;
    char padded[step] = {};
    const char* end = name.data() + name.size();
    const char* tail = end - step;
    if (name.size() < step) {
        name.copy(padded, name.size());
        tail = padded;
    }
    std::uint64_t hash = name.size() * second;
    for (const char* at = name.data(); end - at > static_cast<std::ptrdiff_t>(step); at += step)
        hash = multiplied(wordAt(at) ^ first ^ hash, wordAt(at + 8) ^ second);
    hash = multiplied(wordAt(tail) ^ first ^ hash, wordAt(tail + 8) ^ second);
    return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

} // namespace

Names::Names()
    : m_slots(static_cast<std::atomic<std::uint64_t>*>(mapPages(nameSlots * sizeof(std::uint64_t)))),
      m_text(static_cast<char*>(mapPages(textSize))) {}

std::uint32_t Names::number(std::string_view name) {
    if (name.empty() || m_slots == nullptr || m_text == nullptr) return 0;
    const std::uint32_t hash = hashOf(name);
    std::atomic<std::uint64_t>& recent = m_recent[hash & (m_recent.size() - 1)];
    const std::uint64_t held = recent.load(std::memory_order_acquire);
    if (isName(held, hash, name)) return static_cast<std::uint32_t>(held);
    const std::uint32_t number = search(hash, name);
    if (number != 0) recent.store(std::uint64_t{hash} << 32 | number, std::memory_order_release);
    return number;
}

bool Names::isName(std::uint64_t held, std::uint32_t hash, std::string_view name) const {
    return static_cast<std::uint32_t>(held >> 32) == hash && this->name(static_cast<std::uint32_t>(held)) == name;
}

std::uint32_t Names::search(std::uint32_t hash, std::string_view name) {
    std::uint32_t added = 0;
    for (std::size_t probe = 0; probe < nameSlots; ++probe) {
        std::atomic<std::uint64_t>& slot = m_slots[(hash + probe) & (nameSlots - 1)];
        std::uint64_t held = slot.load(std::memory_order_acquire);
        if (held == 0) {
            if (added == 0) added = append(name);
            if (added == 0) return 0;
            if (slot.compare_exchange_strong(held, std::uint64_t{hash} << 32 | added, std::memory_order_acq_rel))
                return added;
        }
        if (isName(held, hash, name)) return static_cast<std::uint32_t>(held);
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
