// What is known of each open descriptor: its path, and where the next read or write will work. Used from all threads.
#pragma once

#include "uaeplugin/capture/event.h"

#include <array>
#include <atomic>
#include <cstdint>

namespace uaescope::plugin {

class Descriptors {
public:
    static constexpr std::int64_t unknown = -1;

    // Names the descriptor; both positions start at the same place.
    void opened(int descriptor, std::uint32_t path, std::int64_t position);

    std::uint32_t path(int descriptor) const {
        return static_cast<std::uint32_t>(at(descriptor).held.load(std::memory_order_relaxed));
    }

    // Forgets what the descriptor was when held() was taken before the close, unless another thread's open has already
    // got the same number.
    std::uint64_t held(int descriptor) const { return at(descriptor).held.load(std::memory_order_relaxed); }
    void closed(int descriptor, std::uint64_t before);

    // Of the kernel's file (system) or of the C library's stream on it (library).
    std::int64_t position(int descriptor, capture::Depth depth) const {
        return at(descriptor).positions[static_cast<std::size_t>(depth)].load(std::memory_order_relaxed);
    }
    void setPosition(int descriptor, capture::Depth depth, std::int64_t position) {
        if (isKept(descriptor))
            entry(descriptor).positions[static_cast<std::size_t>(depth)].store(position, std::memory_order_relaxed);
    }

private:
    static constexpr int capacity = 4096;
    struct Entry {
        std::atomic<std::uint64_t> held{0}; // how often the number was opened << 32 | path
        std::array<std::atomic<std::int64_t>, 2> positions{unknown, unknown};
    };

    static bool isKept(int descriptor) { return descriptor >= 0 && descriptor < capacity; }
    // Numbers beyond the table share one entry, in which nothing is ever known.
    Entry& entry(int descriptor) {
        return m_entries[static_cast<std::size_t>(isKept(descriptor) ? descriptor : capacity)];
    }
    const Entry& at(int descriptor) const {
        return m_entries[static_cast<std::size_t>(isKept(descriptor) ? descriptor : capacity)];
    }

    std::array<Entry, capacity + 1> m_entries;
};

} // namespace uaescope::plugin
