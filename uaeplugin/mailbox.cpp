#include "uaeplugin/mailbox.h"

#include <fstream>
#include <system_error>

namespace fs = std::filesystem;

namespace uaescope::plugin {

bool Mailbox::attend(std::uint32_t task) {
    std::uint32_t nobody = 0;
    return m_agent.compare_exchange_strong(nobody, task) || nobody == task;
}

std::optional<std::string> Mailbox::leave() {
    const std::lock_guard lock(m_mutex);
    std::optional<std::string> left;
    left.swap(m_job);
    m_isTaken = false;
    m_stop = false;
    m_agent = 0;
    return left;
}

std::optional<std::string> Mailbox::next() const {
    const std::lock_guard lock(m_mutex);
    return m_isTaken ? std::nullopt : m_job;
}

void Mailbox::take() {
    const std::lock_guard lock(m_mutex);
    m_isTaken = true;
}

void Mailbox::finish() {
    const std::lock_guard lock(m_mutex);
    m_job.reset();
    m_isTaken = false;
    m_stop = false;
}

void Mailbox::look() {
    std::error_code error; // a folder that is gone holds no jobs
    const bool isThere = m_agent != 0;
    if (isThere != m_isAnnounced) {
        if (isThere)
            std::ofstream(m_folder / "agent");
        else
            fs::remove(m_folder / "agent", error);
        m_isAnnounced = isThere;
    }
    if (!isThere) return;
    const std::lock_guard lock(m_mutex);
    if (m_job) {
        m_stop = fs::exists(m_folder / "stop", error);
        return;
    }
    std::ifstream file(m_folder / "job", std::ios::binary);
    std::string line;
    if (!std::getline(file, line) || !fs::remove(m_folder / "job", error)) return;
    m_job = line;
}

} // namespace uaescope::plugin
