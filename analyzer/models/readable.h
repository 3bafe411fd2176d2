// Numbers as people read them. One spelling for the whole window.
#pragma once

#include <QString>

#include <cstdint>
#include <string_view>

namespace uaescope::models {

QString durationText(std::int64_t ns);       // three figures and a unit: "950 ns", "12.3 µs", "1.23 ms", "3.21 s"
QString exactNsText(std::int64_t ns);        // "1,234,567 ns"
QString countText(std::int64_t count);       // "65,536"
QString sizeText(std::int64_t bytes);        // "512 B", "64 KiB", "1.5 MiB"
QString shareText(double share);             // 0..1 as "12.3 %"; "<0.1 %" for what would print as nothing
QString fileNameText(std::string_view path); // the last component; the whole path where there is only one
QString utf8(std::string_view text);

} // namespace uaescope::models
