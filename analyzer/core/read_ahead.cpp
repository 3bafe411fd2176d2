#include "analyzer/core/read_ahead.h"

#include <utility>

namespace uaescope::core {
namespace {

constexpr std::size_t chunksAhead = 4;

} // namespace

ReadAhead::ReadAhead(const std::filesystem::path& file)
    : m_reader(file), m_thread([this](const std::stop_token& stop) { read(stop); }) {}

ReadAhead::~ReadAhead() {
    m_thread.request_stop();
    m_thread.join();
}

bool ReadAhead::next(ReadChunk& chunk) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_chunks.empty() || m_atEnd; });
    if (m_chunks.empty()) {
        if (m_failure) std::rethrow_exception(m_failure);
        return false;
    }
    m_used.push_back(std::move(chunk));
    chunk = std::move(m_chunks.front());
    m_chunks.pop_front();
    m_changed.notify_all();
    return true;
}

void ReadAhead::read(const std::stop_token& stop) {
    std::exception_ptr failure;
    try {
        for (bool more = true; more;) {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return m_chunks.size() < chunksAhead; })) return;
            ReadChunk chunk;
            if (!m_used.empty()) {
                chunk = std::move(m_used.back());
                m_used.pop_back();
            }
            lock.unlock();
            more = readOne(std::move(chunk));
        }
    } catch (...) {
        failure = std::current_exception();
    }
    const std::lock_guard lock(m_mutex);
    m_failure = failure;
    m_atEnd = true;
    m_changed.notify_all();
}

bool ReadAhead::readOne(ReadChunk chunk) {
    const capture::ReadResult result = m_reader.next(chunk.batch);
    if (result != capture::ReadResult::batch) {
        m_cutTail = result == capture::ReadResult::cutTail;
        return false;
    }
    chunk.position = m_reader.position();
    const std::lock_guard lock(m_mutex);
    m_chunks.push_back(std::move(chunk));
    m_changed.notify_all();
    return true;
}

} // namespace uaescope::core
