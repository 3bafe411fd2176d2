// The guest's printed figures in machine form (US_TEXT_FIGURE).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace uaescope::core {

struct Figure {
    std::uint16_t test = 0;
    std::string whyNot;      // when the guest could not measure it; there is no count or unit then
    std::uint64_t count = 0; // items of the unit
    std::string unit;        // "files/s", "bytes/s", ...
    std::uint64_t guestUs = 0;
    std::int64_t guestStepNs = 0; // of the clock that guestUs is from; 0 not known
};

// "test=1 count=1000 unit=files/s guest_us=123456 step_ns=1410" in any order; keys that are not known are skipped.
// Or "test=1 why=WORDS to the end of the line". Nothing when the test, count or unit is missing or no number stands
// where one must.
std::optional<Figure> parseFigure(std::string_view line);

} // namespace uaescope::core
