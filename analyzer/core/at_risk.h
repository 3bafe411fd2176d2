// How much data was at risk, and for how long.
//
// Data at risk is what the guest has written and was told is written, but what no system call has handed to the host's
// kernel yet: it stands in a buffer of the emulator's process, and ends with it. Bytes are at risk from the return of
// the buffered write (the emulator then answers the guest) to the return of the call that carries them. What the
// guest's own filesystem still holds back cannot be seen on the host and does not count; nor does what the kernel
// holds.
#pragma once

#include <cstdint>
#include <vector>

namespace uaescope::core {

struct AtRisk {
    std::uint64_t writes = 0;      // buffered ones
    std::uint64_t neverHanded = 0; // of them: some bytes were still at risk at the end of the recording
    std::uint64_t mostBytes = 0;   // at the worst moment
    std::int64_t mostAt = 0;       // that moment
    double meanBytes = 0;          // over the whole recording
    std::uint64_t endBytes = 0;    // at the end of the recording
    std::int64_t medianNs = 0;     // how long a write's bytes were at risk; 0 for those that went out at once
    std::int64_t longestNs = 0;    // those never handed over count up to the end of the recording
};

struct FileAtRisk {
    std::uint32_t path = 0; // string number
    AtRisk atRisk;
};

// Follows the bytes of one file, or of all. Times come nearly in order.
class RiskMeter {
public:
    void written() { ++m_result.writes; }
    void add(std::int64_t bytes, std::int64_t since);
    void remove(std::int64_t bytes, std::int64_t since, std::int64_t time);
    void leave(std::int64_t bytes, std::int64_t since, std::int64_t end); // at risk to the end of the recording
    void neverHanded() { ++m_result.neverHanded; }
    AtRisk finish(std::int64_t begin, std::int64_t end); // of the recording

private:
    struct Added {
        std::int64_t since;
        std::int64_t bytes;
    };
    void settle(std::int64_t time);
    void lasted(std::int64_t bytes, std::int64_t duration);

    AtRisk m_result;
    std::vector<Added> m_added; // by since; not at risk yet at the last moment looked at
    std::int64_t m_bytes = 0;
    double m_byteNs = 0;
    std::vector<std::int64_t> m_durations;
};

} // namespace uaescope::core
