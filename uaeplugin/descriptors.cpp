#include "uaeplugin/descriptors.h"

namespace uaescope::plugin {

void Descriptors::opened(int descriptor, std::uint32_t path, std::int64_t position) {
    if (!isKept(descriptor)) return;
    Entry& opened = entry(descriptor);
    const std::uint64_t count = (opened.held.load(std::memory_order_relaxed) >> 32) + 1;
    opened.held.store(count << 32 | path, std::memory_order_relaxed);
    for (auto& place : opened.positions) place.store(position, std::memory_order_relaxed);
}

void Descriptors::closed(int descriptor, std::uint64_t before) {
    if (!isKept(descriptor)) return;
    const std::uint64_t nobody = before >> 32 << 32;
    entry(descriptor).held.compare_exchange_strong(before, nobody, std::memory_order_relaxed);
}

} // namespace uaescope::plugin
