// How far the runs are, on the error channel: one line that changes on a terminal, one line for each run elsewhere.
#pragma once

#include "analyzer/lab/batch.h"

#include <string>

namespace uaescope::cli {

class Progress {
public:
    enum class Channel { terminal, file };
    explicit Progress(Channel channel) : m_channel(channel) {}
    ~Progress(); // leaves the terminal's line empty

    void show(const lab::BatchProgress& progress);

private:
    void rewrite(const std::string& line);

    Channel m_channel;
    bool m_waitTold = false;
    bool m_lineOpen = false;
};

// "[4/9] hdf, run 2 of 3: running, 3.2 s, 118 kB recorded"
std::string progressLine(const lab::BatchProgress& progress);
std::string finishedLine(const lab::BatchProgress& progress);

} // namespace uaescope::cli
