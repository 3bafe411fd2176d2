// The three ways in which work of the lab ends badly. Each is one exit status of the command line, and each message
// says what to do.
#pragma once

#include <stdexcept>

namespace uaescope::lab {

// The request makes no sense: unknown setup, suite or option. Exit status 2.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The machine lacks something: emulator, plugin, a writable folder, room on the disk. Exit status 3.
struct EnvironmentError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The run was started and did not succeed. Exit status 1.
struct WorkError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The person, or the program that asked for the work, stopped it. Exit status 1.
struct Cancelled : std::runtime_error {
    Cancelled() : std::runtime_error("stopped") {}
};

} // namespace uaescope::lab
