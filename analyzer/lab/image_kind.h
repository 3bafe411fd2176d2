// What an existing image file or device is, by its contents.
#pragma once

#include "analyzer/lab/setup.h"
#include "hardfiles/image.h"

#include <filesystem>
#include <memory>

namespace uaescope::lab {

struct ImageKind {
    StorageKind kind = StorageKind::directory;
    Carrier carrier = Carrier::file;
};

// hardfile for a DOS boot block at the start, rdb for a whole RDSK block where UAE looks for one, both also inside a
// VHD and on a device; floppy for a disk of a floppy's size, cd for a volume of ISO 9660, archive for a zip file.
// Throws WorkError for anything else, because the guest could not mount it, and EnvironmentError when it cannot be
// read.
ImageKind imageKind(const std::filesystem::path& image);

// The disk's bytes, out of whatever carries them; to read only. Throws as imageKind.
std::unique_ptr<hardfiles::Image> openDisk(const std::filesystem::path& image);

} // namespace uaescope::lab
