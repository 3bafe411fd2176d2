#include "uaeplugin/thread_log.h"

#include "uaeplugin/system.h"

#include <new>

namespace uaescope::plugin {

ThreadLog* ThreadLog::make(std::uint32_t thread) {
    void* pages = mapPages(sizeof(ThreadLog));
    // Default-initialised: the records stay untouched, so that they take memory only when they are used.
    return pages == nullptr ? nullptr : new (pages) ThreadLog(thread);
}

void ThreadLog::destroy(ThreadLog* log) {
    log->~ThreadLog();
    unmapPages(log, sizeof(ThreadLog));
}

void ThreadLog::drop() {
    const std::uint64_t now = Clock::ticks();
    const std::uint64_t count = m_dropCount.load(std::memory_order_relaxed);
    if (count == m_dropsTaken.load(std::memory_order_acquire)) m_dropFirst.store(now, std::memory_order_relaxed);
    m_dropLast.store(now, std::memory_order_relaxed);
    m_dropCount.store(count + 1, std::memory_order_release);
}

Dropped ThreadLog::takeDropped() {
    const std::uint64_t count = m_dropCount.load(std::memory_order_acquire);
    const std::uint64_t taken = m_dropsTaken.load(std::memory_order_relaxed);
    if (count == taken) return {};
    const Dropped dropped = {count - taken, m_dropFirst.load(std::memory_order_relaxed),
                             m_dropLast.load(std::memory_order_relaxed)};
    m_dropsTaken.store(count, std::memory_order_release);
    return dropped;
}

} // namespace uaescope::plugin
