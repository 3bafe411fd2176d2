// Sizes as people write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace uaescope::hardfiles {

// "64M", "1G", "880K", "2T", "1.5G" or bytes: powers of 1024, letters in either case, "B" or "iB" after them allowed.
// Throws UsageError for anything else, for 0, and for more than 64 bits.
std::uint64_t parseSize(std::string_view text);

// "64 MiB", "1.5 GiB", "900 bytes".
std::string sizeText(std::uint64_t bytes);

} // namespace uaescope::hardfiles
