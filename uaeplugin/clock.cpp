#include "uaeplugin/clock.h"

#include <algorithm>
#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace uaescope::plugin {

namespace {

#ifdef __x86_64__
bool counterIsInvariant() {
    constexpr unsigned powerManagement = 0x80000007;
    constexpr unsigned invariantCounter = 1u << 8;
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __get_cpuid(powerManagement, &a, &b, &c, &d) != 0 && (d & invariantCounter) != 0;
}
#else
bool counterIsInvariant() { return false; }
#endif

} // namespace

ClockKind Clock::s_kind = ClockKind::kernel;

void Clock::choose(ClockKind wanted) {
    s_kind = wanted == ClockKind::counter && counterIsInvariant() ? ClockKind::counter : ClockKind::kernel;
}

TickScale::Anchor TickScale::now() {
    // The narrowest of a few brackets: an interrupt in one of them does not matter.
    Anchor best;
    std::uint64_t narrowest = ~std::uint64_t{0};
    for (int i = 0; i < 5; ++i) {
        const std::uint64_t before = Clock::ticks();
        const std::uint64_t nanoseconds = Clock::kernelNanoseconds();
        const std::uint64_t width = Clock::ticks() - before;
        if (width >= narrowest) continue;
        narrowest = width;
        best = {before + width / 2, nanoseconds};
    }
    return best;
}

void TickScale::add(Anchor anchor) {
    if (m_anchors.empty() ||
        (anchor.ticks > m_anchors.back().ticks && anchor.nanoseconds > m_anchors.back().nanoseconds))
        m_anchors.push_back(anchor);
    if (m_anchors.size() > maxAnchors) thinOut();
}

void TickScale::thinOut() {
    const std::size_t half = m_anchors.size() / 2;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_anchors.size(); i += i < half ? 2 : 1) m_anchors[kept++] = m_anchors[i];
    m_anchors.resize(kept);
}

std::int64_t TickScale::nanoseconds(std::uint64_t ticks) const {
    if (Clock::kind() == ClockKind::kernel || m_anchors.size() < 2) return static_cast<std::int64_t>(ticks);
    // Most stamps lie in the last stretch; those before the first anchor and after the last go with its neighbour.
    auto to = m_anchors.end() - 1;
    if (ticks < (to - 1)->ticks) {
        to = std::lower_bound(m_anchors.begin() + 1, to, ticks,
                              [](const Anchor& anchor, std::uint64_t value) { return anchor.ticks < value; });
    }
    const auto from = to - 1;
    const double rate =
        static_cast<double>(to->nanoseconds - from->nanoseconds) / static_cast<double>(to->ticks - from->ticks);
    const auto distance = static_cast<double>(static_cast<std::int64_t>(ticks - from->ticks));
    return static_cast<std::int64_t>(from->nanoseconds) + static_cast<std::int64_t>(distance * rate);
}

} // namespace uaescope::plugin
