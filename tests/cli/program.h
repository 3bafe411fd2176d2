// Runs the built uaescope as a person would, and keeps what it said.
#pragma once

#include "analyzer/lab/child_process.h"
#include "tests/lab/scratch.h"

#include <string>
#include <utility>
#include <vector>

namespace uaescope::cli {

struct Said {
    int status = -1;
    std::string text; // both channels
};

inline lab::Command uaescope(const lab::Scratch& scratch, std::vector<std::string> words) {
    words.insert(words.begin(), UAESCOPE_PROGRAM);
    // Data and lock of its own: no trace in the user's folders, no waiting for a real emulator.
    return {words,
            {{"XDG_DATA_HOME", scratch.path() / "data"}, {"XDG_RUNTIME_DIR", scratch.path()}},
            scratch.path(),
            scratch.path() / "said"};
}

inline Said said(const lab::Command& command) {
    lab::ChildProcess child(command);
    const auto exit = child.waitFor(std::chrono::minutes(5));
    if (!exit) return {-1, "still running"};
    return {exit->signal != 0 ? 128 + exit->signal : exit->status, lab::contents(command.output)};
}

inline Said said(const lab::Scratch& scratch, std::vector<std::string> words) {
    return said(uaescope(scratch, std::move(words)));
}

} // namespace uaescope::cli
