// What an inspection has to say about an image.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace uaescope::hardfiles {

enum class Severity { note, warning, error };

struct Finding {
    Severity severity = Severity::note;
    std::string code;        // stable, for programs: "bad-checksum"
    std::string partition;   // whose volume it is about, Latin-1; empty: the image and its tables
    std::uint64_t block = 0; // of that volume; without a partition the 512-byte sector of the image
    std::string message;     // what was expected, what stands there, what to do
    std::string file = {};   // the path of the file or directory it is about, Latin-1; empty when it is about none
};

using Findings = std::vector<Finding>;

inline const char* severityName(Severity severity) {
    return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

} // namespace uaescope::hardfiles
