// What the hooks share: how a host call is timed, described and recorded.
#pragma once

#include "uaeplugin/descriptors.h"
#include "uaeplugin/file_marks.h"
#include "uaeplugin/names.h"
#include "uaeplugin/recorder.h"

#include <cstdint>

namespace uaescope::plugin {

// Exist from the start of recording to the very end of the process: hooks run after all destructors.
Names& names();
Descriptors& descriptors();

// Paths under this folder are messages of the guest: they reach the receiver, and are recorded as calls on the folder.
// Once, before recording starts.
void watchFileMarks(const std::string& folder, FileMarks::Receiver receiver);
// The number of that folder when the path is such a message, else 0: names that never come again would fill the table.
std::uint32_t noticeFileMark(std::string_view path);

struct Outcome {
    capture::Call call = capture::Call::none;
    int descriptor = -1;
    std::uint32_t path = 0;
    std::int64_t offset = -1;
    std::int64_t size = 0;
    std::int64_t result = 0;
    int error = 0;
    std::uint8_t flags = 0;
};

// Stands around the real call: stamps its begin and its end, and records it. Leaves errno alone.
class HostCallSpan {
public:
    explicit HostCallSpan(capture::Depth depth) : HostCallSpan(depth, Recorder::log()) {}
    HostCallSpan(capture::Depth depth, ThreadLog* log) : m_log(log), m_depth(depth) {
        if (m_log != nullptr) ++m_log->nesting;
        m_begin = Clock::ticks();
    }
    HostCallSpan(const HostCallSpan&) = delete;
    HostCallSpan& operator=(const HostCallSpan&) = delete;

    bool isRecorded() const { return m_log != nullptr; }
    // Right after the real call; what is worked out for record() is then no part of its time.
    void stop() { m_end = Clock::ticks(); }
    void forget() {
        if (m_log != nullptr) --m_log->nesting;
    }
    void record(const Outcome& outcome) {
        if (m_log == nullptr) return;
        --m_log->nesting;
        Record* record = m_log->next();
        if (record == nullptr) return;
        const bool isUnnamed = outcome.path == 0 && outcome.descriptor >= 0;
        record->kind = RecordKind::call;
        record->call = {m_begin,
                        m_end,
                        outcome.offset,
                        outcome.size,
                        outcome.result,
                        isUnnamed ? m_log->openingPath : outcome.path,
                        outcome.descriptor,
                        static_cast<std::uint16_t>(outcome.error),
                        outcome.call,
                        m_depth,
                        m_log->nesting,
                        outcome.flags};
        m_log->publish();
        m_log->recordsWaits = true;
    }

private:
    ThreadLog* m_log;
    std::uint64_t m_begin = 0;
    std::uint64_t m_end = 0;
    capture::Depth m_depth;
};

// While it lives, calls of this thread on descriptors without a name are calls on this path.
class OpeningPath {
public:
    explicit OpeningPath(std::uint32_t path) : m_log(Recorder::log()) {
        if (m_log != nullptr) m_log->openingPath = path;
    }
    ~OpeningPath() {
        if (m_log != nullptr) m_log->openingPath = 0;
    }
    OpeningPath(const OpeningPath&) = delete;
    OpeningPath& operator=(const OpeningPath&) = delete;

private:
    ThreadLog* m_log;
};

} // namespace uaescope::plugin
