// One thread's records on their way to the file: a ring with one producer, the thread, and one consumer, the recording
// thread. A full ring drops and counts; it never waits.
#pragma once

#include "uaeplugin/clock.h"
#include "uaeplugin/record.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace uaescope::plugin {

struct Dropped {
    std::uint64_t count = 0;
    std::uint64_t first = 0, last = 0; // ticks
};

// Padded on purpose: producer and consumer write to cache lines of their own.
class ThreadLog { // NOLINT(clang-analyzer-optin.performance.Padding)
public:
    // At a million records a second this is 65 ms of them; the recording thread looks every five.
    static constexpr std::size_t capacity = 65536;

    static ThreadLog* make(std::uint32_t thread); // null when there is no memory
    static void destroy(ThreadLog* log);

    // Producer: where the next record goes, null when the ring is full; publish() makes it visible.
    Record* next() {
        if (m_written - m_readSeen == capacity) {
            m_readSeen = m_read.load(std::memory_order_acquire);
            if (m_written - m_readSeen == capacity) {
                drop();
                return nullptr;
            }
        }
        return &m_records[m_written & (capacity - 1)];
    }
    void publish() { m_published.store(++m_written, std::memory_order_release); }

    // Consumer: records up to end() are complete; those before release()'s argument may be overwritten.
    std::uint64_t begin() const { return m_read.load(std::memory_order_relaxed); }
    std::uint64_t end() const { return m_published.load(std::memory_order_acquire); }
    const Record& at(std::uint64_t index) const { return m_records[index & (capacity - 1)]; }
    void release(std::uint64_t index) { m_read.store(index, std::memory_order_release); }
    Dropped takeDropped(); // since the last call

    const std::uint32_t thread;
    std::array<char, 16> name{}; // as the thread was called at its first record; ends with a NUL
    // The thread has ended: nothing will follow.
    std::atomic<bool> finished{false};

    // Producer's own: recorded calls that the thread is inside of, and whether its waits are of interest.
    std::uint8_t nesting = 0;
    bool recordsWaits = false;
    std::uint32_t openingPath = 0; // see OpeningPath

private:
    explicit ThreadLog(std::uint32_t id) : thread(id) {}
    void drop();

    // Producer's cache line.
    alignas(64) std::uint64_t m_written = 0;
    std::uint64_t m_readSeen = 0;
    std::atomic<std::uint64_t> m_published{0};
    std::atomic<std::uint64_t> m_dropCount{0}, m_dropFirst{0}, m_dropLast{0};
    // Consumer's cache line.
    alignas(64) std::atomic<std::uint64_t> m_read{0};
    std::atomic<std::uint64_t> m_dropsTaken{0};

    std::array<Record, capacity> m_records;
};

} // namespace uaescope::plugin
