// The recorder's clock. A stamp is a count of ticks that costs as little as the processor allows; later, off the hot
// path, ticks become nanoseconds of CLOCK_MONOTONIC.
//
// With an invariant time stamp counter, a tick is one of its counts, and TickScale ties them to the kernel's clock at
// every anchor; otherwise a tick is a nanosecond of clock_gettime.
#pragma once

#include <cstdint>
#include <ctime>
#include <vector>
#include <x86intrin.h>

namespace uaescope::plugin {

enum class ClockKind { counter, kernel };

class Clock {
public:
    static std::uint64_t ticks() { return s_kind == ClockKind::counter ? __rdtsc() : kernelNanoseconds(); }
    static std::uint64_t kernelNanoseconds() {
        timespec now{};
        clock_gettime(CLOCK_MONOTONIC, &now);
        return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(now.tv_nsec);
    }

    static ClockKind kind() { return s_kind; }
    static const char* name() { return s_kind == ClockKind::counter ? "tsc" : "clock_gettime"; }
    // Before the first stamp. The counter is taken where it is invariant, unless told otherwise.
    static void choose(ClockKind wanted);

private:
    static ClockKind s_kind;
};

// Ticks to nanoseconds, a line through the anchors: continuous and rising, so that the order of stamps is kept.
class TickScale {
public:
    struct Anchor {
        std::uint64_t ticks = 0, nanoseconds = 0;
    };

    static Anchor now();                                 // both clocks read at the same moment, as nearly as possible
    void add(Anchor anchor);                             // later than those before
    std::int64_t nanoseconds(std::uint64_t ticks) const; // needs two anchors, or a clock of nanoseconds

private:
    std::vector<Anchor> m_anchors;
};

} // namespace uaescope::plugin
