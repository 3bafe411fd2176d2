// A date as AmigaDOS stores it: local time, without a zone.
#pragma once

#include <cstdint>
#include <ctime>
#include <string>

namespace uaescope::hardfiles {

struct AmigaDate {
    std::uint32_t days = 0;    // since 1 January 1978
    std::uint32_t minutes = 0; // since midnight
    std::uint32_t ticks = 0;   // since the minute, 50 a second

    bool operator==(const AmigaDate&) const = default;

    static AmigaDate now();
    // In local time, as the Amiga keeps it; what was before 1978 is its first second.
    static AmigaDate at(std::time_t time);
    // False when the fields leave a day, or a year of four digits.
    bool valid() const;
    // "1978-01-01 00:00:00"; "invalid date" when it is not valid().
    std::string text() const;
};

} // namespace uaescope::hardfiles
