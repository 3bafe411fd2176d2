// The agent's side of the session folder. An agent is a guest program that stays and does the jobs that the host puts
// there one at a time, meanwhile the emulator runs. In the folder:
//   agent   made by us; there is an agent
//   job     made by the host, whole: the next job's command line (ISO 8859-1); ours to remove when we have read it
//   stop    made and removed by the host: the job that is being done shall end; one that nobody has taken yet is put
//           back as job
// Files are looked at in the recording thread alone, some times a second and only while there is an agent, so that
// asking for a job costs the emulation thread no system call. What becomes of a job stands in the capture.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

namespace uaescope::plugin {

class Mailbox {
public:
    explicit Mailbox(std::filesystem::path folder) : m_folder(std::move(folder)) {} // empty: nobody can send jobs

    // The emulation thread's side. An agent is told by its guest task.
    bool isOpen() const { return !m_folder.empty(); }
    enum class Attendance { refused, known, fresh };
    Attendance attend(std::uint32_t task); // refused: another agent is there
    void pulse(std::uint32_t task);        // of an agent; who does so and then falls silent is gone
    struct Left {
        std::string job;
        bool isTaken;
    };
    std::optional<Left> leave();       // also when there was no agent; the job that it had, or would have got next
    std::optional<std::string> take(); // the job that has arrived
    bool hasTaken() const;
    void putBack(); // what was taken is taken no more
    void finish();
    bool isAgent(std::uint32_t task) const { return task != 0 && task == m_agent.load(std::memory_order_relaxed); }
    bool wantsStop() const { return m_stop.load(std::memory_order_relaxed); }

    // The recording thread's side.
    void look();

private:
    void announce();
    void expectPulse();
    bool isWanted(const char* name) const;
    void handBack();

    const std::filesystem::path m_folder;
    std::atomic<std::uint32_t> m_agent{0};
    std::atomic<std::uint32_t> m_silent{0};    // an agent that is gone, and comes back if it pulses after all
    std::atomic<std::uint64_t> m_lastPulse{0}; // 0: the agent has never given any
    std::atomic<bool> m_stop{false};
    bool m_isAnnounced = false; // the recording thread's own
    mutable std::mutex m_mutex; // for what follows
    std::optional<std::string> m_job;
    bool m_isTaken = false;
};

} // namespace uaescope::plugin
