// The Amiga's ISO 8859-1 text as UTF-8.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace uaescope::capture {

std::string utf8FromLatin1(std::span<const std::uint8_t> text);

} // namespace uaescope::capture
