// The plugin's own thread: empties the logs every 50 milliseconds, and ends a process whose guest shows no life.
#pragma once

#include "uaeplugin/collector.h"
#include "uaeplugin/forgetting.h"
#include "uaeplugin/mailbox.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <vector>

namespace uaescope::plugin {

class RecordingThread {
public:
    // Makes the capture. Lives until the process ends, as do the mailbox, which is looked at after each emptying, and
    // the forgetting, which is done after one.
    RecordingThread(const std::filesystem::path& file, std::chrono::seconds patience, Mailbox& mailbox,
                    Forgetting& forgetting);
    RecordingThread(const RecordingThread&) = delete;
    RecordingThread& operator=(const RecordingThread&) = delete;

    // The thread begins to work; false when there can be none.
    bool start();

    bool isWriting() const { return m_writing.load(std::memory_order_relaxed); }
    void addFact(std::string key, std::string value);
    // Everything recorded before is in the file when it returns.
    void flush();
    // The same, with the end record after it; then recording is over.
    void finish(int status);

    // For a process that has ended its threads, this one included, but not itself: writes what is left, unless the
    // thread was in the middle of that.
    void finishAlone();

    // The guest is alive, and will be silent for no longer than the patience and this.
    void alive(std::chrono::milliseconds silence = {});

private:
    void run();
    void work(bool mustCollect, std::optional<int> endStatus);
    void watch();
    void ask(std::optional<int> endStatus);

    Collector m_collector;
    Mailbox& m_mailbox;
    Forgetting& m_forgetting;
    const std::uint64_t m_patience; // nanoseconds, 0 = off
    const std::uint32_t m_process;
    std::atomic<bool> m_writing;
    std::atomic<bool> m_isAtWork{false};
    std::atomic<std::uint64_t> m_deadline{0}; // CLOCK_MONOTONIC; 0: the guest has not called yet
    std::uint64_t m_lastCollected = 0;
    bool m_finished = false; // the end record is written

    std::mutex m_mutex; // for what follows
    std::condition_variable m_wake, m_answered;
    std::uint64_t m_asked = 0, m_done = 0;
    std::optional<int> m_endStatus;
    std::vector<capture::Fact> m_facts;
};

} // namespace uaescope::plugin
