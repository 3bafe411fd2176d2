#include "uaeplugin/guest_memory.h"

#include <cstddef>

namespace uaescope::plugin {

std::optional<std::span<std::uint8_t>> guestRange(ResolveFunction resolve, std::uint32_t address,
                                                  std::uint32_t length) {
    if (length == 0) return std::span<std::uint8_t>();
    const std::uint32_t last = address + (length - 1);
    if (resolve == nullptr || address == 0 || last < address) return std::nullopt;
    auto* first = static_cast<std::uint8_t*>(resolve(address));
    const auto* end = static_cast<const std::uint8_t*>(resolve(last));
    if (first == nullptr || end == nullptr || end - first != static_cast<std::ptrdiff_t>(length - 1))
        return std::nullopt;
    return std::span(first, length);
}

} // namespace uaescope::plugin
