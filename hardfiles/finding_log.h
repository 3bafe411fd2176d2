// Findings as a check meets them, as many as anybody would read.
#pragma once

#include "hardfiles/finding.h"

#include <cstdint>
#include <map>
#include <string>

namespace uaescope::hardfiles {

// A damaged image can have millions of faults of one kind: a hundred of each are kept, the rest are counted.
class FindingLog {
public:
    void add(Finding finding);
    // Whether one more of the kind would be kept. If not, it need not be made, only counted.
    bool wants(const std::string& code) const;
    void count(const std::string& code) { ++m_kinds[code].count; }
    // Ends with one note for each kind that was cut short. The log is empty afterwards.
    Findings take();

private:
    struct Kind {
        std::uint64_t count = 0;
        std::string partition;
    };
    Findings m_findings;
    std::map<std::string, Kind> m_kinds;
};

} // namespace uaescope::hardfiles
