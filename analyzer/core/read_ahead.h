// Reads a capture in a thread of its own, a few chunks ahead of the thread that takes them.
#pragma once

#include "uaeplugin/capture/reader.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <mutex>
#include <thread>
#include <vector>

namespace uaescope::core {

struct ReadChunk {
    capture::Batch batch;
    std::uint64_t position = 0; // in the file, after it
};

// The constructor throws capture::CaptureError. Made, asked and destroyed by one thread; destroying it ends the
// reading.
class ReadAhead {
public:
    explicit ReadAhead(const std::filesystem::path& file);
    ~ReadAhead();
    ReadAhead(const ReadAhead&) = delete;
    ReadAhead& operator=(const ReadAhead&) = delete;

    // False at the end; throws what the reading threw. What the chunk held before is used again for later ones. After
    // the end cutTail() and damage() may be asked.
    bool next(ReadChunk& chunk);
    bool cutTail() const { return m_cutTail; }
    const std::vector<capture::Damage>& damage() const { return m_reader.damage(); }

private:
    void read(const std::stop_token& stop);
    bool readOne(ReadChunk chunk); // false at the end

    capture::Reader m_reader;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<ReadChunk> m_chunks; // this and the next three under the mutex
    std::vector<ReadChunk> m_used;  // for their memory
    bool m_atEnd = false;
    std::exception_ptr m_failure;
    bool m_cutTail = false;
    std::jthread m_thread; // last: it uses all the others
};

} // namespace uaescope::core
