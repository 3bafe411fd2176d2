#include "analyzer/core/guest_path.h"

#include <algorithm>
#include <cctype>

namespace uaescope::core {
namespace {

bool sameLetters(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// Cuts the last part off a path and returns it.
std::string_view takeLast(std::string_view& path, std::string_view separators) {
    const std::size_t at = path.find_last_of(separators);
    const std::string_view part = at == std::string_view::npos ? path : path.substr(at + 1);
    path = at == std::string_view::npos ? std::string_view() : path.substr(0, at);
    return part;
}

} // namespace

int commonTail(std::string_view guestName, std::string_view hostPath) {
    constexpr std::string_view sideSuffix = ".uaem";
    if (hostPath.ends_with(sideSuffix)) hostPath.remove_suffix(sideSuffix.size());
    int parts = 0;
    while (!guestName.empty() && !hostPath.empty()) {
        const std::string_view guest = takeLast(guestName, ":/");
        const std::string_view host = takeLast(hostPath, "/");
        if (guest.empty() || !sameLetters(guest, host)) break;
        ++parts;
    }
    return parts;
}

} // namespace uaescope::core
