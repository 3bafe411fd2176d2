// The recorder's clock. A stamp is a count of ticks that costs as little as the processor allows; later, off the hot
// path, ticks become nanoseconds of CLOCK_MONOTONIC.
//
// With an invariant time stamp counter, a tick is one of its counts, and TickScale ties them to the kernel's clock at
// every anchor; otherwise a tick is a nanosecond of clock_gettime.
#pragma once

#include <cstdint>
#include <ctime>
#include <vector>
#ifdef __x86_64__
#include <x86intrin.h>
#endif

namespace uaescope::plugin {

enum class ClockKind { counter, kernel };

class Clock {
public:
    static std::uint64_t ticks() { return s_kind == ClockKind::counter ? counter() : kernelNanoseconds(); }
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
#ifdef __x86_64__
    static std::uint64_t counter() { return __rdtsc(); }
#else
    static std::uint64_t counter() { return kernelNanoseconds(); } // never chosen: see choose()
#endif
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
    // Some minutes of anchors; in a longer recording the old ones, which only a call of that age still needs, get
    // sparse.
    static constexpr std::size_t maxAnchors = 4096;
    void thinOut();

    std::vector<Anchor> m_anchors;
};

} // namespace uaescope::plugin
