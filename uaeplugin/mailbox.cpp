#include "uaeplugin/mailbox.h"

#include "uaeplugin/clock.h"

#include <fstream>
#include <system_error>

namespace fs = std::filesystem;

namespace uaescope::plugin {

namespace {

constexpr std::uint64_t patience = 5'000'000'000; // nanoseconds without a pulse; there are some a second

} // namespace

Mailbox::Attendance Mailbox::attend(std::uint32_t task) {
    std::uint32_t nobody = 0;
    if (!m_agent.compare_exchange_strong(nobody, task)) return nobody == task ? Attendance::known : Attendance::refused;
    m_silent = 0;
    m_lastPulse = 0;
    return Attendance::fresh;
}

void Mailbox::pulse(std::uint32_t task) {
    if (task == 0 || (m_agent != task && m_silent != task)) return;
    m_lastPulse = Clock::kernelNanoseconds();
    std::uint32_t nobody = 0;
    if (m_silent == task) m_agent.compare_exchange_strong(nobody, task);
}

std::optional<Mailbox::Left> Mailbox::leave() {
    const std::lock_guard lock(m_mutex);
    std::optional<Left> left;
    if (m_job) left = {*m_job, m_isTaken};
    m_job.reset();
    m_isTaken = false;
    m_stop = false;
    m_silent = 0;
    m_agent = 0;
    return left;
}

std::optional<std::string> Mailbox::take() {
    const std::lock_guard lock(m_mutex);
    if (!m_job || m_isTaken) return std::nullopt;
    m_isTaken = true;
    return m_job;
}

bool Mailbox::hasTaken() const {
    const std::lock_guard lock(m_mutex);
    return m_isTaken;
}

void Mailbox::putBack() {
    const std::lock_guard lock(m_mutex);
    m_isTaken = false;
}

void Mailbox::finish() {
    const std::lock_guard lock(m_mutex);
    m_job.reset();
    m_isTaken = false;
    m_stop = false;
}

void Mailbox::announce() {
    const bool isThere = m_agent != 0;
    if (isThere == m_isAnnounced) return;
    std::error_code error;
    if (isThere)
        std::ofstream(m_folder / "agent");
    else
        fs::remove(m_folder / "agent", error);
    m_isAnnounced = isThere;
}

void Mailbox::expectPulse() {
    const std::uint64_t last = m_lastPulse;
    std::uint32_t agent = m_agent;
    if (agent == 0 || last == 0 || Clock::kernelNanoseconds() - last < patience) return;
    m_silent = agent;
    m_agent.compare_exchange_strong(agent, 0);
    const std::lock_guard lock(m_mutex);
    if (m_job && !m_isTaken) handBack();
}

bool Mailbox::isWanted(const char* name) const {
    std::error_code error; // a folder that is gone holds no jobs
    return fs::exists(m_folder / name, error);
}

// Whole, or not at all.
void Mailbox::handBack() {
    std::error_code error;
    std::ofstream(m_folder / "job.back", std::ios::binary) << *m_job << '\n';
    fs::rename(m_folder / "job.back", m_folder / "job", error);
    m_job.reset();
}

void Mailbox::look() {
    expectPulse();
    announce();
    if (m_agent == 0) return;
    const bool stops = isWanted("stop");
    const std::lock_guard lock(m_mutex);
    if (m_job && m_isTaken) {
        m_stop = stops;
    } else if (m_job) {
        if (stops) handBack();
    } else if (!stops) {
        std::error_code error;
        std::ifstream file(m_folder / "job", std::ios::binary);
        std::string line;
        if (std::getline(file, line) && fs::remove(m_folder / "job", error)) m_job = line;
    }
}

} // namespace uaescope::plugin
