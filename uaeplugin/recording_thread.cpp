#include "uaeplugin/recording_thread.h"

#include "uaeplugin/recorder.h"
#include "uaeplugin/system.h"

namespace uaescope::plugin {

namespace {

constexpr std::chrono::milliseconds lookEvery{5};  // whether a log fills up, or the guest has gone silent
constexpr std::uint64_t collectEvery = 50'000'000; // nanoseconds
constexpr std::chrono::seconds answerPatience{5};  // a disk may be slow; an emulator that hangs because of us is worse
constexpr int watchdogStatus = 124;

} // namespace

RecordingThread::RecordingThread(const std::filesystem::path& file, std::chrono::seconds patience, Mailbox& mailbox,
                                 Forgetting& forgetting)
    : m_collector(file), m_mailbox(mailbox), m_forgetting(forgetting),
      m_patience(static_cast<std::uint64_t>(std::chrono::nanoseconds(patience).count())), m_process(processId()),
      m_writing(m_collector.isWriting()) {}

bool RecordingThread::start() {
    if (!isWriting()) return false;
    if (startThread([](void* self) { static_cast<RecordingThread*>(self)->run(); }, this)) return true;
    complain("no thread for the recording can be started; recording is off");
    m_writing.store(false);
    return false;
}

void RecordingThread::addFact(std::string key, std::string value) {
    if (processId() != m_process) return; // a child may share our memory, or have our mutex locked for ever
    const std::lock_guard lock(m_mutex);
    m_facts.emplace_back(std::move(key), std::move(value));
}

void RecordingThread::flush() { ask(std::nullopt); }

void RecordingThread::finish(int status) { ask(status); }

void RecordingThread::finishAlone() {
    if (!isWriting() || m_isAtWork || !m_mutex.try_lock()) return;
    m_mutex.unlock();
    work(true, std::nullopt);
}

void RecordingThread::ask(std::optional<int> endStatus) {
    if (!isWriting() || processId() != m_process) return; // a child of the emulator has no recording thread
    std::unique_lock lock(m_mutex);
    const std::uint64_t mine = ++m_asked;
    if (endStatus) m_endStatus = endStatus;
    m_wake.notify_one();
    m_answered.wait_for(lock, answerPatience, [&] { return m_done >= mine; });
}

void RecordingThread::alive(std::chrono::milliseconds silence) {
    const auto extra = static_cast<std::uint64_t>(std::chrono::nanoseconds(silence).count());
    m_deadline.store(Clock::kernelNanoseconds() + m_patience + extra, std::memory_order_relaxed);
}

void RecordingThread::run() {
    Recorder::excludeThisThread();
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_wake.wait_for(lock, lookEvery, [&] { return m_asked != m_done; });
        const std::uint64_t asked = m_asked;
        const bool mustCollect = asked != m_done;
        const std::optional<int> endStatus = m_endStatus;
        lock.unlock();
        m_isAtWork = true;
        work(mustCollect, endStatus);
        m_isAtWork = false;
        watch();
        lock.lock();
        m_done = asked;
        m_answered.notify_all();
    }
}

void RecordingThread::work(bool mustCollect, std::optional<int> endStatus) {
    if (m_finished) return;
    const std::uint64_t now = Clock::kernelNanoseconds();
    if (!mustCollect && now - m_lastCollected < collectEvery && !m_collector.isUrgent()) return;
    m_lastCollected = now;
    const bool forgets = m_forgetting.isWanted(); // what was opened before that is collected now
    std::vector<capture::Fact> facts;
    {
        const std::lock_guard lock(m_mutex);
        facts.swap(m_facts);
    }
    m_collector.collect(std::move(facts));
    m_mailbox.look();
    if (forgets) m_forgetting.work(m_collector.opened());
    if (endStatus) {
        m_collector.finish(*endStatus);
        m_finished = true;
    }
    if (m_finished || !m_collector.isWriting()) {
        m_finished = true;
        Recorder::stop();
        m_writing.store(false, std::memory_order_relaxed);
    }
}

void RecordingThread::watch() {
    const std::uint64_t deadline = m_deadline.load(std::memory_order_relaxed);
    if (m_patience == 0 || deadline == 0 || Clock::kernelNanoseconds() < deadline) return;
    complain("the guest has shown no sign of life for the time set by UAESCOPE_WATCHDOG; ending the emulator");
    Recorder::leave();
    work(true, watchdogStatus);
    endProcess(watchdogStatus);
}

} // namespace uaescope::plugin
