// Counts of system calls by kind and file. Used from all threads at once, also inside signal handlers: counting never
// waits and never allocates.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace uaescope::plugin {

class KernelCounts {
public:
    struct Count {
        std::uint32_t kind = 0; // whatever the caller numbers
        std::uint32_t path = 0; // number of Names
        std::uint64_t calls = 0;
        std::uint64_t bytes = 0;
    };

    KernelCounts();
    KernelCounts(const KernelCounts&) = delete;
    KernelCounts& operator=(const KernelCounts&) = delete;

    void add(std::uint32_t kind, std::uint32_t path, std::uint64_t bytes);
    std::vector<Count> all() const;
    std::uint64_t lost() const { return m_lost.load(std::memory_order_relaxed); } // calls that found no room

private:
    struct Slot {
        std::atomic<std::uint64_t> key; // kind + 1 << 32 | path; 0 = free
        std::atomic<std::uint64_t> calls, bytes;
    };

    Slot* m_slots;
    std::atomic<std::uint64_t> m_lost{0};
};

} // namespace uaescope::plugin
