// Printed results of other benchmarks, and of ours where it stands alone, as figures that can be set beside each other.
//
// Read are: Diskspeed 1.2 and 1.3; DiskPerf of Spanbauer and of jdow, DiskPerf2, DiskPerf3; DevSpeed; DiskSpeed 2.0
// to 4.4 and ScsiSpeed; xSysInfo's list of drives; hdparm -tT; whatever uaebench prints, and its RESULTS files. Results
// come out of mails and consoles: lines that are none of these are counted, and the first of them kept.
#pragma once

#include "analyzer/core/report.h"

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace uaescope::core {

struct ImportedFigure {
    std::string test; // the label of our suite's test where there is one
    std::string unit; // as TestReport::unit
    double value = 0; // 0 unless measured
    FigureState state = FigureState::measured;
    std::string note;                // why it is none
    std::optional<int> cpuAvailable; // percent
};

struct ImportedResult {
    std::string file;
    std::string benchmark; // "DiskPerf (jdow)"
    std::string suite;     // of ours, with the same workload; empty: none
    std::vector<std::pair<std::string, std::string>> facts;
    std::vector<ImportedFigure> figures; // no test twice
};

struct UnreadLines {
    std::size_t count = 0;          // blank lines left out
    std::vector<std::string> first; // up to three, cut where they are long
};

struct ImportedText {
    std::vector<ImportedResult> results; // at least one
    UnreadLines unread;
};

struct ImportError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Throws ImportError when there is no result in the text, or when a RESULTS file is damaged.
ImportedText importText(std::string_view text);

// The same of a recorded run: rates by the host's clock. One that was not finished has the fact "fault".
ImportedResult importReport(const Report& report);

} // namespace uaescope::core
