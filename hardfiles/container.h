// What wraps the bytes of a disk in its file.
#pragma once

#include "hardfiles/image.h"

namespace uaescope::hardfiles {

enum class Container {
    raw,
    byteSwapped, // a dump with the bytes of every word exchanged
    vhd,
    gzip,
    zip,
    chd,
};

Container detectContainer(const Image& image);

// "raw", "byte-swapped", "vhd"...
const char* containerName(Container container);

} // namespace uaescope::hardfiles
