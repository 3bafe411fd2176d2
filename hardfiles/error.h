// How work on a hardfile ends badly. Every message names the file, what was expected, what was found and what to do.
#pragma once

#include <stdexcept>

namespace uaescope::hardfiles {

// The work failed. Exit status 1, unless one of the kinds below.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The request cannot be satisfied by any image: sizes, names, unknown file systems. Exit status 2.
struct UsageError : Error {
    using Error::Error;
};

// The host refuses: no room, no permission, no such folder. Exit status 3.
struct EnvironmentError : Error {
    using Error::Error;
};

// The bytes of the image are not what they should be. Exit status 1.
struct FormatError : Error {
    using Error::Error;
};

} // namespace uaescope::hardfiles
