// Runs another program to its end.
#pragma once

#include <string>
#include <vector>

namespace uaescope::hardfiles::testing {

struct Ended {
    int status = 0; // exit status; 127 when the program is missing, 124 when it took over 20 seconds
    std::string out, err;
};

// The words are the program and its arguments; variables like "LD_PRELOAD=x.so" are added to ours.
Ended run(const std::vector<std::string>& words, const std::vector<std::string>& variables = {});

} // namespace uaescope::hardfiles::testing
