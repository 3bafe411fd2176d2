// What wraps the bytes of a disk in its file.
#pragma once

#include "hardfiles/image.h"

#include <memory>

namespace uaescope::hardfiles {

enum class Container {
    raw,
    byteSwapped, // a dump with the bytes of every word exchanged
    vhd,         // dynamic
    fixedVhd,    // the disk's bytes in their places, and a footer
    gzip,
    zip,
    chd,
};

Container detectContainer(const Image& image);

// The disk inside the file; the file itself when it is raw. Throws FormatError when the container is damaged, or is one
// that cannot be read.
std::unique_ptr<Image> openContainer(std::unique_ptr<Image> file, Container container);

// "raw", "byte-swapped", "vhd"...
const char* containerName(Container container);

} // namespace uaescope::hardfiles
