// Numbers as people read them: short, with units. Sizes and rates in bytes use powers of 1000.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace uaescope::cli {

std::string rateText(double rate, std::string_view unit);      // "2.31 MB/s", "812 files/s"
std::string shortRateText(double rate, std::string_view unit); // the same without the name of what is counted: "812/s"
std::string bytesText(std::uint64_t bytes);                    // "24.6 kB"
std::string durationText(std::int64_t nanoseconds);            // "1.25 ms"
std::string percentText(double share);                         // "0.4 %", "37 %"
std::string countText(std::uint64_t count);                    // "12 345"

} // namespace uaescope::cli
